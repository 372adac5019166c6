package archive

import "encoding/binary"

// Versions of the format that a reader must know, in tenths: with folders and deflate, and with ZIP64.
const (
	version20 = 20
	version45 = 45
)

// ending is what the end of a zip file says of its table of contents.
type ending struct {
	place       int64  // of the record that says it
	parts       uint64 // 0: the zip file has no others
	here, files uint64 // files in this part, and in all
	length, at  uint64 // of the table
}

func readEnding(b []byte, place int64) ending {
	return ending{
		place: place, parts: uint64(binary.LittleEndian.Uint32(b[4:])),
		here: uint64(binary.LittleEndian.Uint16(b[8:])), files: uint64(binary.LittleEndian.Uint16(b[10:])),
		length: uint64(binary.LittleEndian.Uint32(b[12:])), at: uint64(binary.LittleEndian.Uint32(b[16:])),
	}
}

// numbers are those that may be too large for the record of 1993, and the largest it can hold.
func (e *ending) numbers() ([4]*uint64, [4]uint64) {
	return [4]*uint64{&e.here, &e.files, &e.length, &e.at}, [4]uint64{large16, large16, large32, large32}
}

// widen takes numbers that are too large from the record of ZIP64, to which a locator right before the end record leads. Without a
// locator they are as large as they look. What the end record does tell has to be the same there.
func (z *Zip) widen(e *ending) error {
	numbers, largest := e.numbers()
	full := false
	for i, n := range numbers {
		full = full || *n == largest[i]
	}
	locator, there := make([]byte, locatorSize), e.place-locatorSize
	if !full || there < 0 {
		return nil
	}
	if err := z.read(locator, there); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(locator) != locatorMark {
		return nil
	}
	wide, err := z.readWide(locator, there)
	if err != nil {
		return err
	}
	better, _ := wide.numbers()
	for i, n := range numbers {
		if *n != largest[i] && *n != *better[i] {
			return &Fault{At: e.place, Cause: ErrDiffers}
		}
	}
	*e = wide
	return nil
}

// readWide reads the record to which the locator at there leads.
func (z *Zip) readWide(locator []byte, there int64) (e ending, err error) {
	at := binary.LittleEndian.Uint64(locator[8:])
	switch {
	case binary.LittleEndian.Uint32(locator[4:]) != 0 || binary.LittleEndian.Uint32(locator[16:]) > 1:
		return e, &Fault{At: there, Cause: ErrMultiple}
	case there < end64Size || at > uint64(there-end64Size):
		return e, &Fault{At: there, Cause: ErrEnd}
	}
	b := make([]byte, end64Size)
	if err := z.read(b, int64(at)); err != nil {
		return e, err
	}
	size := binary.LittleEndian.Uint64(b[4:]) // of what follows it
	switch {
	case binary.LittleEndian.Uint32(b) != end64Mark:
		return e, &Fault{At: int64(at), Cause: ErrMark}
	case size < end64Size-12 || size > uint64(there)-at-12:
		return e, &Fault{At: int64(at) + 4, Cause: ErrEnd}
	}
	return ending{
		place: int64(at), parts: binary.LittleEndian.Uint64(b[16:]),
		here: binary.LittleEndian.Uint64(b[24:]), files: binary.LittleEndian.Uint64(b[32:]),
		length: binary.LittleEndian.Uint64(b[40:]), at: binary.LittleEndian.Uint64(b[48:]),
	}, nil
}

// check looks at the limits: after it the table lies before the record, and fits into memory.
func (e *ending) check() error {
	place := uint64(e.place)
	switch {
	case e.parts != 0 || e.here != e.files:
		return &Fault{At: e.place, Cause: ErrMultiple}
	case e.files > MaxFiles:
		return &Fault{At: e.place, Cause: ErrFiles}
	case e.at > place || e.length > place-e.at:
		return &Fault{At: e.place, Cause: ErrEnd}
	case e.length < e.files*centralSize:
		return &Fault{At: int64(e.at), Cause: ErrEnd}
	case e.length > maxTable:
		return &Fault{At: e.place, Cause: ErrTable}
	}
	return nil
}

// bytes are the end record; wide puts the record of ZIP64 and its locator in front of it.
func (e *ending) bytes(wide bool) (b []byte) {
	short := *e
	if wide {
		b = e.wide()
		short.files, short.length, short.at = large16, large32, large32
	}
	b = binary.LittleEndian.AppendUint32(b, endMark)
	b = append(b, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(short.files))
	b = binary.LittleEndian.AppendUint16(b, uint16(short.files))
	b = binary.LittleEndian.AppendUint32(b, uint32(short.length))
	b = binary.LittleEndian.AppendUint32(b, uint32(short.at))
	return append(b, 0, 0)
}

// wide are the record of ZIP64 at the place of the ending, and its locator.
func (e *ending) wide() []byte {
	b := binary.LittleEndian.AppendUint32(nil, end64Mark)
	b = binary.LittleEndian.AppendUint64(b, end64Size-12)
	b = append(b, version45, 3, version45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	for _, n := range []uint64{e.files, e.files, e.length, e.at} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	b = binary.LittleEndian.AppendUint32(b, locatorMark)
	b = append(b, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(e.place))
	return append(b, 1, 0, 0, 0)
}

// large are the numbers of an entry that an extra field may have instead, in the order in which they stand there.
func (e *entry) large() [3]*int64 { return [3]*int64{&e.size, &e.packed, &e.at} }

// widen takes the numbers that the extra field of ZIP64 has.
func (e *entry) widen(field []byte) error {
	for _, n := range e.large() {
		switch {
		case *n != large32:
		case len(field) < 8:
			return ErrLarge
		default:
			*n, field = int64(binary.LittleEndian.Uint64(field)), field[8:]
		}
	}
	return nil
}

// wide is the extra field of ZIP64 with the numbers from large on; nothing if there are none.
func (e *entry) wide(large int64) (b []byte) {
	for _, n := range e.large() {
		if *n >= large {
			b = binary.LittleEndian.AppendUint64(b, uint64(*n))
		}
	}
	if len(b) == 0 {
		return nil
	}
	head := binary.LittleEndian.AppendUint16(nil, extraZip64)
	return append(binary.LittleEndian.AppendUint16(head, uint16(len(b))), b...)
}

// narrow is a number as the fields of 1993 hold it.
func narrow(n, large int64) uint32 {
	if n >= large {
		return large32
	}
	return uint32(n)
}
