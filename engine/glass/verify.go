package glass

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/index"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// Fault is something in a file that is not as Kafka writes it.
type Fault struct {
	Path     string `json:"path"`
	Position int64  `json:"position"` // byte at which it begins
	What     string `json:"what"`
}

func (f Fault) String() string { return fmt.Sprintf("%s: byte %d: %s", f.Path, f.Position, f.What) }

// Verify looks for faults in the files of log directories: checksums, order and lengths of batches, every entry of
// the indexes against them, snapshots, checkpoints and property files. Files that it does not know, and those that wait for
// their removal, are left alone. A batch is only read, never repaired. Error: a file that cannot be read.
func Verify(files Files, list []string) (faults []Fault, err error) {
	v := verifier{files: files, ends: map[string]int64{}}
	list = slices.Clone(list)
	// Logs come before what refers to them, in the order of their offsets.
	sort.SliceStable(list, func(i, j int) bool {
		a, b := NameOf(list[i]).Kind == KindLog, NameOf(list[j]).Kind == KindLog
		return a && !b || a == b && list[i] < list[j]
	})
	for _, file := range list {
		if err := v.file(file); err != nil {
			return v.faults, fmt.Errorf("%s: %w", file, err)
		}
	}
	sort.SliceStable(v.faults, func(i, j int) bool { return v.faults[i].Path < v.faults[j].Path })
	return v.faults, nil
}

type verifier struct {
	files  Files
	faults []Fault
	codecs record.Codecs

	last string           // the .log before this one
	ends map[string]int64 // offset after the last record, by partition's directory

	segment string // whose batches these are
	batches []placed
}

// placed is a batch as the indexes know it.
type placed struct{ position, last, largest int64 }

func (v *verifier) fault(file string, at int64, format string, args ...any) {
	v.faults = append(v.faults, Fault{file, at, fmt.Sprintf(format, args...)})
}

func (v *verifier) file(file string) error {
	name := NameOf(file)
	if name.Suffix != "" || strings.HasSuffix(path.Dir(file), "-delete") {
		return nil
	}
	switch name.Kind {
	case KindLog:
		return v.log(file, name.Base, true)
	case KindIndex, KindTimeIndex:
		return v.index(file, name)
	case KindTxnIndex, KindSnapshot, KindCheckpoint, KindProperties:
		return v.small(file, name)
	}
	return nil
}

// log reads the batches of a .log file. Only the first time what is wrong counts.
func (v *verifier) log(file string, base int64, first bool) error {
	f, err := v.files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	v.segment, v.batches = file, v.batches[:0]
	if base < 0 {
		return nil
	}
	faults := len(v.faults)
	end := v.scan(file, f, base)
	if !first {
		v.faults = v.faults[:faults]
		return nil
	}
	dir := path.Dir(file)
	if v.last != "" && path.Dir(v.last) == dir && v.ends[dir] > base {
		v.fault(v.last, 0, "it reaches up to offset %d, into the next segment, %d", v.ends[dir]-1, base)
	}
	v.last, v.ends[dir] = file, end
	return nil
}

const wide = 64 << 10 // bytes at a time

// scan goes over the batches and returns the offset after the last one.
func (v *verifier) scan(file string, f File, base int64) (next int64) {
	s := record.NewScanner(f, 0, f.Size(), file)
	s.Window = wide
	next = base
	at := int64(0)
	for s.Next() {
		b := s.Batch()
		if b == nil {
			break
		}
		at = s.Position()
		next = v.batch(file, at, b, next)
		at += int64(s.Size())
	}
	if err := s.Err(); err != nil {
		v.fault(file, at, "%v", err)
	} else if rest := f.Size() - at; rest > 0 && !blank(f, at) {
		v.fault(file, at, "%d bytes that are no whole batch", rest)
	}
	return next
}

// batch checks one batch, which may not begin below offset next; it returns the offset after it.
func (v *verifier) batch(file string, at int64, b record.Batch, next int64) int64 {
	switch {
	case b.Magic() < 0 || b.Magic() > 2:
		v.fault(file, at, "batch of the unknown format %d", b.Magic())
	case !b.IsValid():
		v.fault(file, at, "batch %d-%d has checksum %d, its bytes give %d", b.BaseOffset(), b.LastOffset(), b.CRC(), b.ComputeCRC())
	case b.BaseOffset() < next || b.LastOffset() < b.BaseOffset():
		v.fault(file, at, "batch %d-%d begins below offset %d", b.BaseOffset(), b.LastOffset(), next)
	default:
		if n, err := v.records(b); err != nil {
			v.fault(file, at, "batch %d-%d: %v", b.BaseOffset(), b.LastOffset(), err)
		} else if b.Magic() >= 2 && n != b.Count() {
			v.fault(file, at, "batch %d-%d has %d records, its header says %d", b.BaseOffset(), b.LastOffset(), n, b.Count())
		}
	}
	largest := b.MaxTimestamp()
	if n := len(v.batches); n > 0 {
		largest = max(largest, v.batches[n-1].largest)
	}
	v.batches = append(v.batches, placed{at, b.LastOffset(), largest})
	return max(next, b.NextOffset())
}

func (v *verifier) records(b record.Batch) (n int32, err error) {
	it := record.Iterator{Codecs: &v.codecs}
	for it.Open(b); it.Next(); {
		n++
	}
	return n, it.Err()
}

// blank tells that nothing but zeros follows, as in a file that was made in its full size.
func blank(f File, from int64) bool {
	buf := make([]byte, wide)
	for at := from; at < f.Size(); {
		part := buf[:min(int64(len(buf)), f.Size()-at)]
		if readFull(f, part, at) != nil {
			return false
		}
		if slices.ContainsFunc(part, func(b byte) bool { return b != 0 }) {
			return false
		}
		at += int64(len(part))
	}
	return true
}

// small checks a file that is read as a whole.
func (v *verifier) small(file string, name Name) error {
	f, err := v.files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := readAll(f)
	if err != nil {
		return err
	}
	switch name.Kind {
	case KindSnapshot:
		_, err = producer.DecodeSnapshot(data)
	case KindTxnIndex:
		v.aborted(file, data)
	case KindCheckpoint:
		v.checkpoint(file, data)
	default:
		if path.Base(file) == checkpoint.PartitionMetadata {
			_, err = checkpoint.ParseMetadata(data, file)
		} else {
			_, err = checkpoint.ParseMeta(data)
		}
	}
	if err != nil {
		v.fault(file, 0, "%v", err)
	}
	return nil
}

// aborted checks a .txnindex file: entries of a known version, in order.
func (v *verifier) aborted(file string, data []byte) {
	size, last := index.TxnLayout().Size, int64(-1)
	for at := 0; at < len(data); at += size {
		if len(data)-at < size {
			v.fault(file, int64(at), "%d bytes that are no whole entry", len(data)-at)
			return
		}
		a, err := index.DecodeAborted(data[at:at+size], file)
		switch {
		case err != nil:
			v.fault(file, int64(at), "%v", err)
			return
		case a.LastOffset <= last || a.FirstOffset > a.LastOffset:
			v.fault(file, int64(at), "entry for offsets %d-%d follows one that ends at %d", a.FirstOffset, a.LastOffset, last)
		}
		last = a.LastOffset
	}
}
