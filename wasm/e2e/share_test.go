package e2e

import (
	"strings"
	"testing"
)

// A link leads somebody else to the same bytes, in a lab apart from his own, to which he comes back.
func TestLinkLeadsToTheSameBytes(t *testing.T) {
	mine := visit(t, shared, site(t))
	mine.exec(change)
	mine.exec("produce orders --key by-link --value 'one more'")
	link := strings.TrimSpace(mine.exec("share --view 'tool=produce part=orders-0 broker=1'").Out)
	want := mine.lab()

	url := site(t) // another origin: another visitor
	theirs := visit(t, shared, url)
	theirs.exec(change)
	theirs.saved()
	before := theirs.lab()
	theirs.navigate("about:blank")
	theirs.navigate(strings.TrimSuffix(url, "explore.html") + link) // as the first links were: the page goes on to where the machine is
	theirs.ready()
	if got := theirs.lab(); got.Digest != want.Digest {
		t.Fatalf("the link leads to %+v, want %+v", got, want)
	}
	theirs.shows("#tool-panel", "by key") // what the link says that the screen shows
	theirs.exec(change)
	theirs.exec("lab reset")
	if got := theirs.lab(); got.Digest != want.Digest {
		t.Error("after a reset the lab is not as in the link")
	}
	theirs.navigate("about:blank")
	theirs.navigate(url)
	theirs.ready()
	if got := theirs.lab(); got.Digest != before.Digest || got.Position != before.Position {
		t.Errorf("the visitor's own lab was at %+v and is at %+v", before, got)
	}
}

// A link that was damaged on its way is told in words, and leaves the visitor with his own lab.
func TestDamagedLinkIsTold(t *testing.T) {
	url := site(t)
	p := visit(t, shared, url)
	p.exec(change)
	want := p.lab()
	p.eval("location.hash = '#s=AbcdefghiJ', 1", nil)
	p.wait("the words", "document.body.innerText.includes('The link cannot be opened: the link is damaged')")
	if got := p.lab(); got.Digest != want.Digest {
		t.Errorf("the lab was %+v and is %+v", want, got)
	}
}
