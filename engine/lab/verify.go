package lab

import (
	"path"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
	"logarium/engine/shell"
)

// verify looks for faults in the files of folders, or in single files: what `logarium verify` does on a real computer. It reads all of
// them, a folder at a time. The exit status is 3 if there are faults.
func (l *Lab) verify(c *shell.Call) int {
	args := c.Args
	if len(args) == 0 {
		args = c.Broker().LogDirs()
	}
	var folders [][]string
	total := int64(0)
	for _, name := range args {
		at := c.Path(name)
		info, err := c.Disk().Stat(at)
		switch {
		case err != nil:
			return c.Fail("%s: %v", name, err)
		case info.Dir:
			err = filesBelow(c.Disk(), at, &folders, &total)
		default:
			folders = append(folders, []string{at})
			total += info.Size
		}
		if err != nil {
			return c.Fail("%s: %v", name, err)
		}
	}
	return l.verifyAll(c, folders, total)
}

func (l *Lab) verifyAll(c *shell.Call, folders [][]string, total int64) int {
	files, faults, done := 0, 0, int64(0)
	for _, list := range folders {
		if c.Control.Step(done, total, "bytes") {
			c.Printf("stopped\n")
			break
		}
		found, err := glass.Verify(glass.OnDisk(c.Disk()), list)
		for _, f := range found {
			c.Printf("%v\n", f)
		}
		if err != nil {
			return c.Fail("%v", err)
		}
		files, faults = files+len(list), faults+len(found)
		for _, f := range list {
			if info, err := c.Disk().Stat(f); err == nil {
				done += info.Size
			}
		}
	}
	c.Printf("%d files, %d faults\n", files, faults)
	if faults > 0 {
		return 3
	}
	return 0
}

// filesBelow lists the files of a folder, and of each that is in it, together.
func filesBelow(d *disk.Disk, dir string, folders *[][]string, total *int64) error {
	list, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	var files []string
	for _, f := range list {
		if at := path.Join(dir, f.Name); f.Dir {
			if err := filesBelow(d, at, folders, total); err != nil {
				return err
			}
		} else {
			files = append(files, at)
			*total += f.Size
		}
	}
	if len(files) > 0 {
		*folders = append(*folders, files)
	}
	return nil
}
