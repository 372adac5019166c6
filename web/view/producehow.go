package view

import "logarium/engine/message"

// acknowledged says when the producer counts a batch as written.
func (p Produce) acknowledged() string {
	switch p.Acks {
	case "0":
		return "it is sent, whatever becomes of it"
	case "1":
		return "the leader has written it"
	}
	return "all in-sync replicas have it"
}

// how are the lines about the way: codec, acks, producer, time, transaction.
func (p Produce) how(f *ProduceForm, now int64, txns []message.Transaction) []Block {
	name := Field("p-producer", "produce-producer", "Name of the producer", map[bool]string{true: "tx1", false: "p1"}[p.Txn])
	kind := map[bool]string{true: "plain", false: "idempotent"}[p.Plain]
	codec := Toggle("Codec", "codec:", p.Codec, options("none", "gzip", "snappy", "lz4", "zstd")...)
	lines := Block{Class: "sec", Columns: "--cols:84px minmax(0,1fr)"}
	line := func(name string, x Cell) {
		lines.Rows = append(lines.Rows, Row{Class: "line bare", Cells: []Cell{Say("mid", name), x}})
	}
	line("Codec", codec)
	if !p.Txn {
		line("acks", Toggle("acks", "acks:", p.Acks, options("0", "1", "all")...))
	}
	line("Transaction", Toggle("Transaction", "txn:", map[bool]string{true: "yes", false: "no"}[p.Txn], Option{Value: "no", Text: "none"}, Option{Value: "yes", Text: "send in one"}))
	line("Producer", name)
	if p.Txn {
		return []Block{lines, p.transaction(now, txns)}
	}
	line("", Toggle("Producer is", "kind:", kind, options("idempotent", "plain")...))
	over := Field("p-over", "produce-over", "Virtual time that the batches are spread over", "at once, or over 1 min")
	over.Bad = f.OverErr != ""
	line("Over", over)
	out := []Block{lines}
	if f.OverErr != "" {
		out = append(out, Block{Class: "bad", Text: f.OverErr})
	}
	return out
}

func options(values ...string) []Option {
	var out []Option
	for _, v := range values {
		out = append(out, Option{Value: v, Text: v})
	}
	return out
}

// transaction are the controls of the producer's transaction, and how it stands.
func (p Produce) transaction(now int64, txns []message.Transaction) Block {
	id := p.Producer
	if id == "" {
		id = "tx1"
	}
	state, open := "It has no transaction yet.", false
	for i := range txns {
		if t := &txns[i]; t.ID == id {
			if state, open = "It is "+t.State+".", t.State == "Ongoing"; t.Aborts >= 0 {
				state = "It is " + t.State + "; the coordinator aborts it in " + Age(t.Aborts-now) + "."
			}
		}
	}
	tell := func(word, verb string) Cell {
		line := "tx " + verb + " --producer " + Quote(id)
		return Button(word, "run:"+line, line)
	}
	end := []Cell{tell("Commit", "commit"), tell("Abort", "abort")}
	if !open { // records may be on their way that only the broker of the partition knows: aborting is always offered
		end = end[1:]
	}
	return Block{Text: id + ": " + state, Columns: "--cols:auto auto auto 1fr", Rows: []Row{{Class: "line bare", Cells: append([]Cell{tell("Begin", "begin")}, end...)}}}
}
