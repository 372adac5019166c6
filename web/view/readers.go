package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// slowReaders are the consumers behind a slow line, each with the file and the handle that it is sent from.
func slowReaders(c *message.Consumers, now int64, topic string) (out []Block) {
	for i := range c.Readers {
		out = append(out, slowReader(&c.Readers[i], now))
	}
	if topic != "" {
		start := "reader start slow --topic " + topic + " --rate 200"
		out = append(out, Block{Title: words.T("A slow reader"), Class: "step", Text: words.T("Its fetch is answered with a slice of a segment, which is sent while time passes: the name may change, the bytes stay readable until the files are removed.")},
			Block{Columns: "--cols:auto 1fr", Rows: []Row{{Class: "line bare", Cells: []Cell{Button(words.T("Read at 200 B a second"), "run:"+start, start), Say("", "")}}}})
	}
	return out
}

func slowReader(r *message.Reader, now int64) Block {
	b := Facts(words.F("Reader %1, %2", r.Name, words.Said(r.State)), nil)
	line := func(name, text string) { b.Rows = append(b.Rows, factRow(name, text)) }
	line(words.T("sent"), words.F("%1 of %2", Bytes(r.Sent), Bytes(r.Size)))
	line(words.T("slice"), words.F("%1, position %2", words.F("segment %1", strconv.FormatInt(r.Base, 10)), Group(r.From)))
	if r.Path != "" {
		line(words.F("handle %1", strconv.FormatInt(r.Fd, 10)), r.Path[strings.LastIndexByte(r.Path, '/')+1:])
	} else {
		line(words.T("handle"), words.T("closed: the files are removed"))
	}
	switch {
	case r.Why != "":
		b.Text = r.Why
		if r.Next != "" {
			b.Text += ". " + words.F("Its next fetch: %1", r.Next)
		}
	case r.State == "sending" && r.Gone >= 0 && r.Gone < r.Ends:
		b.Text = words.F("Breaks off in %1, when the files are removed: it would need %2.", Age(r.Gone-now), Age(r.Ends-now))
	case r.State == "sending" && r.Gone >= 0:
		b.Text = words.F("Ends in peace in %1; the files are removed in %2.", Age(r.Ends-now), Age(r.Gone-now))
	case r.State == "sending":
		b.Text = words.F("All is sent in %1.", Age(r.Ends-now))
	}
	b.Rows = append(b.Rows, Row{Class: "line bare", Cells: []Cell{Button(words.T("Take away"), "run:reader stop "+r.Name, "reader stop "+r.Name), Say("", "")}})
	return b
}
