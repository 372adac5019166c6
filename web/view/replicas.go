package view

import (
	"slices"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// SeveralBrokers makes a lab in which partitions have replicas.
const SeveralBrokers = "lab new --brokers 3"

// ReplicaBlocks is the panel of the selected partition's replicas: who leads and who is in sync, what each has, where the bytes of two
// differ, and what truncations have cut.
func ReplicaBlocks(f *message.Fleet, v message.Replicas, partition string, now int64) []Block {
	if f == nil {
		return []Block{
			{Title: words.T("One broker"), Class: "step", Text: words.T("It leads every partition, and nobody has a copy. Of several brokers, one leads a partition and the others copy it.")},
			{Columns: "--cols:auto 1fr", Rows: []Row{{Class: "line bare", Cells: []Cell{Button(words.T("A lab of three brokers"), "run:"+SeveralBrokers, SeveralBrokers), Say("", "")}}}},
		}
	}
	out := []Block{members(f, now)}
	for i := range f.Partitions {
		if p := &f.Partitions[i]; p.Name == partition {
			out = append(out, placement(p))
		}
	}
	if v.Partition == partition && partition != "" {
		out = append(out, comparison(&v))
		if len(v.Cuts) > 0 {
			out = append(out, cutOff(v.Cuts))
		}
	}
	return out
}

// members are the brokers as the controller sees them, each with what stops and starts its fetchers.
func members(f *message.Fleet, now int64) Block {
	b := Block{Title: words.T("Brokers"), Class: "sec", Label: words.T("Brokers"), Columns: "--cols:auto minmax(0,1fr) auto"}
	for _, m := range f.Members {
		id := Group(int64(m.Broker))
		state := Say("ok", words.T("serves"))
		switch {
		case m.SessionEnds >= 0:
			state = Say("warn", words.F("gone; missed in %1", Age(max(0, m.SessionEnds-now))))
		case m.Fenced:
			state = Say("bad", words.T("fenced"))
		case m.Paused:
			state = Say("warn", words.T("does not fetch"))
		}
		line := "replica pause " + id
		act := Button(words.T("pause"), "run:"+line, line)
		if m.Paused {
			line = "replica resume " + id
			act = Button(words.T("resume"), "run:"+line, line)
		}
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("mono", id), state, act}})
	}
	return b
}

// placement is the partition as the controller has it, with a line for each replica.
func placement(p *message.Placement) Block {
	b := Block{Title: p.Name, Class: "sec", Label: p.Name, Columns: "--cols:auto minmax(0,1fr) auto auto"}
	b.Text = words.F("Leader epoch %1, partition epoch %2, min.insync.replicas %3.", Group(int64(p.LeaderEpoch)), Group(int64(p.PartitionEpoch)), Group(int64(p.MinISR)))
	if p.Leader < 0 {
		b.Text += " " + words.T("Nobody leads it.")
	}
	b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("label", words.T("broker")), Say("label", ""), {Class: "label r", Text: words.T("high watermark"), Term: "high watermark"}, {Class: "label r", Text: words.T("log end"), Term: "log end offset"}}})
	for _, h := range p.Has {
		role := Say("bad", words.T("out of sync"))
		switch {
		case h.Broker == p.Leader:
			role = Say("", words.T("leader"))
		case slices.Contains(p.ISR, h.Broker):
			role = Say("ok", words.T("in sync"))
		case slices.Contains(p.ELR, h.Broker):
			role = Say("warn", words.T("eligible to lead"))
		}
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("mono", Group(int64(h.Broker))), role, Say("num", unknown(h.HighWatermark)), Say("num", unknown(h.LogEndOffset))}})
	}
	return b
}

// comparison is where the files of two replicas differ.
func comparison(v *message.Replicas) Block {
	b := Block{Title: words.F("Broker %1 and broker %2, byte for byte", Group(int64(v.A.Broker)), Group(int64(v.B.Broker))), Class: "sec", Label: words.T("files"), Columns: "--cols:minmax(0,1fr) auto"}
	for i := range v.Files {
		file := &v.Files[i]
		state := Say("ok", words.T("equal"))
		switch {
		case file.SizeA < 0 || file.SizeB < 0:
			state = Say("warn", words.T("on one side only"))
		case !file.Same:
			state = Say("bad mono", spans(file.Diffs))
			state.Title = words.T("positions of bytes that differ")
		}
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("mono", file.Name), state}})
	}
	return b
}

// spans are the first few ranges.
func spans(list []message.Span) string {
	const most = 3
	var parts []string
	for i, s := range list {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, Group(s.Start)+"–"+Group(s.End-1))
	}
	return strings.Join(parts, ", ")
}

// cutOff is what followers have cut off, the latest first.
func cutOff(cuts []message.CutOff) Block {
	b := Block{Title: words.T("Cut off by truncations"), Class: "sec", Label: words.T("Cut off by truncations"), Columns: "--cols:minmax(0,1fr) auto"}
	for _, c := range slices.Backward(cuts) {
		text := words.F("broker %1, to be as broker %2", Group(int64(c.Broker)), Group(int64(c.Leader)))
		offsets := Say("num", Group(c.From)+"–"+Group(c.To-1))
		offsets.Title = words.T("offsets")
		if len(c.Batches) > 0 {
			text += " " + words.F("(epoch %1)", Group(int64(c.Batches[0].Epoch)))
		}
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{Say("", text), offsets}})
	}
	return b
}
