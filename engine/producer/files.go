package producer

import (
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/codec"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// SnapshotSuffix ends the name of a snapshot file.
const SnapshotSuffix = ".snapshot"

const deletedSuffix = ".deleted"

// SnapshotPath is the path of the snapshot of a partition's directory at an offset.
func SnapshotPath(dir string, offset int64) string {
	return dir + "/" + codec.FileNumber(offset) + SnapshotSuffix
}

// snapshotOffset is the offset in the name of a snapshot file.
func snapshotOffset(name string) (int64, bool) {
	stem, ok := strings.CutSuffix(name, SnapshotSuffix)
	if !ok {
		return 0, false
	}
	stem, _, _ = strings.Cut(stem, ".")
	offset, err := strconv.ParseInt(stem, 10, 64)
	return offset, err == nil
}

// Open makes the state of a partition whose directory is dir: no producers, and a list of the
// snapshot files there. Load them with TruncateAndReload. Error: of the disk.
func Open(d *disk.Disk, partition event.Partition, dir string, config Config) (State, error) {
	s := State{partition: partition, dir: dir, config: config, oldestTxn: NoTimestamp}
	return s, s.list(d)
}

// list reads the names of the snapshot files. Error: NumberFormat for one without an offset.
func (s *State) list(d *disk.Disk) error {
	s.snapshots.Clear()
	files, err := d.Names(s.dir)
	if errors.Is(err, disk.ErrNotExist) {
		return nil
	}
	for _, name := range files {
		if path.Ext(name) != SnapshotSuffix {
			continue
		}
		offset, ok := snapshotOffset(name)
		if !ok {
			digits, _, _ := strings.Cut(name, ".")
			return kerr.At(s.dir+"/"+name, kerr.ErrNumberFormat.With("For input string: \"%s\"", digits))
		}
		s.snapshots.Set(offset, struct{}{})
	}
	return err
}

// Snapshots returns the offsets of the snapshot files, ascending.
func (s *State) Snapshots() []int64 {
	list := make([]int64, 0, s.snapshots.Len())
	for offset := range s.snapshots.All() {
		list = append(list, offset)
	}
	return list
}

// HasSnapshot reports a snapshot at that very offset.
func (s *State) HasSnapshot(offset int64) bool {
	_, ok := s.snapshots.Get(offset)
	return ok
}

// LatestSnapshotOffset is the offset of the newest snapshot file, false if there is none.
func (s *State) LatestSnapshotOffset() (int64, bool) {
	offset, _, ok := s.snapshots.Max()
	return offset, ok
}

// OldestSnapshotOffset is the offset of the oldest snapshot file, false if there is none.
func (s *State) OldestSnapshotOffset() (int64, bool) {
	offset, _, ok := s.snapshots.Min()
	return offset, ok
}

// LastSnapshotOffset is the offset of the snapshot that was written or loaded last.
func (s *State) LastSnapshotOffset() int64 { return s.snapEnd }

// TakeSnapshot writes the state to a file named by the map end offset, unless the last snapshot is
// at or above it, and reports the path. sync makes the bytes durable; a roll leaves that to its
// flush task. A leftover of that name is not truncated: if it is longer its checksum is wrong then.
func (s *State) TakeSnapshot(d *disk.Disk, sync bool, emit event.Sink) (file string, written bool, err error) {
	if s.mapEnd <= s.snapEnd {
		return "", false, nil
	}
	file = SnapshotPath(s.dir, s.mapEnd)
	if err := writeSnapshot(d, file, EncodeSnapshot(s.inHashOrder()), sync); err != nil {
		return "", false, err
	}
	emit(event.SnapshotWritten{Partition: s.partition, Offset: s.mapEnd, Producers: s.entries.Len(), Path: file})
	s.snapshots.Set(s.mapEnd, struct{}{})
	s.snapEnd = s.mapEnd
	return file, true, nil
}

func writeSnapshot(d *disk.Disk, file string, data []byte, sync bool) (err error) {
	h, err := d.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close(h)) }()
	if _, err := d.WriteAt(h, data, 0); err != nil {
		return err
	}
	if !sync {
		return nil
	}
	return d.Sync(h)
}

// SyncSnapshot makes the bytes of a snapshot durable (the flush task of a roll). One that has been
// removed meanwhile needs it no more.
func SyncSnapshot(d *disk.Disk, file string) error {
	h, err := d.Open(file)
	if errors.Is(err, disk.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(h), d.Close(h))
}

// ReadSnapshot reads a snapshot file. Errors: CorruptSnapshot; of the disk.
func ReadSnapshot(d *disk.Disk, file string) ([]Entry, error) {
	b, err := d.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return DecodeSnapshot(b)
}

// TruncateAndReload brings the state to a log that begins at logStart and ends at logEnd: snapshots
// outside (logStart, logEnd] are removed, and unless the state is at logEnd already, it is read from
// the newest snapshot left; expired producers are dropped. The caller then replays the log from
// MapEndOffset. Error: of the disk.
func (s *State) TruncateAndReload(d *disk.Disk, logStart, logEnd, now int64, emit event.Sink) error {
	for _, offset := range s.Snapshots() {
		if offset > logEnd || offset <= logStart {
			if err := s.removeSnapshot(d, offset, emit); err != nil {
				return err
			}
		}
	}
	if logEnd == s.mapEnd {
		s.OnLogStartOffsetIncremented(logStart)
		return nil
	}
	s.clear()
	return s.load(d, logStart, now, emit)
}

// load reads the newest snapshot that is sound; others are removed.
func (s *State) load(d *disk.Disk, logStart, now int64, emit event.Sink) error {
	for {
		offset, ok := s.LatestSnapshotOffset()
		if !ok {
			s.snapEnd, s.mapEnd = logStart, logStart
			return nil
		}
		file := SnapshotPath(s.dir, offset)
		emit(event.SnapshotLoading{Partition: s.partition, Offset: offset, Path: file})
		entries, err := ReadSnapshot(d, file)
		if err == nil {
			s.take(entries, now)
			s.snapEnd, s.mapEnd = offset, offset
			return nil
		}
		if !errors.Is(err, kerr.ErrCorruptSnapshot) {
			return err
		}
		emit(event.SnapshotUnreadable{Partition: s.partition, Path: file, Message: err.Error()})
		if err := s.removeSnapshot(d, offset, emit); err != nil {
			return err
		}
	}
}

// take puts the entries of a snapshot in, except expired ones.
func (s *State) take(entries []Entry, now int64) {
	for i := range entries {
		if e := &entries[i]; !s.expired(now, e) {
			s.Load(*e)
		}
	}
	s.refreshOldestTxn()
}

// Load puts in an entry as it was saved.
func (s *State) Load(e Entry) {
	s.put(e)
	if e.HasTxn() {
		s.ongoing.Set(e.TxnFirstOffset, Txn{ProducerID: e.ID, First: event.OffsetOnly(e.TxnFirstOffset), LastOffset: NoOffset})
	}
}

// OnLogStartOffsetIncremented forgets ended transactions below a new log start offset. Producers
// stay, although their records are gone.
func (s *State) OnLogStartOffsetIncremented(logStart int64) {
	s.removeUnreplicated(logStart)
	if s.mapEnd < logStart {
		s.mapEnd = logStart
	}
	s.snapEnd = logStart
	if offset, ok := s.LatestSnapshotOffset(); ok {
		s.snapEnd = offset
	}
}

// TruncateFullyAndStartAt forgets everything and removes all snapshots: the log is empty and begins
// at offset.
func (s *State) TruncateFullyAndStartAt(d *disk.Disk, offset int64, emit event.Sink) error {
	s.clear()
	for _, snapshot := range s.Snapshots() {
		if err := s.removeSnapshot(d, snapshot, emit); err != nil {
			return err
		}
	}
	s.snapEnd, s.mapEnd = 0, offset
	return nil
}

// RemoveStraySnapshots lists the directory again and removes the snapshots that belong to no
// segment, except the newest of them if it lies beyond the last segment's base: a clean shutdown
// left it. bases are the base offsets of the segments, ascending.
func (s *State) RemoveStraySnapshots(d *disk.Disk, bases []int64, emit event.Sink) error {
	if err := s.list(d); err != nil {
		return err
	}
	var stray []int64
	for _, offset := range s.Snapshots() {
		if _, found := slices.BinarySearch(bases, offset); !found {
			stray = append(stray, offset)
		}
	}
	if n := len(stray); n > 0 && len(bases) > 0 && stray[n-1] > bases[len(bases)-1] {
		stray = stray[:n-1]
	}
	for _, offset := range stray {
		if err := s.removeSnapshot(d, offset, emit); err != nil {
			return err
		}
	}
	return nil
}

// DeleteSnapshotsBefore removes the snapshots below an offset.
func (s *State) DeleteSnapshotsBefore(d *disk.Disk, offset int64, emit event.Sink) error {
	for _, snapshot := range s.Snapshots() {
		if snapshot < offset {
			if err := s.removeSnapshot(d, snapshot, emit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *State) removeSnapshot(d *disk.Disk, offset int64, emit event.Sink) error {
	s.snapshots.Delete(offset)
	return DeleteSnapshotFile(d, s.partition, SnapshotPath(s.dir, offset), emit)
}

// DeleteSnapshotFile removes a snapshot file (the task delete-producer-snapshot).
func DeleteSnapshotFile(d *disk.Disk, partition event.Partition, file string, emit event.Sink) error {
	existed := d.Exists(file)
	if existed {
		if err := d.Remove(file); err != nil {
			return err
		}
	}
	emit(event.SnapshotDeleted{Partition: partition, Path: file, Missing: !existed})
	return nil
}

// MarkSnapshotForDeletion gives the snapshot at an offset the suffix .deleted and forgets it: the
// segment that begins there is being deleted. It returns the new path, for DeleteSnapshotFile after
// file.delete.delay.ms; false if there is no such snapshot.
func (s *State) MarkSnapshotForDeletion(d *disk.Disk, offset int64, emit event.Sink) (file string, ok bool, err error) {
	if !s.snapshots.Delete(offset) {
		return "", false, nil
	}
	from := SnapshotPath(s.dir, offset)
	file = from + deletedSuffix
	err = d.Rename(from, file)
	if errors.Is(err, disk.ErrNotExist) {
		thrown := kerr.ErrNoSuchFile.With("%s -> %s", from, file)
		emit(event.MoveRetried{Partition: s.partition, From: from, To: file, Thrown: thrown})
		emit(event.SnapshotRenameFailed{Partition: s.partition, Path: file})
		return "", false, nil
	}
	return file, err == nil, err
}
