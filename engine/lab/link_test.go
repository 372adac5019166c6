package lab

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/share"
	"logarium/engine/store"
)

// TestLinkLeadsThere: the link of a lab, opened elsewhere, leads to the same machine; a fork on the way leaves the lab as it was.
func TestLinkLeadsThere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLab(t, store.NewMemory())
		for range rapid.IntRange(1, 5).Draw(rt, "commands") {
			l.Exec(nil, anyLine(rt), false)
		}
		l.Exec(nil, "undo", false)
		here := digestOf(t, l)
		text, err := share.Encode(share.Link{Script: l.Script()})
		if err != nil {
			rt.Fatal(err)
		}
		link, err := share.Decode(text)
		if err != nil {
			rt.Fatal(err)
		}
		opened := newLab(t, store.NewMemory())
		if res := opened.Build(nil, link.Script); res.Exit != 0 || opened.Waiting() > 0 {
			rt.Fatalf("the link's script: %+v\n%s", res, link.Script)
		}
		if digestOf(t, opened) != here {
			rt.Fatalf("the link leads to another machine:\n%s", link.Script)
		}
		before := bytesOf(t, l)
		fork := l.current().fork()
		fork.cluster.AdvanceTo(fork.cluster.Now()+60_000, nil)
		if !bytes.Equal(bytesOf(t, l), before) {
			rt.Fatal("a fork has changed the lab")
		}
	})
}
