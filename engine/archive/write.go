package archive

import (
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"time"
)

// Writer writes a zip file from its beginning to its end. The same files in the same order give the same bytes. After an
// error the others do nothing and return it again.
type Writer struct {
	out     counting
	central []byte
	names   Names
	files   int
	flate   *flate.Writer
	err     error

	large int64 // from these numbers on, of bytes and of files, ZIP64 has to tell them
	many  int
}

// counting knows how many bytes went through it.
type counting struct {
	to io.Writer
	at int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.at += int64(n)
	return n, err
}

// NewWriter returns a writer of an empty zip file.
func NewWriter(out io.Writer) *Writer {
	return &Writer{out: counting{to: out}, large: large32, many: large16}
}

// Add packs one file: its path with slashes, when it was changed last (ms since 1970, kept to the second), and its bytes.
// Error: a name that no reader here would take, a limit, or what the content or the output says.
func (w *Writer) Add(name string, mtime int64, content io.Reader) error {
	if w.err == nil {
		w.err = w.add(name, mtime, content)
	}
	return w.err
}

func (w *Writer) add(name string, mtime int64, content io.Reader) error {
	if err := w.names.Add(name); err != nil {
		return fmt.Errorf("%s: %w", printable(name), err)
	}
	if w.files++; w.files > MaxFiles {
		return ErrFiles
	}
	e := entry{name: name, at: w.out.at, method: deflated, flags: flagDescriptor | flagUTF8, mtime: mtime}
	if _, err := w.out.Write(e.local()); err != nil {
		return err
	}
	begin := w.out.at
	sum := crc32.NewIEEE()
	size, err := w.deflate(content, sum)
	if err != nil {
		return fmt.Errorf("%s: %w", printable(name), err)
	}
	e.crc, e.packed, e.size = sum.Sum32(), w.out.at-begin, size
	w.central = append(w.central, e.central(w.large)...)
	_, err = w.out.Write(e.descriptor(w.large))
	return err
}

func (w *Writer) deflate(content io.Reader, sum hash.Hash32) (size int64, err error) {
	if w.flate == nil {
		w.flate, err = flate.NewWriter(&w.out, flate.BestSpeed)
	} else {
		w.flate.Reset(&w.out)
	}
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(io.MultiWriter(w.flate, sum), content)
	if closed := w.flate.Close(); err == nil {
		err = closed
	}
	return size, err
}

// Close writes the table of contents. The output stays open.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	end := ending{place: w.out.at + int64(len(w.central)), files: uint64(w.files), length: uint64(len(w.central)), at: uint64(w.out.at)}
	wide := w.files >= w.many || max(end.place-w.out.at, w.out.at) >= w.large
	_, w.err = w.out.Write(append(w.central, end.bytes(wide)...))
	return w.err
}

// entry is what a zip file says of one of its files.
type entry struct {
	name         string
	at           int64 // of the local header
	flags        uint16
	method       uint16
	crc          uint32
	packed, size int64
	mtime        int64 // ms since 1970
}

func (e *entry) local() []byte {
	b := binary.LittleEndian.AppendUint32(nil, localMark)
	b = e.common(b, version20, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.name)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.extra())))
	return append(append(b, e.name...), e.extra()...)
}

// central is the entry in the table of contents; numbers from large on stand in an extra field.
func (e *entry) central(large int64) []byte {
	extra, version := e.extra(), byte(version20)
	if wide := e.wide(large); len(wide) > 0 {
		extra, version = append(extra, wide...), version45
	}
	b := binary.LittleEndian.AppendUint32(nil, centralMark)
	b = append(b, version, 3) // made under Unix, which gives the attributes below their meaning
	b = e.common(b, version, e.crc, narrow(e.packed, large), narrow(e.size, large))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.name)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(extra)))
	b = append(b, 0, 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, 0o100644<<16)
	b = binary.LittleEndian.AppendUint32(b, narrow(e.at, large))
	return append(append(b, e.name...), extra...)
}

// common are the fields that both headers have.
func (e *entry) common(b []byte, version byte, crc, packed, size uint32) []byte {
	b = append(b, version, 0)
	b = binary.LittleEndian.AppendUint16(b, e.flags)
	b = binary.LittleEndian.AppendUint16(b, e.method)
	b = binary.LittleEndian.AppendUint32(b, dosTime(e.mtime))
	b = binary.LittleEndian.AppendUint32(b, crc)
	b = binary.LittleEndian.AppendUint32(b, packed)
	return binary.LittleEndian.AppendUint32(b, size)
}

func (e *entry) descriptor(large int64) []byte {
	b := binary.LittleEndian.AppendUint32(nil, dataMark)
	b = binary.LittleEndian.AppendUint32(b, e.crc)
	if max(e.packed, e.size) >= large {
		b = binary.LittleEndian.AppendUint64(b, uint64(e.packed))
		return binary.LittleEndian.AppendUint64(b, uint64(e.size))
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(e.packed))
	return binary.LittleEndian.AppendUint32(b, uint32(e.size))
}

func (e *entry) extra() []byte {
	b := binary.LittleEndian.AppendUint16(nil, extraTime)
	b = append(b, 5, 0, 1)
	return binary.LittleEndian.AppendUint32(b, uint32(e.mtime/1000))
}

// dosTime is the time as MS-DOS wrote it, here always UTC: it begins in 1980 and counts in two seconds.
func dosTime(ms int64) uint32 {
	t := time.UnixMilli(ms).UTC()
	if t.Year() < 1980 {
		return 1<<21 | 1<<16
	}
	date := uint32(t.Year()-1980)&127<<9 | uint32(t.Month())<<5 | uint32(t.Day())
	return date<<16 | uint32(t.Hour())<<11 | uint32(t.Minute())<<5 | uint32(t.Second()/2)
}

// fromDOS is the other direction.
func fromDOS(v uint32) int64 {
	date, clock := int(v>>16), int(v&0xffff)
	t := time.Date(1980+date>>9, time.Month(date>>5&15), date&31, clock>>11, clock>>5&63, clock&31*2, 0, time.UTC)
	return t.UnixMilli()
}
