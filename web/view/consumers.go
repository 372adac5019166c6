package view

import (
	"strings"

	"logarium/engine/message"
)

// ConsumerBlocks is the panel of consumer groups and transactional ids.
func ConsumerBlocks(c message.Consumers, now int64, topic string) []Block {
	out := make([]Block, 0, len(c.Groups)+2)
	if len(c.Groups) == 0 {
		out = append(out, Block{Title: "No consumer group", Class: "step", Text: "A group is there once a consumer with its name has committed an offset."},
			Block{Columns: "--cols:auto 1fr", Rows: []Row{{Class: "line bare", Cells: []Cell{
				Button("Consume as “readers”", "run:"+ConsumeAs("readers", topic), ConsumeAs("readers", topic)), Say("", "")}}}})
	}
	for i := range c.Groups {
		out = append(out, group(&c.Groups[i], now))
	}
	if len(c.Transactions) > 0 {
		b := Block{Title: "Transactional ids", Class: "sec", Label: "Transactional ids", Columns: "--cols:minmax(0,1fr) auto auto"}
		for i := range c.Transactions {
			b.Rows = append(b.Rows, transaction(&c.Transactions[i], now))
		}
		out = append(out, b)
	}
	return out
}

// ConsumeAs reads a topic as a member of a group, and commits.
func ConsumeAs(group, topic string) string {
	return "kafka-console-consumer --topic " + topic + " --group " + group + " --from-beginning --max-messages 100"
}

func group(g *message.Group, now int64) Block {
	b := Block{Title: g.ID + ", " + strings.ToLower(g.State), Class: "sec", Label: "Group " + g.ID, Columns: "--cols:minmax(0,1fr) auto auto auto"}
	b.Text = "Lag " + Group(g.Lag) + ". Its records are in " + g.Partition + ", "
	if g.Coordinator == 0 {
		b.Text += "and nobody answers for it."
	} else {
		b.Text += "broker " + Group(int64(g.Coordinator)) + " answers for it."
	}
	b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("label", "partition"), Say("label r", "committed"), Say("label r", "log end"), Say("label r", "lag")}})
	for i := range g.Offsets {
		o := &g.Offsets[i]
		at := Say("num", Group(o.Offset))
		at.Title = "committed " + Age(now-o.Committed) + " ago"
		if o.Expires >= 0 {
			at.Title += ", forgotten after " + When(o.Expires, now)
		}
		lag := Say("num", unknown(o.Lag))
		if o.Where != "" && o.Where != "within" {
			lag = Say("bad r", "out of range, "+o.Where)
			lag.Title = "The group starts over as auto.offset.reset says."
		}
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("mono", o.Partition), at, Say("num", unknown(o.End)), lag}})
	}
	return b
}

func unknown(n int64) string {
	if n < 0 {
		return "–"
	}
	return Group(n)
}

func transaction(t *message.Transaction, now int64) Row {
	open := ""
	if t.Aborts >= 0 {
		open = "aborts in " + Age(t.Aborts-now)
	}
	id := Say("mono", t.ID)
	id.Title = "producer id " + Group(t.ProducerID) + ", epoch " + Group(int64(t.Epoch))
	return Row{Class: "line", Cells: []Cell{id, Say("", t.State), Say("label", open)}}
}

// Reader is a committed offset in the strip.
type Reader struct {
	Group  string
	Offset int64
	Where  string
}

// Readers are the committed offsets of a partition.
func Readers(c message.Consumers, partition string) []Reader {
	var out []Reader
	for i := range c.Groups {
		for _, o := range c.Groups[i].Offsets {
			if o.Partition == partition {
				out = append(out, Reader{c.Groups[i].ID, o.Offset, o.Where})
			}
		}
	}
	return out
}
