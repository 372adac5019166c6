package view

import (
	"logarium/engine/message"

	"logarium/web/words"
)

// acknowledged says when the producer counts a batch as written.
func (p Produce) acknowledged() string {
	switch p.Acks {
	case "0":
		return words.T("it is sent, whatever becomes of it")
	case "1":
		return words.T("the leader has written it")
	}
	return words.T("all in-sync replicas have it")
}

// how are the lines about the way: codec, acks, producer, time, transaction.
func (p Produce) how(f *ProduceForm, now int64, txns []message.Transaction) []Block {
	name := Field("p-producer", "produce-producer", words.T("Name of the producer"), map[bool]string{true: "tx1", false: "p1"}[p.Txn])
	kind := map[bool]string{true: "plain", false: "idempotent"}[p.Plain]
	codec := Toggle(words.T("Codec"), "codec:", p.Codec, options("none", "gzip", "snappy", "lz4", "zstd")...)
	lines := Block{Class: "sec", Columns: "--cols:84px minmax(0,1fr)"}
	line := func(name string, x Cell) {
		lines.Rows = append(lines.Rows, Row{Class: "line bare", Cells: []Cell{Say("mid", name), x}})
	}
	line(words.T("Codec"), codec)
	if !p.Txn {
		line("acks", Toggle("acks", "acks:", p.Acks, options("0", "1", "all")...))
	}
	line(words.T("Transaction"), Toggle(words.T("Transaction"), "txn:", map[bool]string{true: "yes", false: "no"}[p.Txn], Option{Value: "no", Text: words.T("none")}, Option{Value: "yes", Text: words.T("send in one")}))
	line(words.T("Producer"), name)
	if p.Txn {
		return []Block{lines, p.transaction(now, txns)}
	}
	line("", Toggle(words.T("Producer is"), "kind:", kind, options("idempotent", "plain")...))
	over := Field("p-over", "produce-over", words.T("Virtual time that the batches are spread over"), words.T("at once, or over 1 min"))
	over.Bad = f.OverErr != ""
	line(words.T("Over"), over)
	out := []Block{lines}
	if f.OverErr != "" {
		out = append(out, Block{Class: "bad", Text: f.OverErr})
	}
	return out
}

func options(values ...string) []Option {
	var out []Option
	for _, v := range values {
		out = append(out, Option{Value: v, Text: words.Said(v)})
	}
	return out
}

// transaction are the controls of the producer's transaction, and how it stands.
func (p Produce) transaction(now int64, txns []message.Transaction) Block {
	id := p.Producer
	if id == "" {
		id = "tx1"
	}
	state, open := words.T("It has no transaction yet."), false
	for i := range txns {
		if t := &txns[i]; t.ID == id {
			if state, open = words.F("It is %1.", words.Said(t.State)), t.State == "Ongoing"; t.Aborts >= 0 {
				state = words.F("It is %1; the coordinator aborts it in %2.", words.Said(t.State), Age(t.Aborts-now))
			}
		}
	}
	tell := func(word, verb string) Cell {
		line := "tx " + verb + " --producer " + Quote(id)
		return Button(word, "run:"+line, line)
	}
	end := []Cell{tell(words.T("Commit"), "commit"), tell(words.T("Abort"), "abort")}
	if !open { // records may be on their way that only the broker of the partition knows: aborting is always offered
		end = end[1:]
	}
	return Block{Text: id + ": " + state, Columns: "--cols:auto auto auto 1fr", Rows: []Row{{Class: "line bare", Cells: append([]Cell{tell(words.T("Begin"), "begin")}, end...)}}}
}
