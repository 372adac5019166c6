package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"logarium/engine/message"
)

// Functions lists what an assertion may read, each with how many arguments it has at least and at most. A broker's number may
// follow the arguments of each that has some; without it broker 1 is meant.
func Functions() []Function {
	return []Function{
		{"bases", 1, 1, "base offsets of a partition's segments"}, {"segments", 1, 1, "how many these are"},
		{"logStart", 1, 1, "log start offset"}, {"hw", 1, 1, "high watermark"}, {"lso", 1, 1, "last stable offset"},
		{"leo", 1, 1, "log end offset"}, {"recoveryPoint", 1, 1, "recovery point"}, {"epoch", 1, 1, "leader epoch"},
		{"sinceIndex", 1, 1, "bytes since the last index entry"}, {"offsets", 1, 1, "offsets of the records that can be read"},
		{"size", 1, 1, "bytes of a file"}, {"exists", 1, 1, "whether a file or directory is there"},
		{"bytes", 3, 3, "bytes of a file in hex: path, position, how many"}, {"crcValid", 1, 1, "whether the CRC of each batch in a .log file is right"},
		{"du", 0, 1, "bytes allocated to named files, of all or in a directory"}, {"df", 0, 0, "bytes allocated at all"}, {"fds", 0, 0, "open file descriptors"},
		{"ev", 1, 2, "events of a kind, of a partition; @MS: at this time"}, {"now", 0, 0, "time since the lab began"},
		{"config", 3, 3, "a setting's value: topic or broker, its name, the setting"}, {"running", 0, 1, "whether a broker runs"},
		{"offline", 1, 1, "whether a log directory is offline"}, {"isr", 1, 1, "in-sync replicas of a partition"}, {"leader", 1, 1, "its leader, -1: none"}, {"log", 0, 0, "log ~ \"text\": server.log contains it"},
		{"committed", 2, 2, "offset that a group has committed in a partition"}, {"lag", 2, 2, "how far behind it is"},
		{"trace.segment", 0, 0, "of the last lookup: base offset of the segment"}, {"trace.entry", 0, 0, "the index entry: (offset, position)"},
		{"trace.timeEntry", 0, 0, "the time index entry: (timestamp, offset)"}, {"trace.scanned", 0, 0, "batch headers read, up to the right one"},
		{"trace.returnedFrom", 0, 0, "base offset of the batch"}, {"trace.position", 0, 0, "where it begins"}, {"trace.offset", 0, 0, "the offset found"},
		{"trace.probes", 0, 0, "index entries looked at"}, {"trace.found", 0, 0, "whether there is such a record"},
	}
}

// Function is one that assertions may use.
type Function struct {
	Name     string
	min, max int
	Doc      string
}

// function reads the arguments of a function and calls it.
func (e *eval) function(name string) value {
	from := e.at - len(name)
	args := e.arguments()
	if err := known(name, args); err != nil && e.err == nil {
		e.err = fmt.Errorf("column %d: %w", from+1, err)
	}
	if name == "log" {
		return e.logContains()
	}
	moment := int64(-1)
	if name == "ev" && e.eat("@") {
		moment = e.single().n
	}
	if e.err != nil || e.lab == nil {
		return placeholder(name)
	}
	shown := strings.TrimSpace(e.text[from:e.at])
	v := e.call(name, args, moment)
	if said := shown + " is " + v.String(); e.err == nil && !slices.Contains(e.seen, said) {
		e.seen = append(e.seen, said)
	}
	return v
}

func known(name string, args []string) error {
	for _, f := range Functions() {
		if f.Name != name {
			continue
		}
		most := f.max
		if most > 0 {
			most++ // the broker
		}
		if len(args) < f.min || len(args) > most {
			return fmt.Errorf("%s wants at least %d and at most %d arguments, here are %d", name, f.min, most, len(args))
		}
		return nil
	}
	return fmt.Errorf("there is no function %s", name)
}

// placeholder has the right kind where only the syntax counts.
func placeholder(name string) value {
	switch name {
	case "bases", "offsets", "isr", "trace.entry", "trace.timeEntry":
		return value{kind: list}
	case "bytes", "config":
		return value{kind: text}
	}
	return value{}
}

// call is a function of a certain lab.
func (e *eval) call(name string, args []string, moment int64) value {
	if trace, ok := strings.CutPrefix(name, "trace."); ok {
		return e.trace(trace)
	}
	switch name {
	case "bases", "segments":
		return e.bases(name, args)
	case "offsets":
		return e.offsets(args)
	case "size", "exists", "bytes", "crcValid", "du":
		return e.file(name, args)
	case "ev":
		return e.events(args, moment)
	case "df", "fds", "now":
		return e.machine(name)
	case "config":
		return e.config(args)
	case "running", "offline":
		return e.cluster(name, args)
	case "isr", "leader":
		return e.placement(name, args[0])
	case "committed", "lag":
		return e.group(name, args)
	}
	return e.mark(name, args)
}

// broker is the number behind the n arguments of a function, 1 if there is none.
func (e *eval) broker(args []string, n int) int64 {
	if len(args) <= n {
		return 1
	}
	return e.int(args[n])
}

func (e *eval) int(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		e.fail("%q is no number", s)
	}
	return n
}

func (e *eval) mark(name string, args []string) value {
	var p message.Partition
	e.view("partition", map[string]any{"partition": args[0], "broker": e.broker(args, 1)}, &p)
	switch name {
	case "logStart":
		return num(p.LogStartOffset)
	case "hw":
		return num(p.HighWatermark)
	case "lso":
		return num(p.LastStableOffset)
	case "leo":
		return num(p.LogEndOffset)
	case "recoveryPoint":
		return num(p.RecoveryPoint)
	case "sinceIndex":
		return num(p.SinceIndex)
	}
	return num(int64(p.LeaderEpoch))
}

// most is the highest number of segments, files or rows that an assertion looks at.
const most = 10_000

func (e *eval) bases(name string, args []string) value {
	var s message.Segments
	e.view("segments", map[string]any{"partition": args[0], "broker": e.broker(args, 1), "limit": most}, &s)
	v := value{kind: list}
	for _, one := range s.Segments {
		if one.State != "renamed" {
			v.list = append(v.list, one.Base)
		}
	}
	if name == "segments" {
		return num(int64(len(v.list)))
	}
	return v
}

// logContains reads ~ "text" behind log.
func (e *eval) logContains() value {
	if !e.eat("~") || !e.eat(`"`) {
		return e.fail("column %d: expected log ~ \"text\"", e.at+1)
	}
	want := e.quoted().s
	var v message.ServerLog
	if !e.view("serverLog", map[string]any{"from": 0, "limit": math.MaxInt32}, &v) {
		return value{}
	}
	for _, l := range v.Lines {
		at := time.UnixMilli(l.Time).UTC().Format("2006-01-02 15:04:05,000")
		if strings.Contains("["+at+"] "+l.Level+" "+l.Text+" ("+l.Logger+")", want) {
			return yes(true)
		}
	}
	e.seen = append(e.seen, fmt.Sprintf("server.log has no %q", want))
	return yes(false)
}

// events counts those of a kind, at a moment if it is not negative.
func (e *eval) events(args []string, moment int64) value {
	var v message.Events
	var c message.Clock
	e.view("events", map[string]any{"kind": args[0], "limit": most}, &v)
	e.view("clock", nil, &c)
	n := int64(0)
	for _, r := range v.Rows {
		if (moment < 0 || r.Time == c.Start+moment) && (len(args) < 2 || r.Topic == args[1]) {
			n++
		}
	}
	if n == 0 && len(v.Rows) > 0 {
		e.seen = append(e.seen, fmt.Sprintf("the last %s was at %d", args[0], v.Rows[len(v.Rows)-1].Time-c.Start))
	}
	return num(n)
}

func (e *eval) machine(name string) value {
	var m message.Machine
	var c message.Clock
	e.view("machine", map[string]any{"limit": 1}, &m)
	e.view("clock", nil, &c)
	switch name {
	case "df":
		return num(m.Disk.Used)
	case "fds":
		return num(int64(m.Disk.Handles))
	}
	return num(c.Now - c.Start)
}

func (e *eval) config(args []string) value {
	var c message.Config
	e.view("config", map[string]any{"type": args[0], "name": args[1]}, &c)
	for _, s := range c.Settings {
		if s.Name == args[2] {
			return value{kind: text, s: s.Value}
		}
	}
	return e.fail("%s %s has no setting %s", args[0], args[1], args[2])
}
