package shell

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"logarium/engine/machine/disk"
)

func ls(c *Call) int {
	o, ok := c.unixOptions(lsOptions)
	if !ok {
		return 2
	}
	args := o.Rest
	if len(args) == 0 {
		args = []string{"."}
	}
	l := listing{Call: c, o: o}
	var dirs []disk.Info
	var files []disk.Info
	for _, a := range args {
		info, err := c.Disk().Stat(c.Path(a))
		info.Name = a
		switch {
		case err != nil:
			c.Fail("cannot access '%s': %s", a, reason(err))
			l.exit = 2
		case info.Dir && !o.Has("directory"):
			dirs = append(dirs, info)
		default:
			files = append(files, info)
		}
	}
	l.lines(files)
	for i, d := range dirs {
		if i > 0 || len(files) > 0 {
			c.Printf("\n")
		}
		if len(args) > 1 {
			c.Printf("%s:\n", d.Name)
		}
		l.directory(d.Name)
	}
	return l.exit
}

// listing is one run of ls.
type listing struct {
	*Call
	o    *Options
	exit int
}

func (l *listing) directory(name string) {
	all, err := l.Disk().ReadDir(l.Path(name))
	if err != nil {
		l.Fail("reading directory '%s': %s", name, reason(err))
		l.exit = 2
		return
	}
	list := all[:0:0]
	total := int64(0)
	for _, f := range all {
		if l.o.Has("all") || !strings.HasPrefix(f.Name, ".") {
			list, total = append(list, f), total+f.Blocks
		}
	}
	if l.o.Has("long") || l.o.Has("size") {
		l.Printf("total %d\n", kib(total))
	}
	l.lines(list)
}

// lines sorts and prints. Names come in order already; equal times and sizes stay in it.
func (l *listing) lines(list []disk.Info) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		switch {
		case l.o.Has("by-time"):
			return a.Mtime > b.Mtime
		case l.o.Has("by-size"):
			return a.Size > b.Size
		}
		return a.Name < b.Name
	})
	if l.o.Has("reverse") {
		slices.Reverse(list)
	}
	for _, f := range list {
		l.line(f)
	}
}

func (l *listing) line(f disk.Info) {
	if l.o.Has("size") {
		l.Printf("%6d ", kib(f.Blocks))
	}
	if l.o.Has("long") {
		mode, size := "-rw-r--r--", strconv.FormatInt(f.Size, 10)
		if f.Dir {
			mode = "drwxr-xr-x"
		}
		if l.o.Has("human-readable") {
			size = human(f.Size)
		}
		l.Printf("%s kafka %10s %s ", mode, size, unixTime(f.Mtime))
	}
	l.Printf("%s\n", f.Name)
}

func du(c *Call) int {
	o, ok := c.unixOptions(duOptions)
	if !ok {
		return 1
	}
	depth, err := o.Int("max-depth", 1<<30, 64)
	if err != nil || depth < 0 {
		return c.Fail("invalid maximum depth '%s'", o.Get("max-depth", ""))
	}
	if o.Has("summarize") {
		depth = 0
	}
	if len(o.Rest) == 0 {
		o.Rest = []string{"."}
	}
	exit := 0
	for _, a := range o.Rest {
		info, err := c.Disk().Stat(c.Path(a))
		if err == nil {
			_, err = c.duWalk(o, a, info, int(depth), true)
		}
		if err != nil {
			exit = c.Fail("cannot access '%s': %s", a, reason(err))
		}
	}
	return exit
}

// duWalk adds up a name and what is below it. It prints directories down to depth, files only if asked for.
func (c *Call) duWalk(o *Options, name string, f disk.Info, depth int, top bool) (int64, error) {
	sum := f.Blocks
	if o.Has("apparent-size") {
		sum = f.Size
	}
	if f.Dir {
		list, err := c.Disk().ReadDir(c.Path(name))
		if err != nil {
			return 0, err
		}
		for _, below := range list {
			n, err := c.duWalk(o, strings.TrimSuffix(name, "/")+"/"+below.Name, below, depth-1, false)
			if err != nil {
				return 0, err
			}
			sum += n
		}
	}
	if depth >= 0 && (f.Dir || top || o.Has("all")) {
		c.Printf("%s\t%s\n", duSize(o, sum), name)
	}
	return sum, nil
}

func duSize(o *Options, n int64) string {
	if o.Has("human-readable") {
		return human(n)
	}
	return strconv.FormatInt(kib(n), 10)
}

func df(c *Call) int {
	o, ok := c.unixOptions(dfOptions)
	if !ok {
		return 1
	}
	used, capacity := c.Disk().Df()
	size := func(n int64) string { return strconv.FormatInt(kib(n), 10) }
	unit := "1K-blocks"
	if o.Has("human-readable") {
		size, unit = human, "Size"
	}
	percent := int64(0)
	if capacity > 0 {
		percent = (used*100 + capacity - 1) / capacity
	}
	c.Printf("%-12s %10s %10s %10s %5s %s\n", "Filesystem", unit, "Used", "Available", "Use%", "Mounted on")
	c.Printf("%-12s %10s %10s %10s %4d%% %s\n", "/dev/vda", size(capacity), size(used), size(max(0, capacity-used)), percent, "/")
	return 0
}

func stat(c *Call) int {
	if !c.operands(c.Args) {
		return 1
	}
	exit := 0
	for _, a := range c.Args {
		f, err := c.Disk().Stat(c.Path(a))
		if err != nil {
			exit = c.Fail("cannot stat '%s': %s", a, reason(err))
			continue
		}
		kind := "regular file"
		switch {
		case f.Dir:
			kind = "directory"
		case f.Size == 0:
			kind = "regular empty file"
		}
		c.Printf("  File: %s\n  Size: %-12d Blocks: %-10d IO Block: 4096   %s\n", a, f.Size, f.Blocks/512, kind)
		c.Printf(" Inode: %-12d Pages: %d, dirty: %d   Open handles: %d\nModify: %s (%d)\n", f.Ino, f.Pages, f.Dirty, f.Handles, unixTime(f.Mtime), f.Mtime)
	}
	return exit
}

func lsof(c *Call) int {
	only, pid := false, 0
	for args := c.Args; len(args) > 0; args = args[1:] {
		switch n, err := strconv.Atoi(args[min(1, len(args)-1)]); {
		case args[0] == "+L1":
			only = true
		case args[0] == "-p" && len(args) > 1 && err == nil:
			pid, args = n, args[1:]
		default:
			return c.Fail("only -p PID and +L1 are known here")
		}
	}
	c.Printf("%-8s %5s %5s %12s %8s %s\n", "COMMAND", "PID", "FD", "SIZE/OFF", "NODE", "NAME")
	for f := range c.Disk().OpenFiles() {
		if only && !f.Deleted || pid > 0 && f.Process != pid {
			continue
		}
		name, fd := f.Path, strconv.Itoa(int(f.Handle))+"u"
		if f.Deleted {
			name += " (deleted)"
		}
		if f.Mapped {
			fd = "mem"
		}
		command := "java"
		if f.Process >= firstMonitor {
			command, fd = "tail", strconv.Itoa(int(f.Handle))+"r"
		}
		c.Printf("%-8s %5d %5s %12d %8d %s\n", command, f.Process, fd, f.Size, f.Ino, name)
	}
	return 0
}
