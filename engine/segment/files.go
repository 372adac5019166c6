package segment

import (
	"errors"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Flush makes all files of the segment durable. It opens the indexes, as Kafka does.
func (s *Segment) Flush(io *IO) error {
	if err := io.Disk.Sync(s.log); err != nil {
		return err
	}
	if err := s.openBoth(io); err != nil {
		return err
	}
	if err := s.offset.Flush(io.Disk); err != nil {
		return err
	}
	if err := s.time.Flush(io.Disk); err != nil {
		return err
	}
	if err := s.txn.Flush(io.Disk); err != nil {
		return err
	}
	io.Emit(event.SegmentFlushed{Partition: *io.Part, Base: s.base, Size: s.size})
	return nil
}

// Close lets go of the files and leaves them as they are.
func (s *Segment) Close(io *IO) error {
	var log error
	if s.log != 0 {
		log = io.Disk.Close(s.log)
		s.log = 0
	}
	return errors.Join(s.offset.Close(io.Disk), s.time.Close(io.Disk), log, s.txn.Close(io.Disk))
}

// Suffix returns what stands behind the file names: "", .deleted, .cleaned or .swap.
func (s *Segment) Suffix() string { return s.suffix }

// Rename changes the suffix of all files. An index that was never touched has no file: Kafka then logs a failed
// rename and goes on.
func (s *Segment) Rename(io *IO, suffix string) error {
	from := s.LogPath(io.Dir)
	s.suffix = suffix
	if err := io.Disk.Rename(from, s.LogPath(io.Dir)); err != nil {
		retried(io, from, s.LogPath(io.Dir), err)
		if errors.Is(err, disk.ErrNotExist) {
			return kerr.ErrNoSuchFile.With("%s", from) // the second attempt, which is not atomic, names the source only
		}
		return err
	}
	if err := renameLazy(io, &s.offset, s.path(io.Dir, IndexSuffix)); err != nil {
		return err
	}
	if err := renameLazy(io, &s.time, s.path(io.Dir, TimeIndexSuffix)); err != nil {
		return err
	}
	return s.txn.Rename(io.Disk, s.path(io.Dir, TxnIndexSuffix))
}

// renameLazy renames an index that may have no file.
func renameLazy(io *IO, x interface {
	Path() string
	Rename(*disk.Disk, string) error
}, to string) error {
	from := x.Path()
	err := x.Rename(io.Disk, to)
	if !errors.Is(err, disk.ErrNotExist) {
		return err
	}
	retried(io, from, to, err)
	return nil
}

func retried(io *IO, from, to string, err error) {
	if errors.Is(err, disk.ErrNotExist) {
		err = kerr.ErrNoSuchFile.With("%s -> %s", from, to)
	}
	io.Emit(event.MoveRetried{Partition: *io.Part, From: from, To: to, Thrown: err})
}

// SetModified dates .log and the index files that are open, as the cleaner does with its output: segments without
// timestamps are judged by it.
func (s *Segment) SetModified(io *IO, ms int64) error {
	for _, path := range s.Paths(io) {
		if path == s.path(io.Dir, TxnIndexSuffix) {
			continue
		}
		if err := io.Disk.SetMtime(path, ms); err != nil {
			return err
		}
	}
	return nil
}

// Moved follows a rename of the partition's directory. io.Dir is the new one.
func (s *Segment) Moved(io *IO) {
	s.offset.SetPath(s.path(io.Dir, IndexSuffix))
	s.time.SetPath(s.path(io.Dir, TimeIndexSuffix))
	s.txn.SetPath(s.path(io.Dir, TxnIndexSuffix))
}

// Paths returns the paths of the files that exist, .log first.
func (s *Segment) Paths(io *IO) []string {
	var list []string
	for _, suffix := range [...]string{LogSuffix, IndexSuffix, TimeIndexSuffix, TxnIndexSuffix} {
		if p := s.path(io.Dir, suffix); io.Disk.Exists(p) {
			list = append(list, p)
		}
	}
	return list
}

// Delete removes the files. It goes on after a failure and returns all of them together.
func (s *Segment) Delete(io *IO) error {
	return errors.Join(
		s.remove(io, event.TypeLog, LogSuffix, func(d *disk.Disk) (bool, error) { return s.deleteLog(d, s.LogPath(io.Dir)) }),
		s.remove(io, event.TypeOffsetIndex, IndexSuffix, s.offset.Delete),
		s.remove(io, event.TypeTimeIndex, TimeIndexSuffix, s.time.Delete),
		s.remove(io, event.TypeTxnIndex, TxnIndexSuffix, s.txn.Delete),
	)
}

func (s *Segment) deleteLog(d *disk.Disk, path string) (bool, error) {
	if s.log != 0 {
		if err := d.Close(s.log); err != nil {
			return false, err
		}
		s.log = 0
	}
	if !d.Exists(path) {
		return false, nil
	}
	return true, d.Remove(path)
}

// remove removes one file and says so. A missing transaction index is not worth a line.
func (s *Segment) remove(io *IO, kind, suffix string, release func(*disk.Disk) (bool, error)) error {
	path := s.path(io.Dir, suffix)
	info, _ := io.Disk.Stat(path)
	existed, err := release(io.Disk)
	if err != nil {
		return err
	}
	if existed {
		io.Emit(event.FileDeleted{Partition: *io.Part, Base: s.base, Type: kind, Path: path, Size: info.Size})
		return nil
	}
	if kind != event.TypeTxnIndex {
		io.Emit(event.FileMissing{Partition: *io.Part, Base: s.base, Type: kind, Path: path})
	}
	return s.removeMoved(io, kind, suffix)
}

// removeMoved looks for the file of a future log in the directory that it has taken over since.
func (s *Segment) removeMoved(io *IO, kind, suffix string) error {
	future, ok := strings.CutSuffix(io.Dir, "-future")
	dot := strings.LastIndexByte(future, '.')
	if !ok || dot < 0 || s.suffix != DeletedSuffix {
		return nil
	}
	path := s.path(future[:dot], suffix)
	if !io.Disk.Exists(path) {
		return nil
	}
	if err := io.Disk.Remove(path); err != nil {
		return err
	}
	io.Emit(event.FileFallback{Partition: *io.Part, Base: s.base, Type: kind, Path: path})
	return nil
}
