package check

import (
	"encoding/binary"
	"strconv"
	"strings"

	"logarium/engine/message"
)

// trace is what the last lookup went through. What an entry holds is read from the index itself.
func (e *eval) trace(name string) value {
	words := strings.Fields(e.lookup)
	if len(words) < 3 || words[0] != "lookup" {
		return e.fail("there was no lookup before")
	}
	params := map[string]any{"partition": words[1], "offset": nil}
	if i := 2 + strings.Count(words[2], "--time"); i < len(words) && i == 3 {
		params = map[string]any{"partition": words[1], "time": e.int(words[3])}
	} else {
		params["offset"] = e.int(words[2])
	}
	var l message.Lookup
	e.view("lookup", params, &l)
	switch name {
	case "segment":
		return num(segmentOf(&l))
	case "entry":
		return e.entry(&l, ".index", 4)
	case "timeEntry":
		return e.entry(&l, ".timeindex", 8)
	case "scanned":
		return num(scanned(&l))
	case "returnedFrom":
		return e.returnedFrom(&l)
	case "position":
		return num(l.Position)
	case "probes":
		return num(int64(l.Probes))
	case "found":
		return yes(l.Found)
	}
	return num(l.Offset)
}

// segmentOf is the base offset of the last segment that was looked into, -1 if none was.
func segmentOf(l *message.Lookup) int64 {
	base := int64(-1)
	for _, s := range l.Steps {
		if s.Kind == "segment" {
			base = baseOf(s.Path)
		}
	}
	return base
}

func baseOf(path string) int64 {
	_, file := split(path)
	digits, _, _ := strings.Cut(file, ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// entry is the entry that the search ended at in an index file with this suffix: its key of so many bytes, and what follows it.
// An offset is stored relative to the segment's base and given absolute. An empty list: no entry.
func (e *eval) entry(l *message.Lookup, suffix string, key int64) value {
	v := value{kind: list}
	for _, s := range l.Steps {
		if s.Kind != "entry" || !s.Hit || !strings.HasSuffix(s.Path, suffix) {
			continue
		}
		var h message.Hex
		if e.view("hex", map[string]any{"path": s.Path, "offset": s.Offset, "length": key + 4}, &h); len(h.Bytes) < int(key)+4 {
			return e.fail("%s has no entry at %d", s.Path, s.Offset)
		}
		second := int64(binary.BigEndian.Uint32(h.Bytes[key:]))
		if key == 8 {
			v.list = []int64{int64(binary.BigEndian.Uint64(h.Bytes)), second + baseOf(s.Path)}
		} else {
			v.list = []int64{int64(binary.BigEndian.Uint32(h.Bytes)) + baseOf(s.Path), second}
		}
	}
	return v
}

// scanned counts the batch headers up to the one that was looked for.
func scanned(l *message.Lookup) (n int64) {
	for _, s := range l.Steps {
		if s.Kind == "scan" || s.Kind == "batch" {
			n++
		}
		if s.Kind == "batch" {
			break
		}
	}
	return n
}

func (e *eval) returnedFrom(l *message.Lookup) value {
	if !l.Found {
		return e.fail("nothing was found")
	}
	var b message.Batches
	e.view("batches", map[string]any{"partition": l.Partition, "base": segmentOf(l), "at": l.Position, "limit": 1}, &b)
	if len(b.Batches) == 0 {
		return e.fail("there is no batch at %d", l.Position)
	}
	return num(b.Batches[0].BaseOffset)
}
