package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sort"
	"strings"
)

// File is a file in a zip file.
type File struct {
	Name  string // path with slashes
	Size  int64  // bytes, unpacked
	Mtime int64  // ms since 1970
	entry entry
	data  int64 // where its bytes begin
}

// Zip is an opened zip file.
type Zip struct {
	Files []File // as the zip file lists them; folders are left out
	src   io.ReaderAt
}

// Open reads the table of contents of a zip file of size bytes. Only names, sizes and places are looked at; the files' bytes
// are read by Reader. Error: a *Fault.
func Open(src io.ReaderAt, size int64) (*Zip, error) {
	z := &Zip{src: src}
	table, at, files, err := z.contents(size)
	if err != nil {
		return nil, err
	}
	for n := range files {
		length, err := z.list(table, at)
		if err != nil {
			return nil, err
		}
		if length == 0 {
			return nil, &Fault{At: at, Cause: fmt.Errorf("file %d of %d: %w", n+1, files, ErrMark)}
		}
		table, at = table[length:], at+int64(length)
	}
	return z, z.check(size)
}

// contents finds the end record and reads the table of contents that it names.
func (z *Zip) contents(size int64) (table []byte, at int64, files int, err error) {
	tail := make([]byte, min(size, endSize+1<<16))
	if err := z.read(tail, size-int64(len(tail))); err != nil {
		return nil, 0, 0, err
	}
	i := endOf(tail)
	if i < 0 {
		return nil, 0, 0, &Fault{At: size, Cause: ErrNoZip}
	}
	e := readEnding(tail[i:], size-int64(len(tail))+int64(i))
	if err := z.widen(&e); err != nil {
		return nil, 0, 0, err
	}
	if err := e.check(); err != nil {
		return nil, 0, 0, err
	}
	table = make([]byte, e.length)
	return table, int64(e.at), int(e.files), z.read(table, int64(e.at))
}

// endOf finds the end record: its comment must reach exactly to the end of the file.
func endOf(tail []byte) int {
	for i := len(tail) - endSize; i >= 0; i-- {
		if binary.LittleEndian.Uint32(tail[i:]) == endMark && i+endSize+int(binary.LittleEndian.Uint16(tail[i+20:])) == len(tail) {
			return i
		}
	}
	return -1
}

func (z *Zip) read(p []byte, at int64) error {
	n, err := z.src.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = ErrEnd
	}
	return &Fault{At: at + int64(n), Cause: err}
}

// list reads an entry of the table of contents, and says how long it is; 0 if there is none.
func (z *Zip) list(table []byte, at int64) (length int, err error) {
	if len(table) < centralSize || binary.LittleEndian.Uint32(table) != centralMark {
		return 0, nil
	}
	names, extras := int(binary.LittleEndian.Uint16(table[28:])), int(binary.LittleEndian.Uint16(table[30:]))
	length = centralSize + names + extras + int(binary.LittleEndian.Uint16(table[32:]))
	if length > len(table) {
		return 0, nil
	}
	e := entry{
		flags: binary.LittleEndian.Uint16(table[8:]), method: binary.LittleEndian.Uint16(table[10:]),
		mtime: fromDOS(binary.LittleEndian.Uint32(table[12:])), crc: binary.LittleEndian.Uint32(table[16:]),
		packed: int64(binary.LittleEndian.Uint32(table[20:])), size: int64(binary.LittleEndian.Uint32(table[24:])),
		at: int64(binary.LittleEndian.Uint32(table[42:])), name: string(table[centralSize : centralSize+names]),
	}
	err = e.readExtra(table[centralSize+names : centralSize+names+extras])
	if err == nil {
		err = e.check()
	}
	if err != nil {
		return 0, &Fault{Name: e.name, At: at, Cause: err}
	}
	if !strings.HasSuffix(e.name, "/") {
		z.Files = append(z.Files, File{Name: e.name, Size: e.size, Mtime: e.mtime, entry: e})
	}
	return length, nil
}

// readExtra takes what does not fit into the fields of 1993: large numbers, and the time in UTC.
func (e *entry) readExtra(b []byte) error {
	for len(b) >= 4 {
		id, n := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if b = b[4:]; n > len(b) {
			return nil
		}
		switch field := b[:n]; {
		case id == extraZip64:
			if err := e.widen(field); err != nil {
				return err
			}
		case id == extraTime && n >= 5 && field[0]&1 != 0:
			e.mtime = int64(int32(binary.LittleEndian.Uint32(field[1:]))) * 1000
		}
		b = b[n:]
	}
	return nil
}

func (e *entry) check() error {
	switch {
	case e.flags&flagEncrypted != 0:
		return ErrEncrypted
	case e.method != stored && e.method != deflated:
		return fmt.Errorf("%w (%d)", ErrMethod, e.method)
	case e.size < 0 || e.packed < 0 || e.at < 0 || e.method == stored && e.size != e.packed:
		return ErrSize
	case e.size > MaxBytes:
		return ErrBytes
	}
	return CheckName(strings.TrimSuffix(e.name, "/"))
}

// check looks at the files together: names, sizes, places.
func (z *Zip) check(size int64) error {
	var names Names
	total := int64(0)
	byPlace := make([]*File, len(z.Files))
	for i := range z.Files {
		f := &z.Files[i]
		byPlace[i] = f
		if err := names.Add(f.Name); err != nil {
			return f.fault(err)
		}
		if total += f.Size; total > MaxBytes {
			return f.fault(ErrBytes)
		}
		if f.entry.at > size-localSize || f.entry.packed > size-localSize-f.entry.at {
			return f.fault(ErrEnd)
		}
	}
	sort.SliceStable(byPlace, func(i, j int) bool { return byPlace[i].entry.at < byPlace[j].entry.at })
	for i := 1; i < len(byPlace); i++ {
		if before := byPlace[i-1]; before.entry.at+localSize+int64(len(before.Name))+before.entry.packed > byPlace[i].entry.at {
			return byPlace[i].fault(ErrOverlap)
		}
	}
	return nil
}

func (f *File) fault(cause error) error { return &Fault{Name: f.Name, At: f.entry.at, Cause: cause} }

// locate finds where the bytes of a file begin, by its own header.
func (z *Zip) locate(f *File) error {
	if f.data > 0 {
		return nil
	}
	head := make([]byte, localSize)
	if err := z.read(head, f.entry.at); err != nil {
		return f.fault(err)
	}
	if binary.LittleEndian.Uint32(head) != localMark {
		return f.fault(ErrMark)
	}
	names, extras := int(binary.LittleEndian.Uint16(head[26:])), int(binary.LittleEndian.Uint16(head[28:]))
	name := make([]byte, names)
	if err := z.read(name, f.entry.at+localSize); err != nil {
		return f.fault(err)
	}
	if string(name) != f.entry.name || binary.LittleEndian.Uint16(head[8:]) != f.entry.method {
		return f.fault(ErrDiffers)
	}
	f.data = f.entry.at + localSize + int64(names+extras)
	return nil
}

// Plain tells where the bytes of a file lie in the zip file if they lie there as they are. Error: a *Fault.
func (z *Zip) Plain(f *File) (at int64, ok bool, err error) {
	if f.entry.method != stored {
		return 0, false, nil
	}
	err = z.locate(f)
	return f.data, err == nil, err
}

// Reader unpacks a file. Whoever reads up to io.EOF has exactly f.Size bytes with the right CRC-32; every other error is a *Fault.
func (z *Zip) Reader(f *File) (io.Reader, error) {
	if err := z.locate(f); err != nil {
		return nil, err
	}
	r := &unpacking{file: f, raw: io.NewSectionReader(z.src, f.data, f.entry.packed)}
	r.from = r.raw
	if f.entry.method == deflated {
		r.from = flate.NewReader(r.raw)
	}
	return r, nil
}

// unpacking counts and sums what it reads.
type unpacking struct {
	file *File
	raw  *io.SectionReader
	from io.Reader
	size int64
	crc  uint32
}

func (r *unpacking) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.size += int64(n)
	r.crc = crc32.Update(r.crc, crc32.IEEETable, p[:n])
	switch {
	case r.size > r.file.Size:
		return 0, r.fault(ErrSize)
	case err == nil:
		return n, nil
	case err != io.EOF:
		return n, r.fault(fmt.Errorf("%w (%v)", ErrDeflate, err))
	case r.size != r.file.Size:
		return n, r.fault(ErrSize)
	case r.crc != r.file.entry.crc:
		return n, r.fault(ErrChecksum)
	}
	return n, io.EOF
}

func (r *unpacking) fault(cause error) error {
	at, _ := r.raw.Seek(0, io.SeekCurrent) // asking where it is cannot fail
	return &Fault{Name: r.file.Name, At: r.file.data + at, Cause: cause}
}

// Bytes unpacks a whole file. Error: a *Fault.
func (z *Zip) Bytes(f *File) ([]byte, error) {
	r, err := z.Reader(f)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = out.ReadFrom(r)
	return out.Bytes(), err
}
