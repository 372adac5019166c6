package shell

import "logarium/engine/machine/disk"

func cache(c *Call) int {
	switch {
	case len(c.Args) == 2 && c.Args[0] == "size":
		n, err := pages(c.Args[1])
		if err != nil {
			return c.Fail("%v", err)
		}
		c.Disk().SetCache(n)
		c.Changed = true
		return 0
	case len(c.Args) == 1 && c.Args[0] != "size":
		return c.cacheOf(c.Args[0])
	case len(c.Args) > 0:
		return c.Fail("usage: cache [size BYTES | PARTITION]")
	}
	i, s := c.Disk().Cache(), c.Disk().Stats()
	c.Printf("pages    %d of %d, %d dirty (write-back from %d, writers wait from %d)\n", i.Resident, i.Limit, i.Dirty, i.BackgroundLimit, i.DirtyLimit)
	c.Printf("reads    %d hits, %d misses, %d pages read ahead, %d evicted\n", s.Hits, s.Misses, s.ReadAhead, s.Evicted)
	c.Printf("copied   %d bytes through a buffer, %d handed on without a copy\n", s.CopiedBytes, s.ZeroCopyBytes)
	c.showRoute("sendfile", s.Sendfile, false)
	c.showRoute("tls", s.Buffered, true)
	return 0
}

// showRoute says how often the bytes that went to the network on one way were copied, if there are any.
func (c *Call) showRoute(name string, r disk.Route, buffered bool) {
	if r.Sent == 0 {
		return
	}
	through := int64(0)
	if buffered {
		through = r.Sent
	}
	c.Printf("%-8s %d bytes sent: device to cache %d, to a buffer %d, to the socket %d, to the network card %d; %.1f copies of each\n",
		name, r.Sent, r.FromDevice, through, through, r.Sent, float64(r.Copies(buffered))/float64(r.Sent))
}

// cacheOf lists a partition's files with their pages, and which records no fsync has reached.
func (c *Call) cacheOf(name string) int {
	l := c.Broker().Log(name)
	if l == nil {
		return c.Fail("%s: no such partition on broker %d", name, c.Broker().ID())
	}
	list, err := c.Disk().ReadDir(l.Dir())
	if err != nil {
		return c.Fail("%s: %s", name, reason(err))
	}
	c.Printf("%-40s %10s %6s %6s\n", "FILE", "BYTES", "PAGES", "DIRTY")
	for _, f := range list {
		c.Printf("%-40s %10d %6d %6d\n", f.Name, f.Size, f.Pages, f.Dirty)
	}
	point, end := l.RecoveryPoint(), l.LogEndOffset()
	switch {
	case point >= end:
		c.Printf("recovery point %d, log end offset %d: an fsync has reached every record\n", point, end)
	default:
		c.Printf("recovery point %d, log end offset %d: no fsync has reached offsets %d to %d\n", point, end, point, end-1)
	}
	return 0
}
