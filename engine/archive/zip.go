// Package archive packs and unpacks: zip files with a broker's log directory in them, and lab files (`.logarium`), which
// carry a whole lab. Neither knows Kafka.
//
// Both readers are for files of strangers. Whatever the bytes, they give an error that says where, never more bytes than
// the limits allow, and no name that leads out of the place where it is unpacked.
package archive

import (
	"errors"
	"fmt"
)

// Limits of a zip file. What is larger is refused by name.
const (
	MaxFiles = 100_000  // in one zip file
	MaxBytes = 64 << 30 // of all of them, unpacked; whoever unpacks them has limits of his own
	maxTable = 64 << 20 // bytes of the table of contents, which is held in memory
	maxName  = 1 << 10  // bytes of a path
	maxDepth = 16       // folders in a path
)

// The parts of a zip file (APPNOTE 4.3). All numbers are little-endian.
const (
	localMark   = 0x04034b50 // 30 bytes, name, extra; then the data
	dataMark    = 0x08074b50 // 16 bytes behind the data
	centralMark = 0x02014b50 // 46 bytes, name, extra, comment
	end64Mark   = 0x06064b50 // 56 bytes, others to come; only where the end record is too small
	locatorMark = 0x07064b50 // 20 bytes: where that one is
	endMark     = 0x06054b50 // 22 bytes, comment

	localSize, centralSize, end64Size, locatorSize, endSize = 30, 46, 56, 20, 22

	// Numbers that say: too large for this field, look at what ZIP64 (APPNOTE 4.5.3) has in its place.
	large16 = 0xffff
	large32 = 0xffffffff

	stored   = 0
	deflated = 8

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3 // sizes and CRC follow the data
	flagUTF8       = 1 << 11

	extraZip64 = 0x0001
	extraTime  = 0x5455 // seconds since 1970, in UTC
)

// Fault says what is wrong with an archive, and where.
type Fault struct {
	Name  string // of the file inside; empty: the archive itself
	At    int64  // byte of the archive
	Cause error
}

func (f *Fault) Error() string {
	if f.Name == "" {
		return fmt.Sprintf("at byte %d: %v", f.At, f.Cause)
	}
	return fmt.Sprintf("%s, at byte %d: %v", printable(f.Name), f.At, f.Cause)
}

func (f *Fault) Unwrap() error { return f.Cause }

// Causes of a Fault.
var (
	ErrNoZip     = errors.New("this is no zip file, or its end is missing")
	ErrEnd       = errors.New("the file ends early")
	ErrMark      = errors.New("what should begin here does not")
	ErrMultiple  = errors.New("the zip file has several parts")
	ErrLarge     = errors.New("a number that needs more than 32 bits is announced and not there")
	ErrTable     = fmt.Errorf("the table of contents is larger than %d MiB", maxTable>>20)
	ErrEncrypted = errors.New("the file is encrypted")
	ErrMethod    = errors.New("the file is packed by a method other than deflate")
	ErrPath      = errors.New("the name leads out of the folder, or is none that a log directory can have")
	ErrTwice     = errors.New("the name is there twice")
	ErrOverlap   = errors.New("the data of two files overlap")
	ErrDiffers   = errors.New("the two descriptions of the file differ")
	ErrFiles     = fmt.Errorf("more than %d files", MaxFiles)
	ErrBytes     = fmt.Errorf("more than %d GiB when unpacked", MaxBytes>>30)
	ErrSize      = errors.New("the unpacked size is not the one that was announced")
	ErrChecksum  = errors.New("the CRC-32 does not match")
	ErrDeflate   = errors.New("the packed data make no sense")
)

// printable is a name as a message can carry it.
func printable(name string) string {
	q := fmt.Sprintf("%q", name)
	if q == `"`+name+`"` {
		return name
	}
	return q
}
