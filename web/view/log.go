package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Part is a piece of a line with its class of ui.css: "" plain, "src" faint, "z" leading zeros.
type Part struct{ Class, Text string }

// LogRow is a line of server.log, of the events or of the journal.
type LogRow struct {
	Key    string
	Time   string
	Level  string
	Kind   string // I, W, E
	Parts  []Part
	Side   string
	Full   string
	Class  string
	Topic  string
	Base   int64
	Pos    int
	Undone bool
}

// LogRows prepares lines of server.log, short or in full. since is the journal position before the last command: later lines are
// new; -1 if there was none.
func LogRows(lines []message.LogLine, short bool, since int) []LogRow {
	out := make([]LogRow, 0, len(lines))
	for _, l := range lines {
		r := LogRow{Key: strconv.FormatInt(l.Seq, 10), Time: Moment(l.Time), Level: l.Level, Full: l.Text, Topic: l.Topic, Base: l.Base, Pos: l.Pos, Side: LayerWord(l.Layer)}
		r.Kind = "I"
		switch l.Level {
		case "WARN":
			r.Kind = "W"
		case "ERROR", "FATAL":
			r.Kind = "E"
		}
		r.Class = "ln " + r.Kind
		if since >= 0 && l.Pos > since {
			r.Class += " new"
		}
		r.Parts = []Part{{"", l.Text}}
		if short {
			r.Parts = Shorten(l.Text)
		} else {
			r.Parts = append(r.Parts, Part{"src", " (" + l.Logger + ")"})
		}
		out = append(out, r)
	}
	return out
}

// Shorten drops what repeats: the directory in the prefix, the inside of LogSegment(...), and greys leading zeros.
func Shorten(text string) []Part {
	var out []Part
	if strings.HasPrefix(text, "[") {
		if i := strings.Index(text, "] "); i > 0 {
			out = append(out, Part{"src", shortPrefix(text[:i+1])}, Part{"", " "})
			text = text[i+2:]
		}
	}
	for {
		i := strings.Index(text, "LogSegment(")
		if i < 0 {
			break
		}
		body := text[i+len("LogSegment("):]
		comma, end := strings.IndexByte(body, ','), strings.IndexByte(body, ')')
		if comma < 0 || end < comma {
			break
		}
		out = append(out, Part{"", text[:i] + "LogSegment(" + body[:comma]}, Part{"src", ", …)"})
		text = body[end+1:]
	}
	return append(out, zeros(text)...)
}

// shortPrefix turns "[UnifiedLog partition=orders-0, dir=/data/1]" into "[UnifiedLog orders-0]".
func shortPrefix(p string) string {
	if i := strings.Index(p, ", dir="); i > 0 {
		p = p[:i] + "]"
	}
	return strings.Replace(p, " partition=", " ", 1)
}

// zeros greys the leading zeros of 20-digit file names.
func zeros(text string) []Part {
	var out []Part
	for {
		i := strings.Index(text, "/00000")
		if i < 0 {
			break
		}
		end := i + 1
		for end < len(text) && text[end] == '0' {
			end++
		}
		if end < len(text) && (text[end] < '0' || text[end] > '9') {
			end--
		}
		out = append(out, Part{"", text[:i+1]}, Part{"z", text[i+1 : end]})
		text = text[end:]
	}
	return append(out, Part{"", text})
}

// EventRows prepares the rows of the events panel.
func EventRows(rows []message.Happened, since int) []LogRow {
	out := make([]LogRow, 0, len(rows))
	for _, e := range rows {
		kind, text := words.Event(e.Kind, e.Text)
		r := LogRow{Key: strconv.FormatInt(e.Seq, 10), Time: Moment(e.Time), Level: kind, Kind: "I", Parts: []Part{{"", text}},
			Side: strings.TrimSpace(e.Topic + " " + LayerWord(e.Layer)), Full: text, Topic: e.Topic, Base: e.Base, Pos: e.Pos, Class: "ln ev"}
		if since >= 0 && e.Pos > since {
			r.Class += " new"
		}
		out = append(out, r)
	}
	return out
}

// JournalRows prepares the rows of the journal.
func JournalRows(j message.Journal) []LogRow {
	out := make([]LogRow, 0, len(j.Commands))
	for _, c := range j.Commands {
		r := LogRow{Key: strconv.Itoa(c.N), Time: Moment(c.At), Level: strconv.Itoa(c.N), Parts: []Part{{"", c.Line}}, Full: c.Line, Pos: c.N,
			Class: "ln jr", Undone: c.Undone, Base: -1}
		if strings.Contains(c.Line, "internal.segment.bytes=") {
			r.Parts = append(r.Parts, Part{"dim", "  # " + words.T("small segments, so that you see them roll: Kafka refuses a segment.bytes below 1 MiB")})
		}
		if d := c.After - c.At; d > 0 {
			r.Side = "+" + Age(d)
		}
		if c.Undone {
			r.Side, r.Class = words.T("undone"), "ln jr undone"
		}
		if c.N == j.Position {
			r.Class += " hl"
		}
		out = append(out, r)
	}
	return out
}
