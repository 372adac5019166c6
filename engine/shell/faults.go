package shell

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/machine/disk"
)

func faultCommands() []Command {
	return []Command{
		{Name: "bench", Usage: "[append|random-write|scan|random-read]...", Short: "how fast the device is, in order and elsewhere", Example: "bench append random-write", Run: bench,
			Words: fixed(strings.Fields(benches)...)},
		{Name: "cache", Usage: "[size BYTES | PARTITION]", Short: "the page cache: what is in it, what is dirty, hits and misses; of one partition, its files", Example: "cache orders-0", Run: cache,
			Words: func(e *Env) []string { return append([]string{"size"}, PartitionNames(e)...) }},
		{Name: "disk", Usage: "[hdd|ssd|size BYTES|nfs [on|off]|reset]", Short: "the device: what was read and written, and how long that would take; nfs: a removed file that is open keeps a name", Example: "disk hdd", Run: diskCommand,
			Words: fixed("hdd", "nfs", "reset", "size", "ssd")},
		{Name: "fault", Usage: "[list | disk-full [DIR] | dir-fail DIR | eio FILE | torn FILE | slow N | clear [PATH]]", Short: "let the disk fail", Example: "fault eio orders-0/00000000000000000000.log --on write", Options: faultOptions, Run: fault,
			Words: fixed("clear", "dir-fail", "disk-full", "eio", "list", "slow", "torn")},
		{Name: "flip", Usage: "FILE POSITION [BIT]", Short: "invert one bit of a file, as a failing device does", Example: "flip orders-0/00000000000000000000.log 70", Run: flip},
		{Name: "hex", Usage: "[-s SKIP] [-n LENGTH] FILE", Short: "print a file's bytes with the name of every field", Example: "hex orders-0/00000000000000000000.log", Options: hexOptions, Run: hexCommand},
		{Name: "power-loss", Usage: "[BROKER] [--mode lose|keep|tear]", Short: "switch a machine off and on: what was not synced is lost", Options: powerOptions, Run: powerLoss},
	}
}

func fixed(words ...string) func(*Env) []string { return func(*Env) []string { return words } }

var (
	faultOptions = []Option{
		{Name: "on", Arg: "OPERATION", Doc: "read, write, sync or all, which is also what is meant without it", Words: fixed("all", "read", "sync", "write")},
		{Name: "free", Arg: "BYTES", Doc: "with disk-full: so much is free before the disk is full"},
		{Name: "skip", Arg: "N", Doc: "so many operations still succeed"},
		{Name: "times", Arg: "N", Doc: "so many fail then; all if not given"},
	}
	powerOptions = []Option{{Name: "mode", Arg: "MODE", Doc: "lose all dirty pages (if not given), keep some by chance, or tear some at 512 bytes too", Words: fixed("keep", "lose", "tear")}}
)

func powerLoss(c *Call) int {
	o, err := ParseOptions(powerOptions, c.Args)
	if err != nil || len(o.Rest) > 1 {
		return c.Fail("usage: power-loss [BROKER] [--mode lose|keep|tear]")
	}
	modes := map[string]disk.PowerMode{"lose": disk.LoseDirty, "keep": disk.KeepSome, "tear": disk.TearSome}
	mode, ok := modes[o.Get("mode", "lose")]
	if !ok {
		return c.Fail("--mode %s is not one of lose, keep, tear", o.Get("mode", ""))
	}
	id, ok := c.brokerID(o.Rest)
	if !ok {
		return 1
	}
	lost, err := c.Cluster.PowerLoss(id, mode)
	if err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	c.Printf("machine %d lost %d of %d dirty pages, %d are torn; %d of %d directories lost changes; %d files have no name any more\n",
		id, lost.Pages-lost.KeptPages, lost.Pages, lost.TornPages, lost.Dirs-lost.KeptDirs, lost.Dirs, lost.Files)
	return 0
}

// brokerID is the broker that an argument names, or that at hand.
func (c *Call) brokerID(args []string) (int32, bool) {
	if len(args) == 0 {
		return c.Broker().ID(), true
	}
	n, err := strconv.ParseInt(args[0], 10, 32)
	if err != nil || c.Cluster.Broker(int32(n)) == nil {
		c.Fail("there is no broker %s", args[0])
		return 0, false
	}
	return int32(n), true
}

func flip(c *Call) int {
	if len(c.Args) != 2 && len(c.Args) != 3 {
		return c.Fail("usage: flip FILE POSITION [BIT]")
	}
	at, err := number(c.Args[1])
	if err != nil {
		return c.Fail("%s is not a position", c.Args[1])
	}
	bit := uint64(0)
	if len(c.Args) == 3 {
		if bit, err = strconv.ParseUint(c.Args[2], 10, 8); err != nil || bit > 7 {
			return c.Fail("%s is not a bit from 0 to 7", c.Args[2])
		}
	}
	if err := c.Disk().Flip(c.Path(c.Args[0]), at, uint(bit)); err != nil {
		return c.Fail("%s at %d: %s", c.Args[0], at, reason(err))
	}
	c.Changed = true
	return 0
}

func fault(c *Call) int {
	o, err := ParseOptions(faultOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), faultOptions)
	}
	f, err := faultNumbers(o)
	if err != nil {
		return c.Fail("%s", err)
	}
	verb, rest := "", o.Rest
	if len(rest) > 0 {
		verb, rest = rest[0], rest[1:]
	}
	switch {
	case (verb == "" || verb == "list") && len(c.Args) < 2:
		return c.listFaults()
	case verb == "disk-full" && len(rest) == 0:
		return c.fillDisk(o)
	case verb == "disk-full" && len(rest) == 1:
		f.On, f.Full = disk.OnWrite, true
		return c.setFault(f, rest[0])
	case verb == "dir-fail" && len(rest) == 1:
		f.On = disk.OnAll
		return c.setFault(f, rest[0])
	case verb == "eio" && len(rest) == 1:
		return c.setFault(f, rest[0])
	case verb == "torn" && len(rest) == 1:
		f.On, f.Torn, f.Times = disk.OnWrite, true, max(1, f.Times)
		return c.setFault(f, rest[0])
	case verb == "slow" && len(rest) == 1:
		return c.slowDown(rest[0])
	case verb == "clear" && len(rest) <= 1:
		return c.clearFaults(rest)
	}
	return c.usage("say what fails: fault disk-full, fault dir-fail DIR, fault eio FILE, fault torn FILE, fault slow N, or fault clear", faultOptions)
}

func faultNumbers(o *Options) (f disk.Fault, err error) {
	on := map[string]disk.Op{"all": disk.OnAll, "read": disk.OnRead, "write": disk.OnWrite, "sync": disk.OnSync}
	f.On = on[o.Get("on", "all")]
	skip, err1 := o.Int("skip", 0, 32)
	times, err2 := o.Int("times", 0, 32)
	if f.On == 0 || err1 != nil || err2 != nil || skip < 0 || times < 0 {
		return f, fmt.Errorf("--on is read, write, sync or all; --skip and --times are counts")
	}
	f.Skip, f.Times = int(skip), int(times)
	return f, nil
}

func (c *Call) setFault(f disk.Fault, name string) int {
	f.Path = c.Path(name)
	if !c.Disk().Exists(f.Path) {
		return c.Fail("%s: %s", name, disk.ErrNotExist)
	}
	c.Disk().SetFault(f)
	c.Changed = true
	return 0
}

// fillDisk makes the disk as large as what is on it.
func (c *Call) fillDisk(o *Options) int {
	free, err := number(o.Get("free", "0"))
	if err != nil {
		return c.Fail("--free %s is not a number of bytes", o.Get("free", ""))
	}
	used, _ := c.Disk().Df()
	c.Disk().SetCapacity(used + free)
	c.Changed = true
	return 0
}

const maxSlow = 1_000_000

func (c *Call) slowDown(text string) int {
	n, err := number(text)
	if err != nil || n < 1 || n > maxSlow {
		return c.Fail("%s is not how many times as long the disk takes, 1 to %d", text, maxSlow)
	}
	c.Disk().SetSlow(int(n))
	c.Changed = true
	return 0
}

// clearFaults takes faults back; without a path all of them, and the disk has its first size and speed again.
func (c *Call) clearFaults(paths []string) int {
	if len(paths) == 1 {
		c.Disk().ClearFaults(c.Path(paths[0]))
	} else {
		c.Disk().ClearFaults("")
		c.Disk().SetSlow(1)
		c.Disk().SetCapacity(c.firstCapacity())
	}
	c.Changed = true
	return 0
}

func (c *Call) firstCapacity() int64 {
	if n := c.Cluster.Options().Disk.Capacity; n > 0 {
		return n
	}
	return disk.DefaultCapacity
}

func (c *Call) listFaults() int {
	if _, capacity := c.Disk().Df(); capacity != c.firstCapacity() {
		c.Printf("disk-full  the disk has %d bytes instead of %d\n", capacity, c.firstCapacity())
	}
	if n := c.Disk().Slow(); n > 1 {
		c.Printf("slow       every access takes %d times as long\n", n)
	}
	for _, f := range c.Disk().Faults() {
		kind := "eio"
		switch {
		case f.Torn:
			kind = "torn"
		case f.Full:
			kind = "disk-full"
		}
		c.Printf("%-10s %s on %s%s\n", kind, f.Path, operations(f.On), faultCounts(f))
	}
	return 0
}

func faultCounts(f disk.Fault) string {
	text := ""
	if f.Skip > 0 {
		text += fmt.Sprintf(", after %d more", f.Skip)
	}
	if f.Times > 0 {
		text += fmt.Sprintf(", %d times", f.Times)
	}
	return text
}

func operations(on disk.Op) string {
	if on == disk.OnAll {
		return "everything"
	}
	var names []string
	for _, o := range []struct {
		op   disk.Op
		name string
	}{{disk.OnRead, "read"}, {disk.OnWrite, "write"}, {disk.OnSync, "sync"}, {disk.OnName, "open"}} {
		if on&o.op != 0 {
			names = append(names, o.name)
		}
	}
	return strings.Join(names, ", ")
}

func diskCommand(c *Call) int {
	switch {
	case len(c.Args) == 0:
		return c.showDisk()
	case len(c.Args) == 1 && c.Args[0] == "hdd":
		c.Disk().SetDevice(disk.HDD())
	case len(c.Args) == 1 && c.Args[0] == "ssd":
		c.Disk().SetDevice(disk.SSD())
	case len(c.Args) == 1 && c.Args[0] == "nfs", len(c.Args) == 2 && c.Args[0] == "nfs" && (c.Args[1] == "on" || c.Args[1] == "off"):
		c.Disk().SetNFS(c.Args[len(c.Args)-1] != "off")
	case len(c.Args) == 1 && c.Args[0] == "reset":
		c.Disk().ResetStats()
	case len(c.Args) == 2 && c.Args[0] == "size":
		n, err := pages(c.Args[1])
		if err != nil {
			return c.Fail("%v", err)
		}
		c.Disk().SetCapacity(n)
	default:
		return c.Fail("usage: disk [hdd|ssd|size BYTES|nfs [on|off]|reset]")
	}
	c.Changed = true
	return 0
}

func (c *Call) showDisk() int {
	s, o := c.Disk().Stats(), c.Disk().Options()
	used, capacity := c.Disk().Df()
	name := o.Device.Name
	if o.NFS {
		name += " over NFS"
	}
	c.Printf("device   %s, %d of %d bytes used\n", name, used, capacity)
	c.Printf("reads    %d pages, %d accesses in order, %d elsewhere\n", s.ReadPages, s.SequentialReads, s.RandomReads)
	c.Printf("writes   %d pages, %d accesses in order, %d elsewhere\n", s.WritePages, s.SequentialWrites, s.RandomWrites)
	c.Printf("busy     %.3f ms, %d syncs, %d writers waited\n", float64(s.BusyNanos)/1e6, s.Syncs, s.Throttled)
	c.Printf("lost     %d pages by power loss, %d torn\n", s.LostPages, s.TornPages)
	return 0
}
