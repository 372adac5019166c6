package glass

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/codec"
)

// index checks every entry of an .index or .timeindex file against the batches of its segment.
func (v *verifier) index(file string, name Name) error {
	f, err := v.files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := readAll(f)
	if err != nil {
		return err
	}
	if log := sibling(file, KindLog); log != v.segment {
		if err := v.log(log, name.Base, false); err != nil {
			v.fault(file, 0, "its .log file is missing")
			return nil
		}
	}
	size, entry := offsetEntrySize, v.offsetEntry
	if name.Kind == KindTimeIndex {
		size, entry = timeEntrySize, v.timeEntry
	}
	before := int64(-1)
	for at := 0; at < len(data); at += size {
		rest := data[at:]
		switch {
		case !slices.ContainsFunc(rest, func(b byte) bool { return b != 0 }):
			return nil // not in use yet
		case len(rest) < size:
			v.fault(file, int64(at), "%d bytes that are no whole entry", len(rest))
			return nil
		}
		before = entry(file, int64(at), name.Base, rest[:size], before)
	}
	return nil
}

const (
	offsetEntrySize = 8
	timeEntrySize   = 12
)

// offsetEntry checks that an entry's batch begins at its position and ends with its offset; it returns that offset.
func (v *verifier) offsetEntry(file string, at, base int64, entry []byte, before int64) int64 {
	offset, position := base+int64(codec.Uint32(entry)), int64(codec.Uint32(entry[4:]))
	i := sort.Search(len(v.batches), func(i int) bool { return v.batches[i].position >= position })
	switch {
	case offset <= before:
		v.fault(file, at, "entry for offset %d follows one for %d", offset, before)
	case i == len(v.batches) || v.batches[i].position != position:
		v.fault(file, at, "entry for offset %d points to byte %d of the .log, where no batch begins", offset, position)
	case v.batches[i].last != offset:
		v.fault(file, at, "entry for offset %d points to byte %d of the .log, where a batch ends with offset %d", offset, position, v.batches[i].last)
	}
	return offset
}

// timeEntry checks that a batch ends with an entry's offset and that no timestamp up to it is larger; it returns the timestamp.
func (v *verifier) timeEntry(file string, at, base int64, entry []byte, before int64) int64 {
	ts, offset := codec.Int64(entry), base+int64(codec.Uint32(entry[8:]))
	i := sort.Search(len(v.batches), func(i int) bool { return v.batches[i].last >= offset })
	switch {
	case ts < before || ts == before && at > 0:
		v.fault(file, at, "entry with timestamp %d follows one with %d", ts, before)
	case i == len(v.batches) || v.batches[i].last != offset:
		v.fault(file, at, "entry with timestamp %d is for offset %d, with which no batch ends", ts, offset)
	case v.batches[i].largest != ts:
		v.fault(file, at, "entry for offset %d has timestamp %d, the largest up to there is %d", offset, ts, v.batches[i].largest)
	}
	return ts
}

// checkpoint checks a text of offsets or epochs, and that it does not go beyond the logs that are there.
func (v *verifier) checkpoint(file string, data []byte) {
	if path.Base(file) == checkpoint.LeaderEpochs {
		v.epochs(file, data)
		return
	}
	entries, err := checkpoint.ParseOffsets(data, file)
	if err != nil {
		v.fault(file, 0, "%v", err)
		return
	}
	for _, e := range entries {
		end, ok := v.ends[path.Join(path.Dir(file), e.String())]
		if ok && e.Offset > end {
			v.fault(file, lineAt(data, fmt.Sprint(e.Topic, " ", e.Partition)), "offset %d of %s is beyond the log's end, %d", e.Offset, e.TopicPartition, end)
		}
	}
}

// epochs checks that epochs and their first offsets rise, and do not begin beyond the end.
func (v *verifier) epochs(file string, data []byte) {
	entries, err := checkpoint.ParseEpochs(data, file)
	if err != nil {
		v.fault(file, 0, "%v", err)
		return
	}
	end, ok := v.ends[path.Dir(file)]
	for i, e := range entries {
		switch {
		case i > 0 && (e.Epoch <= entries[i-1].Epoch || e.StartOffset < entries[i-1].StartOffset):
			v.fault(file, 0, "epoch %d from offset %d follows epoch %d from %d", e.Epoch, e.StartOffset, entries[i-1].Epoch, entries[i-1].StartOffset)
		case ok && e.StartOffset > end:
			v.fault(file, 0, "epoch %d begins at offset %d, beyond the log's end, %d", e.Epoch, e.StartOffset, end)
		}
	}
}

// lineAt is where the line of a partition begins.
func lineAt(data []byte, words string) int64 {
	return int64(strings.Index(string(data), "\n"+words+" ") + 1)
}
