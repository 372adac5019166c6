package e2e

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"logarium/engine/message"
)

const (
	kills   = 20
	seed    = 4711             // of the moments
	longest = 1500             // ms from the first command to the kill
	topic   = "killed"         // of its own, so that every record is accounted for
	produce = "produce killed" // --count N --size B; each line has another size
)

// TestKilledBrowserComesBackAtACommit kills the browser while records are produced, again and again, on one profile.
// Each time the lab must open whole: its journal is what was sent, the last line perhaps shortened; the log holds exactly
// the records of the journal; and nothing that was reported as saved is missing. Each kill leaves what it would in the worst moment: a
// record of the browser's own log of which only the first half is written. At the end the storage is damaged for good: the
// visitor is told, and has a lab again.
func TestKilledBrowserComesBackAtACommit(t *testing.T) {
	url, profile := site(t), t.TempDir()
	random := rand.New(rand.NewPCG(seed, 0))
	k := &killing{t: t, url: url, profile: profile}
	k.begin()
	for round := range kills {
		k.round(round, time.Duration(50+random.IntN(longest-50))*time.Millisecond)
	}
	b := relaunch(t, profile)
	k.check(visit(t, b, url), kills)
	b.kill(t)
	k.lose()
	t.Logf("%d kills, %d of them with half a record: %d records in %d commands survived, %d commands of them in part", kills, k.torn, k.records, k.commands, k.shortened)
}

type killing struct {
	t            *testing.T
	url, profile string

	base      int // journal commands before the first record
	saved     int // journal commands that the page reported as saved
	records   int64
	commands  int
	shortened int
	torn      int // logs of the browser with half a record at their end
}

// begin makes the topic and leaves the browser in good order.
func (k *killing) begin() {
	b := relaunch(k.t, k.profile)
	p := visit(k.t, b, k.url)
	p.exec("kafka-topics --create --topic " + topic + " --partitions 1")
	p.saved()
	k.base = p.lab().Position
	k.saved = k.base
	b.stop()
}

func (k *killing) round(round int, after time.Duration) {
	b := relaunch(k.t, k.profile)
	p := visit(k.t, b, k.url)
	position := k.check(p, round)
	// The size tells the number that the line will have in the journal.
	p.eval(fmt.Sprintf(`(() => {
		logarium.on("saved", (e) => console.debug("saved " + e.position));
		(async () => {
			for (let n = %d; ; n++) {
				const count = n %% 5 == 0 ? 3000 : 50;
				await logarium.exec(%q + " --count " + count + " --size " + (10 + n));
			}
		})().catch((e) => console.error(e));
	})()`, position+1, produce), nil)
	time.Sleep(after)
	b.kill(k.t)
	k.torn += tear(k.t, k.profile)
	if _, number, ok := strings.Cut(strings.Trim(p.note(), `"`), "saved "); ok {
		reported, err := strconv.Atoi(number)
		if err != nil {
			k.t.Fatal(err)
		}
		k.saved = max(k.saved, reported)
	}
}

// check looks at what came back and returns the position of the journal.
func (k *killing) check(p *tab, round int) int {
	k.t.Helper()
	if ready := p.ready(); ready.Fresh || ready.ReadOnly || ready.Store != "indexeddb" || ready.Why != "" {
		k.t.Fatalf("round %d: ready %+v", round, ready)
	}
	lab := p.lab()
	if lab.Position < k.saved || lab.Saved != lab.Position {
		k.t.Fatalf("round %d: %+v, but %d commands were reported as saved", round, lab, k.saved)
	}
	k.commands, k.records, k.shortened = 0, 0, 0
	for from := k.base; from < lab.Position; {
		var journal message.Journal
		p.view("journal", map[string]int{"from": from, "limit": 1000}, &journal)
		for _, c := range journal.Commands {
			k.command(c)
		}
		from += max(1, len(journal.Commands))
	}
	if lab.Position != k.base+k.commands {
		k.t.Fatalf("round %d: position %d, %d commands after %d", round, lab.Position, k.commands, k.base)
	}
	var partition message.Partition
	p.view("partition", map[string]string{"partition": topic + "-0"}, &partition)
	if partition.LogEndOffset != k.records {
		k.t.Fatalf("round %d: the journal has %d records, the log ends at %d", round, k.records, partition.LogEndOffset)
	}
	return lab.Position
}

// command counts a line of the journal, and checks that it is the one that was sent at its place.
func (k *killing) command(c message.Command) {
	k.t.Helper()
	m := regexp.MustCompile(`^` + produce + ` --count (\d+) --size (\d+)$`).FindStringSubmatch(c.Line)
	if m == nil {
		k.t.Fatalf("command %d is %q", c.N, c.Line)
	}
	count, size := must(k.t, m[1]), must(k.t, m[2])
	whole := 50
	if c.N%5 == 0 {
		whole = 3000
	}
	if size != 10+c.N || count > whole || count < 1 {
		k.t.Fatalf("command %d is %q", c.N, c.Line)
	}
	if count < whole {
		k.shortened++
	}
	k.commands++
	k.records += int64(count)
}

func must(t *testing.T, number string) int {
	t.Helper()
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
