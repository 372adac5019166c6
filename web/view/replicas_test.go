package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// said is everything that blocks say, one line each.
func said(blocks []Block) string {
	var b strings.Builder
	for _, x := range blocks {
		b.WriteString(x.Title + ": " + x.Text + "\n")
		for _, r := range x.Rows {
			for _, c := range r.Cells {
				b.WriteString(" | " + c.Text)
			}
			b.WriteString("\n")
		}
	}
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(b.String())
}

// TestReplicaBlocks: who leads, who is in sync, eligible or neither, where files differ, what was cut.
func TestReplicaBlocks(t *testing.T) {
	fleet := &message.Fleet{
		Members: []message.Member{{Broker: 1, SessionEnds: -1}, {Broker: 2, Paused: true, SessionEnds: -1}, {Broker: 3, SessionEnds: 6000}, {Broker: 4, Fenced: true, SessionEnds: -1}},
		Partitions: []message.Placement{{Name: "t-0", Leader: 1, LeaderEpoch: 2, PartitionEpoch: 5, MinISR: 2, Replicas: []int32{1, 2, 3, 4}, ISR: []int32{1, 2}, ELR: []int32{3}, Has: []message.Holder{
			{Broker: 1, LogEndOffset: 8, HighWatermark: 7}, {Broker: 2, LogEndOffset: 7, HighWatermark: 6}, {Broker: 3, LogEndOffset: -1, HighWatermark: -1}, {Broker: 4, LogEndOffset: 1, HighWatermark: 1}}}},
	}
	pair := message.Replicas{Partition: "t-0", A: message.Side{Broker: 1}, B: message.Side{Broker: 2}, Files: []message.FilePair{
		{Name: "a.index", SizeA: 8, SizeB: 8, Same: true}, {Name: "a.log", SizeA: 170, SizeB: 157, Diffs: []message.Span{{Start: 85, End: 95}, {Start: 107, End: 117}, {Start: 135, End: 157}, {Start: 157, End: 170}}},
		{Name: "b.snapshot", SizeA: -1, SizeB: 10, Diffs: []message.Span{{Start: 0, End: 10}}}},
		Cuts: []message.CutOff{{Broker: 2, Leader: 1, From: 5, To: 8, Batches: []message.CutBatch{{Base: 5, Last: 7, Epoch: 1}}}}}
	want := `Brokers: 
 | 1 | serves | pause
 | 2 | does not fetch | resume
 | 3 | gone; missed in 5 s | pause
 | 4 | fenced | pause
t-0: Leader epoch 2, partition epoch 5, min.insync.replicas 2.
 | broker |  | high watermark | log end
 | 1 | leader | 7 | 8
 | 2 | in sync | 6 | 7
 | 3 | eligible to lead | – | –
 | 4 | out of sync | 1 | 1
Broker 1 and broker 2, byte for byte: 
 | a.index | equal
 | a.log | 85–94, 107–116, 135–156, …
 | b.snapshot | on one side only
Cut off by truncations: 
 | broker 2, to be as broker 1 (epoch 1) | 5–7
`
	if got := said(ReplicaBlocks(fleet, pair, "t-0", 1000)); got != want {
		t.Errorf("%s", got)
	}
	one := ReplicaBlocks(nil, message.Replicas{}, "t-0", 0)
	if len(one) != 2 || one[1].Rows[0].Cells[0].Act != "run:lab new --brokers 3" {
		t.Errorf("one broker: %+v", one)
	}
	if got := ReplicaBlocks(fleet, pair, "other-0", 0); len(got) != 1 {
		t.Errorf("another partition shows %d blocks", len(got))
	}
}
