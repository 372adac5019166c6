package disk

import (
	"logarium/engine/store"
)

// Lay makes a file of size bytes, durable, whose content lies in a store already: lay says of each page where. Nothing is read.
// Errors: those of Create, there is such a
// file and it is not empty, no room.
func (d *Disk) Lay(path string, size, mtime int64, lay func(number int64, p *store.Page)) error {
	h, err := d.Create(path)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close(h) }() // reports nothing that the writes did not
	d.changing()
	n := d.fileToEdit(h)
	pages := (size + PageSize - 1) / PageSize
	switch {
	case n.live.size > 0:
		return fail("write", path, ErrExist)
	case size > maxFile:
		return fail("write", path, ErrTooBig)
	case (d.used+pages)*PageSize > d.options.Capacity:
		return fail("write", path, ErrNoSpace)
	}
	t := &n.live.pages
	for number := int64(0); number < pages; number++ {
		leaf := d.leafToEdit(n, number>>fanBits)
		leaf.pages = append(leaf.pages, &page{own: t.own})
		lay(number, &leaf.pages[number&(fanOut-1)].Page)
	}
	t.count += pages
	t.shape++
	d.used += pages
	n.live.size, n.live.mtime = size, mtime
	d.renew(n)
	d.enqueue(n)
	d.flush(n, &Written{})
	return nil
}
