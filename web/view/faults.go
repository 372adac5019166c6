package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Faults is the panel of what can be broken. Every control sends a command.
type Faults struct {
	Broker  message.Broker
	Dir     string // log directory of the selection
	Path    string // the open file
	Cursor  int64  // the byte that is chosen in the dump, -1 none
	Disk    message.Disk
	Part    message.Partition
	Mode    string // of a power loss: lose, keep, tear
	On      string // what fails with EIO
	Handles string // limit as typed
}

// Blocks is the panel's content.
func (f *Faults) Blocks() []Block {
	id := strconv.Itoa(int(f.Broker.ID))
	out := []Block{{Title: words.F("Broker %1", id), Class: "cap"}}
	out = append(out, f.process(id)...)
	out = append(out, Block{Title: words.F("Disk %1", f.Dir), Class: "cap"})
	out = append(out, f.device()...)
	out = append(out, f.files()...)
	out = append(out, f.set())
	return append(out, fault(words.T("Repair"), words.T("Takes every fault of the disk back; the disk has its first size again. What is lost stays lost."), danger(words.T("Clear all faults"), "fault clear", false)))
}

// fault is a name with its controls, and what they do.
func fault(name, does string, controls ...Cell) Block {
	return Block{Class: "fault", Text: does, Columns: "--cols:1fr" + strings.Repeat(" auto", len(controls)), Rows: []Row{{Class: "line bare", Cells: append([]Cell{Say("strong", name)}, controls...)}}}
}

// set lists the faults that are set.
func (f *Faults) set() Block {
	b := Block{Title: words.T("Faults that are set"), Class: "cap"}
	for _, x := range f.Disk.Faults {
		says := words.F("%1 fails with EIO on %2", x.Path, operations(x.On))
		if x.Full {
			says = words.F("%1 fails with ENOSPC on %2", x.Path, operations(x.On))
		}
		if x.Times > 0 {
			says += words.F(", %1 times more", Group(int64(x.Times)))
		}
		b.Rows = append(b.Rows, Row{Class: "line bare", Cells: []Cell{Say("mono wrap", says)}})
	}
	if len(b.Rows) == 0 {
		b.Text = words.T("None is set.")
	}
	return b
}

// operations words what a fault hits, "read,write".
func operations(on string) string {
	names := strings.Split(on, ",")
	for i := range names {
		names[i] = words.Said(names[i])
	}
	return strings.Join(names, ", ")
}

func danger(text, line string, off bool) Cell {
	c := Button(text, "run:"+line, line)
	c.Class, c.Off = "btn danger", off
	if off {
		c.Act, c.Title = "", ""
	}
	return c
}

func (f *Faults) process(id string) []Block {
	kill := words.F("The process ends, the page cache stays. There is no clean shutdown marker, so recovery reads from offset %1.", Group(f.Part.RecoveryPoint))
	if !f.Broker.Running {
		start := danger(words.T("Start"), "broker start "+id, false)
		start.Class = "btn primary"
		return []Block{fault(words.T("Start"), words.T("The broker does not run. Starting it loads every log, and recovers those that were not closed cleanly."), start), f.power(id)}
	}
	stop := danger(words.T("Stop"), "broker stop "+id, false)
	stop.Class = "btn"
	return []Block{
		fault("kill -9", kill, danger(words.T("Kill"), "kill -9 "+strconv.Itoa(f.Broker.PID), false)),
		fault(words.T("Shut down"), words.T("The broker flushes its logs, writes the clean shutdown marker and ends."), stop),
		f.power(id),
	}
}

func (f *Faults) power(id string) Block {
	mode, line := f.Mode, "power-loss "+id
	does := words.F("Page cache is gone: %1", Plural(int64(f.Disk.Dirty), "dirty page", "dirty pages"))
	if at, end := f.Part.RecoveryPoint, f.Part.LogEndOffset; f.Part.Name != "" && end > at {
		does += words.F(", offsets %1 – %2 of %3 are at risk", Group(at), Group(end-1), f.Part.Name)
	}
	switch mode {
	case "keep":
		does, line = does+words.T(". Some of the pages had reached the disk by chance."), line+" --mode keep"
	case "tear":
		does, line = does+words.T(". Some of the pages had reached the disk, some are torn at 512 bytes."), line+" --mode tear"
	default:
		mode, does = "lose", does+words.T(".")
	}
	return fault(words.T("Power loss"), does, Toggle(words.T("Dirty pages"), "fault-mode:", mode, Option{Value: "lose", Text: words.T("lose")}, Option{Value: "keep", Text: words.T("keep")}, Option{Value: "tear", Text: words.T("tear")}), danger(words.T("Cut power"), line, false))
}

func (f *Faults) device() []Block {
	limit := Field("fault-handles", "fault-handles", words.T("Open file limit"), strconv.Itoa(f.Disk.Limit))
	limit.Class = "field-in num"
	n, err := whole(f.Handles, 1, 1<<20)
	limit.Bad = f.Handles != "" && err != ""
	set := danger(words.T("Set"), "ulimit -n "+strconv.FormatInt(n, 10), err != "")
	does := words.F("Of %1 files that a process may open, %2 are open. At the limit the next roll fails with “Too many open files”.", Group(int64(f.Disk.Limit)), Group(int64(f.Disk.Handles)))
	if limit.Bad {
		does = err + " " + does
	}
	return []Block{
		fault(words.T("Disk full"), words.F("The next write that needs room fails with ENOSPC, and the log directory goes offline. In use: %1.", Bytes(f.Disk.Used)), danger(words.T("Fill it"), "fault disk-full", false)),
		fault(words.T("Log directory fails"), words.T("Every read and write in it fails with EIO; its partitions lose their leader here."), danger(words.T("Fail it"), "fault dir-fail "+f.Dir, f.Dir == "")),
		fault(words.T("File handles"), does, limit, set),
	}
}

func (f *Faults) files() []Block {
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	title := words.T("No file is open")
	if name != "" {
		title = words.F("File %1", name)
	}
	on := f.On
	if on == "" {
		on = "all"
	}
	none := f.Path == ""
	flip := words.T("Choose a byte in the dump. CRC-32C is checked on append, on recovery and by consumers, not on an ordinary read.")
	if f.Cursor >= 0 {
		flip = words.F("Inverts the lowest bit of byte %1, as a failing device does. CRC-32C is checked on append, on recovery and by consumers, not on an ordinary read.", Group(f.Cursor))
	}
	return []Block{
		{Title: title, Class: "cap"},
		fault(words.T("Flip a bit"), flip, danger(words.T("Flip"), "flip "+f.Path+" "+strconv.FormatInt(f.Cursor, 10), none || f.Cursor < 0)),
		fault(words.T("I/O error"), words.T("What is chosen fails with EIO on this file."), Toggle(words.T("Fails on"), "fault-on:", on, Option{Value: "all", Text: words.T("all")}, Option{Value: "read", Text: words.T("read")}, Option{Value: "write", Text: words.T("write")}, Option{Value: "sync", Text: words.T("sync")}),
			danger(words.T("Fail"), "fault eio "+f.Path+" --on "+on, none)),
		fault(words.T("rm by hand"), words.T("Removes the name; an open handle keeps the bytes until the broker closes it."), danger(words.T("Remove"), "rm "+f.Path, none)),
	}
}
