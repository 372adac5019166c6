package lab

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/store"
)

// reads counts the blocks that are read.
type reads struct {
	store.Blocks
	n int
}

func (r *reads) Read(ids []uint64) ([][]byte, error) {
	r.n += len(ids)
	return r.Blocks.Read(ids)
}

// segments is a lab with many segments in one partition, all stored.
func segments(t *testing.T, n int) (*Lab, *reads) {
	t.Helper()
	blocks := &reads{Blocks: store.NewMemory()}
	l := newLab(t, blocks)
	ok(t, l, "kafka-topics --create --topic big --config internal.segment.bytes=1000 --config segment.index.bytes=200")
	ok(t, l, fmt.Sprintf("produce big --count %d --size 900 --records-per-batch 1", n+1))
	if err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	return l, blocks
}

// screenViews is what a screen asks for after a command.
var screenViews = [][2]string{
	{"lab", ""}, {"clock", ""}, {"cluster", ""}, {"machine", `{"limit":20}`}, {"partition", `{"partition":"big-0"}`},
	{"segments", `{"partition":"big-0","from":-20}`}, {"verdicts", `{"partition":"big-0","from":0,"limit":20}`},
	{"files", `{"dir":"/tmp/kafka-logs/big-0","lines":true,"from":0,"limit":90}`},
	{"files", `{"dir":"/tmp/kafka-logs/big-0","from":30,"limit":20}`},
	{"serverLog", `{"from":-40,"limit":40}`}, {"events", `{"from":-40,"limit":40}`}, {"journal", `{"from":-20}`},
}

func looked(t *testing.T, l *Lab) (all []any) {
	t.Helper()
	for _, v := range screenViews {
		view, err := l.View(v[0], []byte(v[1]))
		if err != nil {
			t.Fatal(v[0], err)
		}
		all = append(all, view)
	}
	return all
}

// TestCoolChangesNothing: what was taken from memory is there when somebody looks, and history goes on.
func TestCoolChangesNothing(t *testing.T) {
	l, _ := segments(t, 300)
	warm := looked(t, l)
	if err := l.Cool(); err != nil {
		t.Fatal(err)
	}
	if l.states.Len() < 2 || l.store.ResidentPages() > 0 {
		t.Errorf("%d states, %d pages in memory", l.states.Len(), l.store.ResidentPages())
	}
	if diff := cmp.Diff(warm, looked(t, l)); diff != "" {
		t.Errorf("views have changed:\n%s", diff)
	}
	before := digest(l.current().cluster)
	ok(t, l, "produce big --count 3 --size 900 --records-per-batch 1")
	if err := l.Cool(); err != nil || l.current().cluster == nil { // not committed: nothing happens
		t.Fatal(err)
	}
	after := digest(l.current().cluster)
	if err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := l.Cool(); err != nil {
		t.Fatal(err)
	}
	for _, step := range [][2]string{{"undo", before}, {"redo", after}} {
		if ok(t, l, step[0]); digest(l.current().cluster) != step[1] {
			t.Errorf("another machine after %s", step[0])
		}
	}
	counted := looked(t, l)
	l.census = nil
	if diff := cmp.Diff(counted, looked(t, l)); diff != "" {
		t.Errorf("counted anew:\n%s", diff)
	}
}

// TestCoolDoesNotCountAgain: what a command and the views after it read from a lab that was cooled does not grow with its segments.
func TestCoolDoesNotCountAgain(t *testing.T) {
	var read []int
	for _, n := range []int{400, 2000} {
		l, blocks := segments(t, n)
		looked(t, l)
		if err := l.Cool(); err != nil {
			t.Fatal(err)
		}
		l.store.SetMemory(4096)
		blocks.n = 0
		ok(t, l, "produce big --record k:v")
		looked(t, l)
		read = append(read, blocks.n)
	}
	if read[1] > read[0]+read[0]/2+4 {
		t.Errorf("%d blocks were read with 400 segments, %d with 2,000", read[0], read[1])
	}
}

// TestPositionsReadLittle: of a journal whose states are not in memory any more a position reads the few blocks that its commit has written,
// and nothing if somebody was there before.
func TestPositionsReadLittle(t *testing.T) {
	l, blocks := segments(t, 1000)
	first := l.position
	for i := range 200 {
		ok(t, l, fmt.Sprintf("produce big --record k:v%d", i))
		if i%5 == 4 {
			if err := l.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	}
	visit := func() float64 {
		before := blocks.n
		for i := range 50 {
			ok(t, l, fmt.Sprintf("goto %d", first+(i+1)*61%200))
			looked(t, l)
		}
		if err := l.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := l.Cool(); err != nil {
			t.Fatal(err)
		}
		return float64(blocks.n-before) / 50
	}
	looked(t, l)
	if err := l.Cool(); err != nil {
		t.Fatal(err)
	}
	if n := visit(); n > 4 {
		t.Errorf("%.1f blocks are read for a position", n)
	}
	if n := visit(); n > 0 {
		t.Errorf("%.1f blocks are read for a position when they were read before", n)
	}
}
