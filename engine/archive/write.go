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
func NewWriter(out io.Writer) *Writer { return &Writer{out: counting{to: out}} }

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
	if w.out.at > maxZip || size > maxZip {
		return fmt.Errorf("the zip file would have more than %d bytes", int64(maxZip))
	}
	w.central = append(w.central, e.central()...)
	_, err = w.out.Write(e.descriptor())
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
	at := w.out.at
	end := binary.LittleEndian.AppendUint32(nil, endMark)
	end = append(end, 0, 0, 0, 0)
	end = binary.LittleEndian.AppendUint16(end, uint16(w.files))
	end = binary.LittleEndian.AppendUint16(end, uint16(w.files))
	end = binary.LittleEndian.AppendUint32(end, uint32(len(w.central)))
	end = binary.LittleEndian.AppendUint32(end, uint32(at))
	end = append(end, 0, 0)
	if at+int64(len(w.central)) > maxZip {
		w.err = fmt.Errorf("the zip file would have more than %d bytes", int64(maxZip))
		return w.err
	}
	_, w.err = w.out.Write(append(w.central, end...))
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
	b = e.common(b, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.name)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.extra())))
	return append(append(b, e.name...), e.extra()...)
}

func (e *entry) central() []byte {
	b := binary.LittleEndian.AppendUint32(nil, centralMark)
	b = append(b, 20, 3) // made by version 2.0 under Unix, which gives the attributes below their meaning
	b = e.common(b, e.crc, uint32(e.packed), uint32(e.size))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.name)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.extra())))
	b = append(b, 0, 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, 0o100644<<16)
	b = binary.LittleEndian.AppendUint32(b, uint32(e.at))
	return append(append(b, e.name...), e.extra()...)
}

// common are the fields that both headers have.
func (e *entry) common(b []byte, crc, packed, size uint32) []byte {
	b = append(b, 20, 0)
	b = binary.LittleEndian.AppendUint16(b, e.flags)
	b = binary.LittleEndian.AppendUint16(b, e.method)
	b = binary.LittleEndian.AppendUint32(b, dosTime(e.mtime))
	b = binary.LittleEndian.AppendUint32(b, crc)
	b = binary.LittleEndian.AppendUint32(b, packed)
	return binary.LittleEndian.AppendUint32(b, size)
}

func (e *entry) descriptor() []byte {
	b := binary.LittleEndian.AppendUint32(nil, dataMark)
	b = binary.LittleEndian.AppendUint32(b, e.crc)
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
