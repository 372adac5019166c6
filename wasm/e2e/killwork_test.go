package e2e

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"logarium/engine/message"
)

// works is what the browser is killed in. Each goes on until then, and says in the console what was saved meanwhile.
var works = []struct{ name, script string }{
	{"import", `const blob = await (await fetch("f/orders.logarium")).blob();
		for (;;) await logarium.import([new File([blob], "other.logarium")]);`},
	{"copy", `for (;;) { await logarium.exec("lab copy other"); await logarium.exec("lab delete other"); }`},
	{"export", `for (;;) { await logarium.exec("lab export"); await logarium.exec("lab export --zip"); }`},
	{"share", `for (;;) {
			await logarium.open("orders");
			for (const l of (await logarium.view("labs")).labs) if (l.link) await logarium.exec("lab delete " + l.name);
			const link = (await logarium.exec("share")).out.trim();
			await logarium.open(link);
		}`},
	{"produce", `await logarium.exec("produce orders --count 400000 --size 100");`},
	{"clock", `await logarium.exec("clock advance 400d");`},
}

// TestKilledAtWork kills the browser at moments of chance while it imports, copies, exports, shares, or runs a long command. Each time the visitor's
// lab opens whole, at a commit: as it was, or with the part of the long command that its journal tells. Whatever else is
// there then is whole too. LOGARIUM_KILLS says how often in each work, and gives it more time; 2 if it
// is not set.
func TestKilledAtWork(t *testing.T) {
	k := atWork(t)
	kills := must(t, cmp.Or(os.Getenv("LOGARIUM_KILLS"), "2"))
	if kills > 2 {
		k.within = 4000
	}
	for round := range kills {
		for work := range works {
			p := k.open(fmt.Sprintf("before kill %d", round*len(works)+work+1))
			k.kill(p, work)
			k.kills[work]++
		}
	}
	k.open("at the end")
	for i, w := range works {
		t.Logf("%s: %d kills, %d times something new was there, and whole", w.name, k.kills[i], k.found[i])
	}
}

// working is a visitor's profile, and how his lab was before the browser was killed.
type working struct {
	t            *testing.T
	url, profile string
	folder       string // where downloads go
	random       *rand.Rand
	within       int // ms until a kill
	browser      *browser
	want         message.Lab
	verified     int // exit of verify
	last, saved  int // the work of the latest kill; the position that was reported as saved
	kills, found []int
}

// atWork makes a lab, and the file of it that will be imported.
func atWork(t *testing.T) *working {
	k := &working{t: t, profile: t.TempDir(), within: 800, random: rand.New(rand.NewPCG(seed, 2)), last: -1, kills: make([]int, len(works)), found: make([]int, len(works))}
	b := relaunch(t, k.profile)
	p := blank(t, b)
	k.folder = downloads(t, p)
	k.url = withFiles(t, k.folder)
	p.navigate(k.url)
	p.ready()
	p.exec("produce orders --count 3000 --size 1000")
	p.saved()
	k.want, k.verified = p.lab(), p.run("verify").Exit
	k.saved = k.want.Position
	p.download(k.folder, "lab export", "orders.logarium")
	b.stop()
	return k
}

// open starts the browser and looks at what there is.
func (k *working) open(when string) *tab {
	k.t.Helper()
	k.browser = relaunch(k.t, k.profile)
	p := blank(k.t, k.browser)
	downloads(k.t, p)
	p.navigate(k.url)
	if ready := p.ready(); ready.Fresh || ready.ReadOnly || ready.Store != "indexeddb" || ready.Why != "" {
		k.t.Fatalf("%s: ready %+v", when, ready)
	}
	got := p.lab()
	if got.Position < k.saved || got.Saved != got.Position {
		k.t.Fatalf("%s: %+v, but %d commands were reported as saved", when, got, k.saved)
	}
	if got.Position > k.want.Position {
		k.part(p, got, when)
		got = p.lab()
	}
	if got.Digest != k.want.Digest || got.Position != k.want.Position {
		k.t.Fatalf("%s: the lab was %+v and is %+v", when, k.want, got)
	}
	k.others(p, when)
	k.saved = k.want.Position
	return p
}

// part looks at what is there of a long command: it is whole, undo takes it back, and its line in the journal does the same again.
func (k *working) part(p *tab, got message.Lab, when string) {
	k.t.Helper()
	if exit := p.run("verify").Exit; exit != k.verified {
		k.t.Errorf("%s: verify ends with %d, before it did with %d", when, exit, k.verified)
	}
	var journal message.Journal
	p.view("journal", map[string]int{"from": k.want.Position, "limit": 2}, &journal)
	if len(journal.Commands) != 1 || k.last < 0 || !shortened(works[k.last].script, journal.Commands[0].Line) {
		k.t.Fatalf("%s: the journal goes on with %+v", when, journal.Commands)
	}
	k.found[k.last]++
	p.exec("undo")
	if back := p.lab(); back.Digest != k.want.Digest {
		k.t.Errorf("%s: undone, the lab is %+v and was %+v", when, back, k.want)
	}
	p.exec(journal.Commands[0].Line)
	if again := p.lab(); again.Digest != got.Digest {
		k.t.Errorf("%s: after %q once more the lab is %+v and was %+v", when, journal.Commands[0].Line, again, got)
	}
	// That is committed before the next kill: what the lab has saved of its journal was saved before.
	p.eval(fmt.Sprintf(`new Promise((done) => { logarium.on("saved", (e) => { if (e.position == %d) done(); }); logarium.exec("undo"); })`, k.want.Position), nil)
}

// shortened tells that a line is what was sent, or does a part of it.
func shortened(sent, line string) bool {
	number := regexp.MustCompile(`^produce orders --count (\d+) --size 100$`).FindStringSubmatch(line)
	switch {
	case strings.Contains(sent, "clock advance"):
		return strings.HasPrefix(line, "clock advance ")
	case number == nil || !strings.Contains(sent, "produce"):
		return false
	}
	n, err := strconv.Atoi(number[1])
	return err == nil && n > 0 && n <= 400_000
}

// others are the labs that came by an import or a link: they are what was imported or shared.
func (k *working) others(p *tab, when string) {
	k.t.Helper()
	for _, name := range names(p.shelf()) {
		if name == "orders" {
			continue
		}
		p.exec("lab load " + name)
		if strings.HasPrefix(name, "link-") && p.lab().Digest != k.want.Digest {
			p.exec("lab continue") // the commands of a link have their time, and the rest of them waits
		}
		if got := p.lab(); got.Digest != k.want.Digest {
			k.t.Errorf("%s: %s is %+v", when, name, got)
		}
		p.exec("lab load orders")
		p.exec("lab delete " + name)
		k.found[k.last]++
	}
}

// kill lets the browser work, and ends it somewhere in there.
func (k *working) kill(p *tab, work int) {
	k.t.Helper()
	p.eval(`(() => {
		logarium.on("saved", (e) => console.debug("saved " + e.position));
		(async () => {`+works[work].script+`})().catch((e) => console.error(e));
	})()`, nil)
	time.Sleep(time.Duration(50+k.random.IntN(k.within-50)) * time.Millisecond)
	k.browser.kill(k.t)
	k.last = work
	// Only a long command saves something in the lab at hand, the others do so in labs beside it.
	if _, number, ok := strings.Cut(strings.Trim(p.note(), `"`), "saved "); ok && (works[work].name == "produce" || works[work].name == "clock") {
		k.saved = max(k.saved, must(k.t, number))
	}
}
