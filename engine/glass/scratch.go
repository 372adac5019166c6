package glass

import (
	"errors"
	"io"
	"path"

	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

// An index of the dump is the broker's own, reading a copy of the file on a small disk.

type offsetIndex struct {
	index.OffsetIndex
	disk *disk.Disk
}

type timeIndex struct {
	index.TimeIndex
	disk *disk.Disk
}

// namedFile is a log file, with the path that errors mention.
type namedFile struct {
	File
	path string
}

// slice walks over the batches from a position on, in at most length bytes.
func (f namedFile) slice(from, length int64) (*record.Scanner, error) {
	if from < 0 {
		return nil, kerr.ErrIllegalArgument.With("Invalid position: %d in read from FileRecords(size=%d, file=%s, start=0, end=2147483647)", from, f.Size(), f.path)
	}
	if length < 0 {
		return nil, badSize(length, f, f.path)
	}
	if from > f.Size() {
		return nil, kerr.ErrIllegalArgument.With("Slice from position %d exceeds end position of FileRecords(size=%d, file=%s, start=0, end=2147483647)", from, f.Size(), f.path)
	}
	return record.NewScanner(f, from, min(f.Size(), from+length), f.path), nil
}

// badSize is what Kafka says of a negative size.
func badSize(size int64, f File, path string) error {
	return kerr.ErrIllegalArgument.With("Invalid size: %d in read from FileRecords(size=%d, file=%s, start=0, end=2147483647)", size, f.Size(), path)
}

// offsetIndex opens an .index file, and before that the .log beside it.
func (d *dumper) offsetIndex(file string) (x offsetIndex, log namedFile, err error) {
	start, err := base(file)
	if err != nil {
		return x, log, err
	}
	log.path = sibling(file, KindLog)
	if log.File, err = d.files.Open(log.path); err != nil {
		return x, log, err
	}
	x = offsetIndex{index.NewOffsetIndex(file, start, -1), disk.New(disk.Options{})}
	if err = d.copyTo(x.disk, file); err == nil {
		err = x.Open(x.disk)
	}
	if err != nil {
		err = errors.Join(err, log.Close())
	}
	return x, log, err
}

func (d *dumper) openTimeIndex(file string, start int64) (timeIndex, error) {
	x := timeIndex{index.NewTimeIndex(file, start, -1), disk.New(disk.Options{})}
	if err := d.copyTo(x.disk, file); err != nil {
		return x, err
	}
	return x, x.Open(x.disk)
}

// copyTo puts a file on the small disk under its own path. A missing file stays missing: the index says what that
// means.
func (d *dumper) copyTo(to *disk.Disk, file string) error {
	if err := to.MkdirAll(path.Dir(file)); err != nil {
		return err
	}
	f, err := d.files.Open(file)
	if errors.Is(err, kerr.ErrNoSuchFile) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Size() > maxWhole {
		return tooLarge(f.Size())
	}
	h, err := to.Create(file)
	if err != nil {
		return err
	}
	err = copyPages(to, h, f)
	return errors.Join(err, to.Close(h))
}

// copyPages leaves out pages of zeros, of which a live index is full.
func copyPages(to *disk.Disk, h disk.Handle, f File) error {
	page := make([]byte, disk.PageSize)
	for at := int64(0); at < f.Size(); at += disk.PageSize {
		p := page[:min(disk.PageSize, f.Size()-at)]
		if err := readFull(f, p, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if allZero(p) {
			continue
		}
		if _, err := to.WriteAt(h, p, at); err != nil {
			return err
		}
	}
	return to.Truncate(h, f.Size())
}

func allZero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}
