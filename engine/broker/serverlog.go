package broker

import (
	"iter"
	"strings"
	"time"

	"logarium/engine/event"
	"logarium/engine/store"
)

const (
	// LogPath is the broker's log file on its machine.
	LogPath = "/var/log/kafka/server.log"
	// CleanerLogPath is where the log cleaner writes.
	CleanerLogPath = "/var/log/kafka/log-cleaner.log"

	keptLines  = 50_000 // lines that serverLog can show; the file keeps all
	keptEvents = 20_000
)

// LogLine is a line of server.log and what it is about.
type LogLine struct {
	Time      int64
	Level     event.Level
	Logger    string
	Text      string
	Thrown    string
	Partition string // "orders-0", "" if it is about none
	Base      int64  // base offset of the segment it is about, -1 if none
	Command   int    // journal command during which it was written
}

// Format is the line as the file has it: Kafka's layout pattern [%d] %p %m (%c)%n.
func (l LogLine) Format() string {
	var b strings.Builder
	b.Grow(len(l.Text) + len(l.Logger) + 40)
	b.WriteByte('[')
	b.WriteString(time.UnixMilli(l.Time).UTC().Format("2006-01-02 15:04:05,000"))
	b.WriteString("] ")
	b.WriteString(l.Level.String())
	b.WriteByte(' ')
	b.WriteString(l.Text)
	b.WriteString(" (")
	b.WriteString(l.Logger)
	b.WriteString(")\n")
	if l.Thrown != "" {
		b.WriteString(l.Thrown)
		b.WriteByte('\n')
	}
	return b.String()
}

func (l *LogLine) code(c *store.Coder) {
	c.Int64(&l.Time)
	store.Number(c, &l.Level)
	c.String(&l.Logger)
	c.String(&l.Text)
	c.String(&l.Thrown)
	c.String(&l.Partition)
	c.Int64(&l.Base)
	c.Int(&l.Command)
}

// Happening is an event that was kept.
type Happening struct {
	Time      int64
	Kind      string
	Text      string
	Partition string
	Base      int64
	Command   int
}

func (h *Happening) code(c *store.Coder) {
	c.Int64(&h.Time)
	c.String(&h.Kind)
	c.String(&h.Text)
	c.String(&h.Partition)
	c.Int64(&h.Base)
	c.Int(&h.Command)
}

// Lines is how many lines were ever logged, the number of the latest.
func (b *Broker) Lines() int64 { return b.lines.last }

// LinesFrom lists logged lines by number, upwards from n; LinesBefore downwards.
func (b *Broker) LinesFrom(n int64) iter.Seq2[int64, LogLine]   { return b.lines.from(n) }
func (b *Broker) LinesBefore(n int64) iter.Seq2[int64, LogLine] { return b.lines.before(n) }

// Events is how many events were ever kept, the number of the latest.
func (b *Broker) Events() int64 { return b.events.last }

// EventsFrom lists events by number, upwards from n; EventsBefore downwards.
func (b *Broker) EventsFrom(n int64) iter.Seq2[int64, Happening]   { return b.events.from(n) }
func (b *Broker) EventsBefore(n int64) iter.Seq2[int64, Happening] { return b.events.before(n) }

// emit takes an event: into the ring of events, and if its line is at its logger's level or above, into server.log.
func (b *Broker) emit(h *Host, e event.Event) {
	if h.Watch != nil {
		h.Watch(e)
	}
	if !passing(e) {
		b.keep(h, e)
	}
	if h.Walk != nil {
		h.Walk(b.id, e)
	}
}

// Emit tells of something that happens to the broker above its logs.
func (b *Broker) Emit(h *Host, e event.Event) { b.emit(h, e) }

func (b *Broker) keep(h *Host, e event.Event) {
	b.meters.count(e, b.disk)
	at := Happening{Time: h.Now(), Kind: e.Kind(), Base: -1, Command: h.Command}
	if of, ok := e.(event.Of); ok {
		at.Partition = of.Of().Name()
	}
	if seg, ok := e.(event.At); ok {
		at.Base = seg.SegmentBase()
	}
	if text, ok := brief(e); ok {
		at.Text = text
		b.events.add(at, keptEvents)
		return
	}
	logged, ok := e.(event.Logged)
	if !ok || quiet(e) {
		return
	}
	l := logged.Line()
	at.Text = l.Text
	b.events.add(at, keptEvents)
	if l.Level >= b.Level(l.Logger) {
		b.log(at, l)
	}
}

// log appends a line to the ring and to its file.
func (b *Broker) log(at Happening, l event.Line) {
	line := LogLine{at.Time, l.Level, l.Logger, l.Text, l.Thrown, at.Partition, at.Base, at.Command}
	b.lines.add(line, keptLines)
	b.appendLog(l.Logger, line.Format())
}

// say logs a line of the broker's own.
func (b *Broker) say(h *Host, kind string, level event.Level, logger, text string) {
	b.emit(h, said{kind, event.Line{Level: level, Logger: logger, Text: text}})
}

// said is an event for which the line is all there is to know.
type said struct {
	kind string
	line event.Line
}

func (s said) Kind() string     { return s.kind }
func (s said) Line() event.Line { return s.line }
