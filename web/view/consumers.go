package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// ConsumerBlocks is the panel of consumer groups and transactional ids.
func ConsumerBlocks(c message.Consumers, now int64, topic string) []Block {
	out := make([]Block, 0, len(c.Groups)+2)
	if len(c.Groups) == 0 {
		out = append(out, Block{Title: words.T("No consumer group"), Class: "step", Text: words.T("A group is there once a consumer with its name has committed an offset.")},
			Block{Columns: "--cols:auto 1fr", Rows: []Row{{Class: "line bare", Cells: []Cell{
				Button(words.F("Consume as “%1”", "readers"), "run:"+ConsumeAs("readers", topic), ConsumeAs("readers", topic)), Say("", "")}}}})
	}
	for i := range c.Groups {
		out = append(out, group(&c.Groups[i], now))
	}
	if len(c.Transactions) > 0 {
		b := Block{Title: words.T("Transactional ids"), Class: "sec", Label: words.T("Transactional ids"), Columns: "--cols:minmax(0,1fr) auto auto"}
		for i := range c.Transactions {
			b.Rows = append(b.Rows, transaction(&c.Transactions[i], now))
		}
		out = append(out, b)
	}
	return append(out, slowReaders(&c, now, topic)...)
}

// ConsumeAs reads a topic as a member of a group, and commits.
func ConsumeAs(group, topic string) string {
	return "kafka-console-consumer --topic " + topic + " --group " + group + " --from-beginning --max-messages 100"
}

func group(g *message.Group, now int64) Block {
	b := Block{Title: g.ID + ", " + words.Said(strings.ToLower(g.State)), Class: "sec", Label: words.F("Group %1", g.ID), Columns: "--cols:minmax(0,1fr) auto auto auto"}
	b.Text = words.F("Lag %1. Its records are in %2, and nobody answers for it.", Group(g.Lag), g.Partition)
	if g.Coordinator != 0 {
		b.Text = words.F("Lag %1. Its records are in %2, broker %3 answers for it.", Group(g.Lag), g.Partition, Group(int64(g.Coordinator)))
	}
	b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("label", words.T("partition")), Cell{Class: "label r", Text: words.T("committed"), Term: "committed offset"}, Cell{Class: "label r", Text: words.T("log end"), Term: "log end offset"}, Cell{Class: "label r", Text: words.T("lag"), Term: "lag"}}})
	for i := range g.Offsets {
		o := &g.Offsets[i]
		at := Say("num", Group(o.Offset))
		at.Title = words.F("committed %1 ago", Age(now-o.Committed))
		if o.Expires >= 0 {
			at.Title += words.F(", forgotten after %1", When(o.Expires, now))
		}
		lag := Say("num", unknown(o.Lag))
		if o.Where != "" && o.Where != "within" {
			lag = Say("bad r", words.F("out of range, %1", words.Said(o.Where)))
			lag.Title = words.T("The group starts over as auto.offset.reset says. What has become of this record?")
			lag.Kind, lag.Class, lag.Act = "button", "link bad r", "lost:"+o.Partition+"/"+strconv.FormatInt(o.Offset, 10)
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
		open = words.F("aborts in %1", Age(t.Aborts-now))
	}
	id := Say("mono", t.ID)
	id.Title = words.F("producer id %1, epoch %2", Group(t.ProducerID), Group(int64(t.Epoch)))
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
