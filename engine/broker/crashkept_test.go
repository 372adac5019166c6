package broker

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
)

// keptLog is what Kafka's recovery keeps of a partition, found from the bytes of its files and checkpoints alone.
type keptLog struct {
	segments []keptSegment
	start    int64 // log start offset
	end      int64
	cut      int // bytes behind the last sound batch
	dropped  int // segments behind a cut
	hole     bool
}

type keptSegment struct {
	base    int64
	bytes   []byte
	batches []keptBatch
}

type keptBatch struct {
	base, next int64
	bytes      []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// kept reads every segment from the one with the recovery point on, cuts the first that ends in something else than a
// sound batch, and drops those behind it. Segments before are taken as they are. If the log then ends below the
// checkpointed start, all of it is dropped.
func kept(d *disk.Disk, dir, name string) (keptLog, error) {
	recovery, start := checkpointed(d, dir, checkpoint.RecoveryPoint, name), checkpointed(d, dir, checkpoint.LogStart, name)
	var k keptLog
	names, err := d.ReadDir(dir + "/" + name)
	if err != nil {
		return k, err
	}
	cut := false
	for i, f := range names {
		base, ok := strings.CutSuffix(f.Name, ".log")
		if !ok {
			continue
		}
		data, err := d.ReadFile(dir + "/" + name + "/" + f.Name)
		if err != nil {
			return k, err
		}
		number, _ := strconv.ParseInt(base, 10, 64)
		if cut {
			k.dropped++
			continue
		}
		s := soundBatches(number, data)
		if nextLog(names[i+1:]) > recovery {
			cut = len(s.bytes) < len(data)
		}
		k.cut += len(data) - len(s.bytes)
		k.segments = append(k.segments, s)
	}
	return k.finish(start), nil
}

// nextLog is the base of the first segment in a listing.
func nextLog(names []disk.Info) int64 {
	for _, f := range names {
		if base, ok := strings.CutSuffix(f.Name, ".log"); ok {
			n, _ := strconv.ParseInt(base, 10, 64)
			return n
		}
	}
	return 1 << 62
}

func (k keptLog) finish(start int64) keptLog {
	for _, s := range k.segments {
		k.hole = k.hole || k.end != 0 && s.base != k.end
		k.end = s.base
		for _, b := range s.batches {
			k.end = b.next
		}
	}
	if len(k.segments) == 0 || k.end < start {
		k.segments, k.end = []keptSegment{{base: start}}, start
	}
	k.start = max(start, k.segments[0].base)
	return k
}

// soundBatches takes batches from the beginning of a file while their length, format and CRC are right.
func soundBatches(base int64, data []byte) keptSegment {
	s := keptSegment{base: base}
	const head, least = 12, 49
	for rest := data; len(rest) >= head; {
		size := head + int(int32(binary.BigEndian.Uint32(rest[8:])))
		if size < head+least || size > len(rest) || rest[16] != 2 ||
			crc32.Checksum(rest[21:size], castagnoli) != binary.BigEndian.Uint32(rest[17:]) {
			break
		}
		first := int64(binary.BigEndian.Uint64(rest))
		s.batches = append(s.batches, keptBatch{first, first + 1 + int64(binary.BigEndian.Uint32(rest[23:])), rest[:size]})
		s.bytes = data[:len(s.bytes)+size]
		rest = rest[size:]
	}
	return s
}

// checkpointed reads one partition's number from a checkpoint file, 0 if it has none.
func checkpointed(d *disk.Disk, dir, file, name string) int64 {
	data, _ := d.ReadFile(dir + "/" + file)
	dash := strings.LastIndexByte(name, '-')
	for line := range strings.SplitSeq(string(data), "\n") {
		if number, ok := strings.CutPrefix(line, name[:dash]+" "+name[dash+1:]+" "); ok {
			n, _ := strconv.ParseInt(number, 10, 64)
			return n
		}
	}
	return 0
}

// refusal recognizes the one case in which Kafka does not open a log after a power loss: a segment has no index, so that
// it is recovered before those in front of it; the producer snapshot at its base never reached the disk; so the records
// before it are read for their producers, and end in something else than a batch. What remains to be done then is to
// remove all segments behind the damage, which are not flushed either.
func refusal(d *disk.Disk, err error) (remedy func()) {
	_, path, ok := strings.Cut(err.Error(), " in file ")
	path = strings.TrimSuffix(path, ".")
	data, unread := d.ReadFile(path)
	dir, file := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	if !ok || unread != nil || kerr.Code(err) != "CORRUPT_MESSAGE" || len(soundBatches(0, data).bytes) == len(data) {
		return nil
	}
	names, _ := d.ReadDir(dir)
	for _, f := range names {
		base, ok := strings.CutSuffix(f.Name, ".log")
		if !ok || f.Name <= file || soundSnapshot(d, dir+base+".snapshot") {
			continue
		}
		return func() {
			for _, f := range names {
				stem, _, _ := strings.Cut(f.Name, ".")
				if _, err := strconv.ParseInt(stem, 10, 64); err == nil && stem > file[:len(stem)] {
					d.Remove(dir + f.Name)
				}
			}
		}
	}
	return nil
}

// soundSnapshot checks the CRC of a producer snapshot.
func soundSnapshot(d *disk.Disk, path string) bool {
	data, err := d.ReadFile(path)
	return err == nil && len(data) >= 10 && crc32.Checksum(data[6:], castagnoli) == binary.BigEndian.Uint32(data[2:])
}

// compare proves one log of a broker that was started on a disk after a crash.
func (r *crashRun) compare(c *crashCount, l *crashLog, before *disk.Disk, w *world) error {
	live := r.w.broker.Log(l.name)
	dir := live.Partition().LogDir
	want, err := kept(before, dir, l.name)
	if err != nil {
		return err
	}
	got := w.broker.Log(l.name)
	if got == nil || got.LogEndOffset() != want.end || got.LogStartOffset() != want.start {
		return fmt.Errorf("recovered %v, want offsets from %d to %d", got, want.start, want.end)
	}
	if err := sameFiles(w.broker.Disk(), dir+"/"+l.name, want); err != nil {
		return err
	}
	env := w.broker.Env(w.host())
	if err := got.Check(env); err != nil {
		return err
	}
	if err := readable(env, got, want); err != nil {
		return err
	}
	promised := live.RecoveryPoint()
	if c.name == "kill -9" {
		promised = l.acked
	}
	return r.promises(c, l, want, live.LogStartOffset(), promised)
}

// readable looks up the first and the last batch of each segment through the indexes.
func readable(env *plog.Env, l *plog.Log, k keptLog) error {
	for _, s := range k.segments {
		for i, b := range s.batches {
			if i > 0 && i < len(s.batches)-1 || b.next <= k.start {
				continue
			}
			found, err := l.Read(env, max(b.base, k.start), 1, plog.LogEnd, true, nil)
			if err != nil {
				return err
			}
			data, err := l.Bytes(env, &found, nil)
			if err != nil || !bytes.Equal(data, b.bytes) {
				return fmt.Errorf("reading at %d finds %d bytes that are others, error %v", b.base, len(data), err)
			}
		}
	}
	return nil
}

// sameFiles compares the log files that recovery left.
func sameFiles(d *disk.Disk, dir string, want keptLog) error {
	names, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	i := 0
	for _, f := range names {
		if !strings.HasSuffix(f.Name, ".log") {
			continue
		}
		if i >= len(want.segments) || f.Name != fmt.Sprintf("%020d.log", want.segments[i].base) {
			return fmt.Errorf("%s is there and should not", f.Name)
		}
		data, err := d.ReadFile(dir + "/" + f.Name)
		if err != nil {
			return err
		}
		if s := want.segments[i].bytes; !bytes.HasPrefix(data, s) || len(bytes.Trim(data[len(s):], "\x00")) > 0 {
			return fmt.Errorf("%s has %d bytes, and not those %d that are sound", f.Name, len(data), len(s))
		}
		i++
	}
	if i != len(want.segments) {
		return fmt.Errorf("%d segments, want %d", i, len(want.segments))
	}
	return nil
}

// promises checks that what is there was sent, and that all from the log start to a promised end is there.
func (r *crashRun) promises(c *crashCount, l *crashLog, k keptLog, start, promised int64) error {
	c.cut, c.dropped = c.cut+k.cut, c.dropped+k.dropped
	if k.hole {
		c.holes++
	}
	there := map[int64]bool{}
	for _, s := range k.segments {
		for _, b := range s.batches {
			sent := l.sent[b.base]
			if len(sent) < 17 || !bytes.Equal(sent[17:], b.bytes[17:]) {
				return fmt.Errorf("the batch at %d was never sent", b.base)
			}
			there[b.base] = true
			if b.base >= promised {
				c.kept++
			}
		}
	}
	for base := range l.sent {
		switch {
		case base < start || there[base] || base >= l.acked:
		case base < promised:
			return fmt.Errorf("the batch at %d is lost; promised was all below %d, and %d was acknowledged", base, promised, l.acked)
		default:
			c.lost++
		}
	}
	return nil
}
