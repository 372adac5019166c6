package lab

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/message"
	"logarium/engine/store"
)

// plainTree makes all lines of a directory's tree from what the other views say of it.
func plainTree(files message.Files, segments message.Segments, filter string, opened, closed, unfolded []int64) (lines []string, found int) {
	live, due := map[int64]string{}, map[int64]int64{}
	for _, s := range segments.Segments {
		if s.State != "renamed" {
			live[s.Base] = s.State
		}
	}
	for _, s := range segments.Segments {
		if s.State == "renamed" && live[s.Base] == "" {
			due[s.Base] = s.Gone
		}
	}
	has := map[int64]bool{}
	for _, f := range files.Entries {
		has[f.Base] = has[f.Base] || f.Kind != "snapshot"
	}
	groups, rest := map[int64][]message.File{}, []message.File{}
	for _, f := range files.Entries {
		if !strings.Contains(strings.ToLower(f.Name), filter) {
			continue
		}
		if found++; f.Dir || f.Base < 0 || !has[f.Base] {
			rest = append(rest, f)
		} else {
			groups[f.Base] = append(groups[f.Base], f)
		}
	}
	var bases []int64
	for base, g := range groups {
		bases = append(bases, base)
		slices.SortStableFunc(g, func(a, b message.File) int { return fileOrder(a.Name) - fileOrder(b.Name) })
		if gone := !slices.ContainsFunc(g, func(f message.File) bool { return f.Suffix != "deleted" }); gone && len(live) == 0 {
			if _, ok := due[base]; !ok {
				due[base] = -1
			}
		}
	}
	slices.Sort(bases)
	isOpen := func(base int64) bool {
		switch {
		case slices.Contains(closed, base):
			return false
		case slices.Contains(opened, base), filter != "", base < 0:
			return true
		}
		return live[base] != "" && base == segments.Segments[len(segments.Segments)-1].Base
	}
	show := func(list []message.File) {
		for _, f := range list {
			lines = append(lines, fmt.Sprintf("file %+v", f))
		}
	}
	folded, until := -1, 0
	for i, base := range bases {
		at, renamed := due[base]
		if renamed && i >= until {
			for until = i + 1; until < len(bases); until++ {
				if next, also := due[bases[until]]; !also || next != at {
					break
				}
			}
			if folded = -1; until-i > 1 {
				open := slices.Contains(unfolded, base)
				if !open {
					folded = until
				}
				lines = append(lines, fmt.Sprintf("folded %d %d %d %d %v", base, bases[until-1], until-i, at, open))
			}
		}
		if i < folded {
			continue
		}
		state, gone := live[base], int64(-1)
		if renamed {
			state, gone = "renamed", at
		}
		lines = append(lines, fmt.Sprintf("segment %d %s %d %d %v", base, state, gone, len(groups[base]), isOpen(base)))
		if isOpen(base) {
			show(groups[base])
		}
	}
	if len(rest) > 0 {
		lines = append(lines, fmt.Sprintf("others %d %v", len(rest), isOpen(-1)))
		if isOpen(-1) {
			show(rest)
		}
	}
	return lines, found
}

func lineText(l message.FileLine) string {
	switch l.Kind {
	case "file":
		return fmt.Sprintf("file %+v", *l.File)
	case "folded":
		return fmt.Sprintf("folded %d %d %d %d %v", l.Base, l.Last, l.Segments, l.Gone, l.Open)
	case "segment":
		return fmt.Sprintf("segment %d %s %d %d %v", l.Base, l.State, l.Gone, l.Files, l.Open)
	}
	return fmt.Sprintf("others %d %v", l.Files, l.Open)
}

// TestFileLines: windows of the tree are parts of the whole one, which follows from the plain list and the segments; and the sums
// that are carried from view to view, back and forth in history, are those of a first look.
func TestFileLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLab(t, store.NewMemory())
		ok(t, l, "kafka-topics --create --topic b --config retention.ms=20000 --config internal.segment.bytes=700 --config file.delete.delay.ms=30000")
		for range rapid.IntRange(1, 7).Draw(rt, "commands") {
			l.Exec(nil, rapid.OneOf(rapid.Custom(anyLine), rapid.SampledFrom([]string{"produce b --count 40 --size 200", "clock advance 25s", "undo", "undo", "redo"})).Draw(rt, "line"), false)
			for _, dir := range []string{"/tmp/kafka-logs/b-0", "/tmp/kafka-logs"} {
				compareLines(t, rt, l, dir)
			}
		}
	})
}

func compareLines(t *testing.T, rt *rapid.T, l *Lab, dir string) {
	raw, err := l.View("files", json.RawMessage(fmt.Sprintf(`{"dir":%q}`, dir)))
	if err != nil {
		return // the directory is gone
	}
	all := raw.(message.Files)
	segments := message.Segments{}
	if v, err := l.View("segments", json.RawMessage(`{"partition":"b-0","limit":100000}`)); err == nil && strings.HasSuffix(dir, "b-0") {
		segments = v.(message.Segments)
	}
	bases := []int64{-1}
	for _, f := range all.Entries {
		if f.Base >= 0 {
			bases = append(bases, f.Base)
		}
	}
	some := func(name string) []int64 { return rapid.SliceOfN(rapid.SampledFrom(bases), 0, 3).Draw(rt, name) }
	opened, closed, unfolded := some("opened"), some("closed"), some("unfolded")
	filter := rapid.SampledFrom([]string{"", "", "index", "snap", "deleted", "none"}).Draw(rt, "filter")
	want, found := plainTree(all, segments, filter, opened, closed, unfolded)
	from := rapid.IntRange(0, len(want)+2).Draw(rt, "from")
	limit := rapid.IntRange(1, len(want)+5).Draw(rt, "limit")
	params, _ := json.Marshal(map[string]any{"dir": dir, "lines": true, "opened": opened, "closed": closed, "unfolded": unfolded, "filter": filter, "from": from, "limit": limit})
	got := view[message.Files](t, l, "files", string(params))
	var lines []string
	for _, line := range got.Lines {
		lines = append(lines, lineText(line))
	}
	at := min(from, len(want))
	if want := want[at:min(at+limit, len(want))]; !slices.Equal(lines, want) || got.From != at {
		rt.Fatalf("%s %s\n%s\nwant\n%s", dir, params, strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if got.All != len(want) || got.Total != all.Total || filter != "" && got.Found != found {
		rt.Fatalf("%d lines of %d, %d files of %d, %d found of %d", got.All, len(want), got.Total, all.Total, got.Found, found)
	}
	kept := l.census
	l.census = nil
	if fresh := view[message.Files](t, l, "files", string(params)); fmt.Sprintf("%+v", fresh.Disk) != fmt.Sprintf("%+v", got.Disk) || fresh.Open != got.Open {
		rt.Fatalf("%+v, fresh %+v", got.Disk, fresh.Disk)
	}
	l.census = kept
}
