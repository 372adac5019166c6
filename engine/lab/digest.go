package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"logarium/engine/broker"
	"logarium/engine/cluster"
	"logarium/engine/machine/disk"
)

// digest is the SHA-256 over every file's path, bytes and durability on every machine, the clock and what is
// scheduled. Equal digests mean equal machines.
func digest(c *cluster.Cluster) string {
	h := sha256.New()
	fmt.Fprintf(h, "clock %d\n", c.Now())
	for t := range c.Tasks() {
		fmt.Fprintf(h, "task %d %s %s %d %d %q\n", t.ID, t.Name, t.Owner, t.Due, t.Period, t.Args)
	}
	for _, id := range c.Brokers() {
		b := c.Broker(id)
		fmt.Fprintf(h, "machine %d %t\n", id, b.Running())
		digestDir(h, b, "/")
	}
	return hex.EncodeToString(h.Sum(nil))
}

func digestDir(h io.Writer, b *broker.Broker, dir string) {
	infos, err := b.Disk().ReadDir(dir)
	if err != nil {
		fmt.Fprintf(h, "%s: %v\n", dir, err)
		return
	}
	for _, i := range infos {
		path := join(dir, i.Name)
		fmt.Fprintf(h, "%s %t %d %d %d %d\n", path, i.Dir, i.Size, i.Blocks, i.Mtime, i.Dirty)
		if i.Dir {
			digestDir(h, b, path)
			continue
		}
		if err := digestFile(h, b.Disk(), path, i.Size); err != nil {
			fmt.Fprintf(h, "%v\n", err)
		}
	}
}

// digestFile adds the pages of a file that are not all zeros, with their places: indexes are mostly holes.
func digestFile(h io.Writer, d *disk.Disk, path string, size int64) error {
	file, err := d.Open(path)
	if err != nil {
		return err
	}
	defer d.Close(file)
	var zero [disk.PageSize]byte
	place := make([]byte, 0, 8)
	for at := int64(0); at < size; at += disk.PageSize {
		page, err := d.View(file, at)
		if err != nil {
			return err
		}
		if !bytes.Equal(page, zero[:len(page)]) {
			h.Write(binary.BigEndian.AppendUint64(place, uint64(at)))
			h.Write(page)
		}
	}
	return nil
}

func join(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}
