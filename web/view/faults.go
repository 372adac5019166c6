package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
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
	out := []Block{{Title: "Broker " + id, Class: "cap"}}
	out = append(out, f.process(id)...)
	out = append(out, Block{Title: "Disk " + f.Dir, Class: "cap"})
	out = append(out, f.device()...)
	out = append(out, f.files()...)
	return append(out, fault("Repair", "Takes every fault of the disk back; the disk has its first size again. What is lost stays lost.", danger("Clear all faults", "fault clear", false)))
}

// fault is a name with its controls, and what they do.
func fault(name, does string, controls ...Cell) Block {
	return Block{Class: "fault", Text: does, Columns: "--cols:1fr" + strings.Repeat(" auto", len(controls)), Rows: []Row{{Class: "line bare", Cells: append([]Cell{Say("strong", name)}, controls...)}}}
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
	kill := "The process ends, the page cache stays. There is no clean shutdown marker, so recovery reads from offset " + Group(f.Part.RecoveryPoint) + "."
	if !f.Broker.Running {
		start := danger("Start", "broker start "+id, false)
		start.Class = "btn primary"
		return []Block{fault("Start", "The broker does not run. Starting it loads every log, and recovers those that were not closed cleanly.", start), f.power(id)}
	}
	stop := danger("Stop", "broker stop "+id, false)
	stop.Class = "btn"
	return []Block{
		fault("kill -9", kill, danger("Kill", "kill -9 "+strconv.Itoa(f.Broker.PID), false)),
		fault("Shut down", "The broker flushes its logs, writes the clean shutdown marker and ends.", stop),
		f.power(id),
	}
}

func (f *Faults) power(id string) Block {
	mode, line := f.Mode, "power-loss "+id
	does := "Page cache is gone: " + Plural(int64(f.Disk.Dirty), "dirty page", "dirty pages")
	if at, end := f.Part.RecoveryPoint, f.Part.LogEndOffset; f.Part.Name != "" && end > at {
		does += ", offsets " + Group(at) + " – " + Group(end-1) + " of " + f.Part.Name + " are at risk"
	}
	switch mode {
	case "keep":
		does, line = does+". Some of the pages had reached the disk by chance.", line+" --mode keep"
	case "tear":
		does, line = does+". Some of the pages had reached the disk, some are torn at 512 bytes.", line+" --mode tear"
	default:
		mode, does = "lose", does+"."
	}
	return fault("Power loss", does, Toggle("Dirty pages", "fault-mode:", mode, Option{Value: "lose", Text: "lose"}, Option{Value: "keep", Text: "keep"}, Option{Value: "tear", Text: "tear"}), danger("Cut power", line, false))
}

func (f *Faults) device() []Block {
	limit := Field("fault-handles", "fault-handles", "Open file limit", strconv.Itoa(f.Disk.Limit))
	limit.Class = "field-in num"
	n, err := whole(f.Handles, 1, 1<<20)
	limit.Bad = f.Handles != "" && err != ""
	set := danger("Set", "ulimit -n "+strconv.FormatInt(n, 10), err != "")
	does := "Of " + Group(int64(f.Disk.Limit)) + " files that a process may open, " + Group(int64(f.Disk.Handles)) + " are open. At the limit the next roll fails with “Too many open files”."
	if limit.Bad {
		does = err + " " + does
	}
	return []Block{
		fault("Disk full", "The next write that needs room fails with ENOSPC, and the log directory goes offline. In use: "+Bytes(f.Disk.Used)+".", danger("Fill it", "fault disk-full", false)),
		fault("Log directory fails", "Every read and write in it fails with EIO; its partitions lose their leader here.", danger("Fail it", "fault dir-fail "+f.Dir, f.Dir == "")),
		fault("File handles", does, limit, set),
	}
}

func (f *Faults) files() []Block {
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	title := "No file is open"
	if name != "" {
		title = "File " + name
	}
	on := f.On
	if on == "" {
		on = "all"
	}
	none := f.Path == ""
	flip := "Choose a byte in the dump. CRC-32C is checked on append, on recovery and by consumers, not on an ordinary read."
	if f.Cursor >= 0 {
		flip = "Inverts the lowest bit of byte " + Group(f.Cursor) + ", as a failing device does. CRC-32C is checked on append, on recovery and by consumers, not on an ordinary read."
	}
	return []Block{
		{Title: title, Class: "cap"},
		fault("Flip a bit", flip, danger("Flip", "flip "+f.Path+" "+strconv.FormatInt(f.Cursor, 10), none || f.Cursor < 0)),
		fault("I/O error", "What is chosen fails with EIO on this file.", Toggle("Fails on", "fault-on:", on, Option{Value: "all", Text: "all"}, Option{Value: "read", Text: "read"}, Option{Value: "write", Text: "write"}, Option{Value: "sync", Text: "sync"}),
			danger("Fail", "fault eio "+f.Path+" --on "+on, none)),
		fault("rm by hand", "Removes the name; an open handle keeps the bytes until the broker closes it.", danger("Remove", "rm "+f.Path, none)),
	}
}
