package disk

// Route counts what has gone from files to the network on one of two ways. Sendfile: the network card takes the bytes out of the page
// cache. Buffered: the process reads them into a buffer of its own, as it must to encrypt them, and writes them to a socket, where
// the card takes them. All in bytes.
type Route struct {
	Sent       int64
	FromDevice int64 // that had to be read into the page cache for it
}

// Copies is how often the bytes were copied on the way: onto the page cache, into a buffer and into the socket (buffered), and to the
// card, each a copy of what it moved.
func (r Route) Copies(buffered bool) (bytes int64) {
	if buffered {
		return r.FromDevice + 3*r.Sent
	}
	return r.FromDevice + r.Sent
}

// ReadPages is how many pages the device has read so far, for Send.
func (d *Disk) ReadPages() int64 { return d.stats.ReadPages }

// Send reads like ReadAt for somebody at the other end of a network. p is theirs: without tls, nothing is copied into a buffer here.
// What the device has read since then, to find the place, was read for it too.
func (d *Disk) Send(h Handle, p []byte, off, since int64, tls bool) (int, error) {
	copied := d.stats.CopiedBytes
	n, err := d.ReadAt(h, p, off)
	if !tls {
		d.stats.CopiedBytes = copied
		d.stats.ZeroCopyBytes += int64(n)
	}
	d.sent(int64(n), since, tls)
	return n, err
}

// SendSome sends from a file, with sendfile, as much as lies in one page, and at most some bytes.
func (d *Disk) SendSome(h Handle, off, most int64) (int64, error) {
	before := d.stats.ReadPages
	piece, err := d.View(h, off)
	n := min(most, int64(len(piece)))
	d.stats.ZeroCopyBytes -= int64(len(piece)) - n
	d.sent(n, before, false)
	return n, err
}

func (d *Disk) sent(n, before int64, tls bool) {
	r := &d.stats.Sendfile
	if tls {
		r = &d.stats.Buffered
	}
	r.Sent += n
	r.FromDevice += (d.stats.ReadPages - before) * PageSize
}
