package lab

import (
	"strings"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
)

// activeSegments are the highest base offsets of the .log files in each directory: the segments below them are sealed.
func activeSegments(files map[string]disk.Info) map[string]int64 {
	active := map[string]int64{}
	for path := range files {
		at := strings.LastIndexByte(path, '/')
		if n := glass.NameOf(path[at+1:]); n.Kind == "log" {
			active[path[:at]] = max(active[path[:at]], n.Base)
		}
	}
	return active
}

// countSealed adds a file's part to the count of bytes of sealed segments that changed where they lie. A file that took another's
// place, as cleaning's do, is not the same one; one that was cut lost bytes and changed none.
func (s *sides) countSealed(v *message.Diff, f *message.FileDiff, active map[string]int64, old, now disk.Info) {
	at := strings.LastIndexByte(f.Was, '/')
	if !s.line || at < 0 || f.SizeB < 0 || old.Ino != now.Ino || f.Why != "" {
		return
	}
	if n := glass.NameOf(f.Was[at+1:]); n.Kind != "log" || n.Base < 0 || n.Base >= active[f.Was[:at]] {
		return
	}
	v.Sealed++
	for _, d := range f.Diffs {
		v.SealedBytes += max(0, min(d.End, f.SizeA, f.SizeB)-d.Start)
	}
}
