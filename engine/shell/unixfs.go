package shell

import (
	"path"
	"strconv"

	"logarium/engine/machine/disk"
)

func sync(c *Call) int {
	if len(c.Args) == 0 {
		c.Disk().SyncAll()
		c.Changed = true
		return 0
	}
	return c.each(c.Args, "error opening", c.syncOne)
}

func (c *Call) syncOne(p string) error {
	f, err := c.Disk().Stat(p)
	if err != nil {
		return err
	}
	if f.Dir {
		return c.Disk().SyncDir(p)
	}
	h, err := c.Disk().Open(p)
	if err != nil {
		return err
	}
	defer c.Disk().Close(h)
	return c.Disk().Sync(h)
}

func rm(c *Call) int {
	o, ok := c.unixOptions(rmOptions)
	switch {
	case !ok:
		return 1
	case len(o.Rest) == 0 && o.Has("force"):
		return 0
	case !c.operands(o.Rest):
		return 1
	}
	names := o.Rest[:0:0]
	for _, name := range o.Rest {
		if !o.Has("force") || c.Disk().Exists(c.Path(name)) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if _, err := strconv.ParseInt(path.Base(name), 10, 64); err == nil && !c.Disk().Exists(c.Path(name)) {
			c.Err.WriteString(noSingleRecord)
		}
	}
	return c.each(names, "cannot remove", func(p string) error { return c.remove(p, o.Has("recursive")) })
}

// noSingleRecord is said to who wants to remove a record by its number.
const noSingleRecord = `note: a record is no file, and nothing deletes a single one: batches lie end to end, index entries point at their bytes,
consumers and replicas count on the offsets. Whole segments go (why), what lies below an offset is hidden (kafka-delete-records),
compaction drops the older records of a key (cleaning).
`

func (c *Call) remove(p string, recursive bool) error {
	f, err := c.Disk().Stat(p)
	switch {
	case err != nil:
		return err
	case p == "/":
		return disk.ErrBusy
	case f.Dir && recursive:
		return c.Disk().RemoveAll(p)
	case f.Dir:
		return disk.ErrIsDir
	}
	return c.Disk().Remove(p)
}

func rmdir(c *Call) int {
	if !c.operands(c.Args) {
		return 1
	}
	return c.each(c.Args, "failed to remove", func(p string) error {
		f, err := c.Disk().Stat(p)
		switch {
		case err != nil:
			return err
		case !f.Dir:
			return disk.ErrNotDir
		case p == "/":
			return disk.ErrBusy
		}
		return c.Disk().Remove(p)
	})
}

// pair is the two arguments of mv and cp; a directory as second stands for a file of the same name in it.
func (c *Call) pair() (from, to string, ok bool) {
	switch len(c.Args) {
	case 0:
		c.Fail("missing file operand")
		return "", "", false
	case 1:
		c.Fail("missing destination file operand after '%s'", c.Args[0])
		return "", "", false
	case 2:
	default:
		c.Fail("two names, please: more than one file at once is not possible here")
		return "", "", false
	}
	from, to = c.Path(c.Args[0]), c.Path(c.Args[1])
	if f, err := c.Disk().Stat(to); err == nil && f.Dir {
		to = path.Join(to, path.Base(from))
	}
	return from, to, true
}

func mv(c *Call) int {
	from, to, ok := c.pair()
	if !ok {
		return 1
	}
	if from == to && c.Disk().Exists(from) {
		return c.Fail("'%s' and '%s' are the same file", c.Args[0], c.Args[1])
	}
	if err := c.Disk().Rename(from, to); err != nil {
		return c.Fail("cannot move '%s' to '%s': %s", c.Args[0], c.Args[1], reason(err))
	}
	c.Changed = true
	return 0
}

func cp(c *Call) int {
	from, to, ok := c.pair()
	if !ok {
		return 1
	}
	f, err := c.Disk().Stat(from)
	switch {
	case err != nil:
		return c.Fail("cannot stat '%s': %s", c.Args[0], reason(err))
	case f.Dir:
		return c.Fail("-r not specified; omitting directory '%s'", c.Args[0])
	case from == to:
		return c.Fail("'%s' and '%s' are the same file", c.Args[0], c.Args[1])
	}
	data, err := c.Disk().ReadFile(from)
	if err != nil {
		return c.Fail("error reading '%s': %s", c.Args[0], reason(err))
	}
	before := c.Disk().Exists(to)
	err = c.Disk().WriteFile(to, data)
	c.Changed = err == nil || before || c.Disk().Exists(to) // a copy that fails half-way leaves half of it
	if err != nil {
		return c.Fail("cannot create regular file '%s': %s", c.Args[1], reason(err))
	}
	return 0
}

func mkdir(c *Call) int {
	o, ok := c.unixOptions([]Option{{Name: "parents", Short: 'p'}})
	if !ok || !c.operands(o.Rest) {
		return 1
	}
	if !o.Has("parents") {
		return c.each(o.Rest, "cannot create directory", c.Disk().Mkdir)
	}
	return c.each(o.Rest, "cannot create directory", func(p string) error {
		if f, err := c.Disk().Stat(p); err == nil && !f.Dir {
			return disk.ErrExist
		}
		first := c.firstMissing(p)
		err := c.Disk().MkdirAll(p)
		c.Changed = c.Changed || first != "" && c.Disk().Exists(first)
		return err
	})
}

// firstMissing is the highest directory of a path that is not there, "" if all of it is.
func (c *Call) firstMissing(p string) (first string) {
	for ; !c.Disk().Exists(p) && p != "/"; p = path.Dir(p) {
		first = p
	}
	return first
}

func touch(c *Call) int {
	if len(c.Args) == 0 {
		return c.Fail("missing file operand")
	}
	return c.each(c.Args, "cannot touch", func(p string) error {
		if !c.Disk().Exists(p) {
			h, err := c.Disk().Create(p)
			if err != nil {
				return err
			}
			c.Disk().Close(h)
			c.Changed = true
		}
		return c.Disk().SetMtime(p, c.Now())
	})
}

// maxOpen is the largest limit of open files that can be set.
const maxOpen = 1 << 20

func ulimit(c *Call) int {
	switch {
	case len(c.Args) == 0 || len(c.Args) == 1 && c.Args[0] == "-n":
		c.Printf("%d\n", c.Disk().Options().HandleLimit)
		return 0
	case len(c.Args) != 2 || c.Args[0] != "-n":
		return c.Fail("usage: ulimit [-n [N]]")
	}
	n, err := strconv.Atoi(c.Args[1])
	switch {
	case err != nil:
		return c.Fail("%s: invalid number", c.Args[1])
	case n < 1 || n > maxOpen:
		return c.Fail("open files: cannot modify limit: Invalid argument")
	}
	c.Disk().SetHandleLimit(n)
	c.Changed = true
	return 0
}
