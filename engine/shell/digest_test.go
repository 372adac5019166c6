package shell

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/machine/disk"
)

// digest is everything about a cluster that a command can change, but for the page cache, which reading changes too.
// Without logs it leaves out the broker's own logs as well: what a refused request leaves there goes with it.
func digest(c *cluster.Cluster, logs bool) string {
	h := sha256.New()
	fmt.Fprintln(h, c.Now(), c.Rulebook(), c.Workloads())
	for t := range c.Tasks() {
		fmt.Fprintf(h, "%+v\n", t)
	}
	for _, t := range c.Topics() {
		fmt.Fprintf(h, "%+v\n", t)
	}
	for _, id := range c.Groups() {
		g, _ := c.Group(id)
		fmt.Fprintln(h, id, g.Recorded, g.Encode())
		for _, o := range c.GroupOffsets(id) {
			fmt.Fprintln(h, o.TopicPartition, o.Offset)
		}
	}
	fmt.Fprintln(h, c.Transactions(), c.TxClients(), c.Producers())
	for _, id := range c.Brokers() {
		b := c.Broker(id)
		settings, err := c.Settings(cluster.Resource{Type: cluster.BrokerResource, Name: fmt.Sprint(id)})
		fmt.Fprintln(h, id, b.Running(), b.Since(), settings, err)
		d := b.Disk()
		_, capacity := d.Df()
		fmt.Fprintln(h, capacity, d.Options(), d.Faults())
		digestDir(h, d, "/", logs)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

func digestDir(h hash.Hash, d *disk.Disk, dir string, logs bool) {
	list, err := d.ReadDir(dir)
	fmt.Fprintln(h, dir, err)
	for _, f := range list {
		name := strings.TrimSuffix(dir, "/") + "/" + f.Name
		if name == "/var/log/kafka" && !logs {
			continue
		}
		fmt.Fprintln(h, name, f.Dir, f.Size, f.Blocks, f.Mtime, f.Dirty, f.Handles)
		switch {
		case f.Dir:
			digestDir(h, d, name, logs)
		case f.Blocks > 0:
			digestFile(h, d, name, f.Size)
		}
	}
}

// digestFile adds the pages of a file that are not all zeros: indexes are mostly holes.
func digestFile(h hash.Hash, d *disk.Disk, name string, size int64) {
	file, err := d.Open(name)
	if err != nil {
		fmt.Fprintln(h, err)
		return
	}
	defer d.Close(file)
	var zero [disk.PageSize]byte
	for at := int64(0); at < size; at += disk.PageSize {
		page, err := d.View(file, at)
		if err != nil {
			fmt.Fprintln(h, at, err)
			continue
		}
		if !bytes.Equal(page, zero[:len(page)]) {
			fmt.Fprintln(h, at)
			h.Write(page)
		}
	}
}
