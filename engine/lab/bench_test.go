package lab

import (
	"fmt"
	"testing"

	"logarium/engine/store"
)

// large is a lab with 10,000 segments in one partition.
func large(b *testing.B) *Lab {
	l := newLab(b, store.NewMemory())
	ok(b, l, "kafka-topics --create --topic big --config internal.segment.bytes=1000 --config segment.index.bytes=200")
	ok(b, l, "produce big --count 10001 --size 900 --records-per-batch 1")
	if s := l.current().cluster.Broker(1).Log("big-0").NumberOfSegments(); s < 10_000 {
		b.Fatalf("%d segments", s)
	}
	return l
}

func BenchmarkLargeLab(b *testing.B) {
	l := large(b)
	b.Run("produce", func(b *testing.B) {
		for i := range b.N {
			ok(b, l, fmt.Sprintf("produce big --key k --value v%d", i))
		}
	})
	b.Run("commit", func(b *testing.B) {
		for i := range b.N {
			ok(b, l, fmt.Sprintf("produce big --key k --value v%d", i))
			if err := l.Commit(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("retention", func(b *testing.B) {
		for range b.N {
			ok(b, l, "step --task kafka-log-retention")
		}
	})
	for _, v := range [][2]string{
		{"segments", `{"partition":"big-0","from":-20}`}, {"segments", `{"partition":"big-0","from":5000,"limit":20}`}, {"partition", `{"partition":"big-0"}`},
		{"verdicts", `{"partition":"big-0","base":5000}`}, {"batches", `{"partition":"big-0","base":5000}`}, {"files", `{"dir":"/tmp/kafka-logs/big-0"}`}, {"files", `{"dir":"/tmp/kafka-logs/big-0","lines":true,"from":9950,"limit":90}`},
		{"cluster", ""}, {"schedule", ""}, {"serverLog", `{"from":-40,"limit":40}`}, {"serverLog", `{"from":-40,"limit":40,"filter":"Rolled"}`}, {"events", `{"from":-40,"limit":40}`}, {"machine", ""}, {"lab", ""},
	} {
		b.Run("view/"+v[0]+v[1], func(b *testing.B) {
			for range b.N {
				if _, err := l.View(v[0], []byte(v[1])); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkProduce(b *testing.B) {
	l := newLab(b, store.NewMemory())
	ok(b, l, "kafka-topics --create --topic t")
	for range b.N {
		ok(b, l, "produce t --count 100000 --size 100 --records-per-batch 100")
	}
}

// BenchmarkHistory: one step back and forth in a lab of a million records and 10,000 segments, and one position of a head that is
// drawn over a journal of a thousand commands, whose states are not in memory any more, with a view of the strip.
func BenchmarkHistory(b *testing.B) {
	l := newLab(b, store.NewMemory())
	ok(b, l, "kafka-topics --create --topic big --config internal.segment.bytes=9500 --config segment.index.bytes=200")
	ok(b, l, "produce big --count 10001 --batch-bytes 9000 --records-per-batch 100")
	if n := l.current().cluster.Broker(1).Log("big-0").NumberOfSegments(); n < 10_000 {
		b.Fatalf("%d segments", n)
	}
	for i := range 1000 {
		ok(b, l, fmt.Sprintf("produce big --record k:v%d", i))
		if i%100 == 99 {
			if err := l.Commit(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("undo", func(b *testing.B) {
		for range b.N {
			ok(b, l, "undo")
			ok(b, l, "redo")
		}
	})
	b.Run("scrub", func(b *testing.B) {
		for i := range b.N {
			ok(b, l, fmt.Sprintf("goto %d", 10+i*997%990))
			if _, err := l.View("segments", []byte(`{"partition":"big-0","from":-20}`)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
