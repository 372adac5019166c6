package lab

import (
	"fmt"
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/engine/record"
	"logarium/engine/store"
)

// unpacked are the steps of a look-up that follow when the batch is found.
func unpacked(t *testing.T, l *Lab, offset int) (steps []message.Step, at int64) {
	t.Helper()
	v := view[message.Lookup](t, l, "lookup", fmt.Sprintf(`{"partition":"t-0","offset":%d}`, offset))
	for _, s := range v.Steps {
		if s.Kind == "unpack" || s.Kind == "record" {
			steps = append(steps, s)
		}
	}
	return steps, v.Position
}

// TestUnpack: the steps of a reader cover the batch byte by byte: its header, then each record, and one of them is the wanted one.
func TestUnpack(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --partitions 1")
	ok(t, l, "produce t --count 3 --records-per-batch 40 --size 30")
	for _, offset := range []int{40, 41, 49, 55, 79} {
		steps, at := unpacked(t, l, offset)
		if steps[0].Text != "header: count 40, base offset 40" || steps[0].Length != record.HeaderSize {
			t.Fatalf("%+v", steps[0])
		}
		hits := 0
		for _, s := range steps {
			if s.Offset != at {
				t.Errorf("offset %d: %+v is not at %d", offset, s, at)
			}
			if at += s.Length; s.Hit {
				hits++
				if want := fmt.Sprintf("record %d: offset %d, 37 B", offset-40, offset); s.Text != want {
					t.Errorf("%q, want %q", s.Text, want)
				}
			}
		}
		if end := view[message.Lookup](t, l, "lookup", `{"partition":"t-0","offset":80}`).Position; hits != 1 || at != end || len(steps) > 16 {
			t.Errorf("offset %d: %d hits, %d steps that end at %d of %d", offset, hits, len(steps), at, end)
		}
	}
}

// TestUnpackCompressed: compressed records lie nowhere by themselves: each step is about all their bytes.
func TestUnpackCompressed(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --partitions 1 --config compression.type=gzip")
	ok(t, l, "produce t --records-per-batch 3 --size 30")
	steps, at := unpacked(t, l, 1)
	var texts []string
	for _, s := range steps[1:] {
		texts = append(texts, s.Text)
		if s.Offset != at+record.HeaderSize || s.Length != steps[1].Length {
			t.Errorf("%+v", s)
		}
	}
	if got := strings.Join(texts[1:], "; "); got != "record 0: offset 0, 37 B; record 1: offset 1, 37 B; record 2: 37 B" || !strings.HasPrefix(texts[0], "unpacked: gzip, ") {
		t.Errorf("%q", texts)
	}
}

// Without the option the command prints the search alone.
func TestUnpackIsAskedFor(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --partitions 1")
	ok(t, l, "produce t --records-per-batch 2")
	for line, want := range map[string]bool{"lookup t-0 1": false, "lookup t-0 1 --unpack": true} {
		if res := l.Exec(nil, line, false); strings.Contains(res.Out, "header: count 2, base offset 0") != want {
			t.Errorf("%s: %+v", line, res)
		}
	}
	if res := l.Exec(nil, "lookup t-0 9 --unpack", false); res.Exit == 0 {
		t.Errorf("%+v", res)
	}
}

// TestUnpackOfDamage: a batch that cannot be taken apart is found all the same; what is wrong with it is the last step, about its rest.
func TestUnpackOfDamage(t *testing.T) {
	for position, want := range map[string]string{"57 7": "Found invalid record count -2147483608 in magic v2 batch", "61 7": "Found invalid record structure", "140 7": "Found invalid record structure"} {
		l := newLab(t, store.NewMemory())
		ok(t, l, "kafka-topics --create --topic t --partitions 1")
		ok(t, l, "produce t --count 2 --records-per-batch 40 --size 30")
		ok(t, l, "flip t-0/00000000000000000000.log "+position)
		steps, _ := unpacked(t, l, 30)
		last := steps[len(steps)-1]
		end := view[message.Lookup](t, l, "lookup", `{"partition":"t-0","offset":40}`).Position
		if last.Text != want || last.Kind != "unpack" || last.Offset+last.Length != end || last.Length <= 0 {
			t.Errorf("%s: %+v, the batch ends at %d", position, last, end)
		}
		if res := l.Exec(nil, "lookup t-0 30 --unpack", false); res.Exit != 0 || !strings.Contains(res.Out, want) || !strings.Contains(res.Out, "found    offset") {
			t.Errorf("%+v", res)
		}
	}
}
