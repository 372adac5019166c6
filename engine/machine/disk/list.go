package disk

// Names lists the files of a directory, without the directories in it, sorted by name as bytes. It looks at nothing but
// names, so that it is several times as fast as ReadDir.
func (d *Disk) Names(name string) ([]string, error) {
	dir, err := d.find(name)
	if err == nil && !dir.dir {
		err = ErrNotDir
	}
	if err != nil {
		return nil, fail("list", name, err)
	}
	list := make([]string, 0, dir.names.Len())
	for name, ino := range dir.names.All() {
		if !d.get(ino).dir {
			list = append(list, name)
		}
	}
	return list, nil
}
