// Package glass looks at Kafka's files and changes nothing: every byte with its name, what kafka-dump-log prints, and
// from where an index entry points to. It reads by the tables and walkers of the packages that own the formats, and
// works on the simulated disk and on the files of a real computer alike.
package glass

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Files finds files by their paths.
type Files interface {
	// Open opens a file for reading. A missing one is kerr.ErrNoSuchFile.
	Open(path string) (File, error)
}

// File is a file of any size.
type File interface {
	io.ReaderAt
	Size() int64
	Close() error
}

// OnDisk looks at the simulated disk. Reading counts there like any other reading; hand in a fork to leave no trace.
func OnDisk(d *disk.Disk) Files { return simulated{d} }

type simulated struct{ disk *disk.Disk }

func (s simulated) Open(path string) (File, error) {
	h, err := s.disk.Open(path)
	if errors.Is(err, disk.ErrNotExist) {
		return nil, kerr.ErrNoSuchFile.With("%s", path)
	}
	if err != nil {
		return nil, err
	}
	return simulatedFile{s.disk.File(h)}, nil
}

type simulatedFile struct{ disk.File }

func (f simulatedFile) Close() error { return f.Disk.Close(f.Handle) }

// InFolder looks at the files of a real computer below a folder, such as os.DirFS("/"). A path's leading slash is not
// part of the name in fsys.
func InFolder(fsys fs.FS) Files { return folder{fsys} }

type folder struct{ fsys fs.FS }

func (f folder) Open(name string) (File, error) {
	file, err := f.fsys.Open(strings.TrimPrefix(path.Clean(name), "/"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, kerr.ErrNoSuchFile.With("%s", name)
	}
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	at, ok := file.(io.ReaderAt)
	if !ok || info.IsDir() {
		return nil, errors.Join(kerr.ErrIO.With("Is a directory"), file.Close())
	}
	return realFile{at, info.Size(), file}, nil
}

type realFile struct {
	io.ReaderAt
	size int64
	file fs.File
}

func (f realFile) Size() int64  { return f.size }
func (f realFile) Close() error { return f.file.Close() }

// maxWhole is how much of a file is read where it must be read as a whole, in bytes: small files, and index files,
// which segment.index.bytes limits to 2 GiB but which are 10 MiB by default.
const maxWhole = 64 << 20

// readAll reads a whole file.
func readAll(f File) ([]byte, error) {
	if f.Size() > maxWhole {
		return nil, tooLarge(f.Size())
	}
	b := make([]byte, f.Size())
	return b, readFull(f, b, 0)
}

// readFull reads exactly len(b) bytes.
func readFull(f io.ReaderAt, b []byte, at int64) error {
	n, err := f.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func tooLarge(size int64) error {
	return kerr.ErrIO.With("file of %d bytes is too large to be read as a whole, the limit is %d", size, maxWhole)
}
