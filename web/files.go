package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/message"
)

// filesDir is the directory that the file list shows: where the log says that it is, since a deleted one is renamed.
func (a *App) filesDir() string {
	switch {
	case a.Sel.Dir == "" || a.Sel.Partition == "":
		return a.Sel.Dir
	case a.Part.Name == a.Sel.Partition && a.Part.Dir != "":
		return a.Part.Dir
	}
	return a.Sel.Dir + "/" + a.Sel.Partition
}

// filesParams asks for the lines of the file list that are visible, with as many above and below, and for the files of what is
// selected, wherever they are.
func (a *App) filesParams() any {
	dir := a.filesDir()
	if dir == "" {
		return nil
	}
	rows := max(8, cmp.Or(a.UI.FilesMost, a.UI.FilesRows))
	top := a.UI.FilesTop
	if a.Files.Dir == dir {
		top = max(0, min(top, a.Files.All-a.UI.FilesRows))
	}
	p := with{"dir": dir, "broker": a.Sel.Broker, "lines": true, "from": max(0, top/rows*rows-rows), "limit": 4 * rows, "base": a.Sel.Base, "path": a.wantedFile()}
	if f := a.filter("files"); f != "" {
		p["filter"] = f
	}
	a.unfolded(p)
	return p
}

// wantedFile is the path of the file that is selected, or shall be as soon as it is there.
func (a *App) wantedFile() string {
	switch s := a.Tale.stage; {
	case a.toShow.on && a.toShow.file != "":
		return a.toShow.file
	case s != nil && s.File != "":
		return s.File
	}
	return a.Sel.Path
}

// unfolded says which groups of files somebody has opened and closed. The selected segment is open by itself.
func (a *App) unfolded(p with) {
	lists := map[string][]int64{}
	add := func(list string, base int64) { lists[list] = append(lists[list], base) }
	selected := strconv.FormatInt(a.Sel.Base, 10)
	if _, said := a.UI.Opened[selected]; !said && a.Sel.Base >= 0 {
		add("opened", a.Sel.Base)
	}
	for key, open := range a.UI.Opened {
		run, folded := strings.CutPrefix(key, "run")
		base, err := strconv.ParseInt(run, 10, 64)
		switch {
		case err != nil: // the files of no segment
			base = -1
			fallthrough
		case !folded && !open:
			if !open {
				add("closed", base)
			}
		case !folded:
			add("opened", base)
		case open:
			add("unfolded", base)
		}
	}
	for name, list := range lists {
		slices.Sort(list)
		p[name] = list
	}
}

// file finds the file of a kind that belongs to a segment; renamed files count too. As long as nobody has said what files a segment
// has, it has those without which there is none.
func (a *App) file(base int64, kind string) *message.File {
	known := false
	for i := range a.Files.Entries {
		f := &a.Files.Entries[i]
		if f.Base == base && f.Kind == kind {
			return f
		}
		known = known || f.Base == base
	}
	if s := a.segment(base); s != nil && !known && (kind == "log" || kind == "index" || kind == "timeindex") {
		return a.foretold(s, kind)
	}
	return nil
}

func (a *App) foretold(s *message.Segment, kind string) *message.File {
	digits := strconv.FormatInt(s.Base, 10)
	f := &message.File{Name: strings.Repeat("0", max(0, 20-len(digits))) + digits + "." + kind, Kind: kind, Base: s.Base, FD: -1, Gone: s.Gone}
	if s.State == "renamed" {
		f.Suffix = "deleted"
		f.Name += ".deleted"
	}
	if kind == "log" {
		f.Size = s.Size
	}
	f.Path = a.filesDir() + "/" + f.Name
	return f
}

// fileAt finds a file by its path, of those that are selected or in view.
func (a *App) fileAt(path string) *message.File {
	for i := range a.Files.Entries {
		if f := &a.Files.Entries[i]; f.Path == path {
			return f
		}
	}
	for i := range a.Files.Lines {
		if f := a.Files.Lines[i].File; f != nil && f.Path == path {
			return f
		}
	}
	return nil
}

// fileNamed is fileAt for a path that leads to a file: also one that is out of view, of which nothing is known but what its name says.
func (a *App) fileNamed(path string) *message.File {
	if f := a.fileAt(path); f != nil {
		return f
	}
	name, here := strings.CutPrefix(path, a.filesDir()+"/")
	parts := strings.Split(name, ".")
	base, err := strconv.ParseInt(parts[0], 10, 64)
	if !here || err != nil || base < 0 || len(parts) < 2 || len(parts) > 3 {
		return nil
	}
	f := &message.File{Name: name, Path: path, Kind: parts[1], Base: base, FD: -1, Gone: -1}
	if len(parts) == 3 {
		f.Suffix = parts[2]
	}
	return f
}

// superseded tells whether a file with a suffix is none of the segment of its number: the cleaner has put another segment in its place, or was about to. What
// the screen knows by the number is that segment's.
func (a *App) superseded(f *message.File) bool {
	if f.Suffix == "" || f.Base < 0 {
		return false
	}
	s := a.segment(f.Base)
	return s != nil && s.State != "renamed" || slices.ContainsFunc(a.Files.Entries, func(e message.File) bool { return e.Base == f.Base && e.Kind == "log" && e.Suffix == "" })
}

// logged tells whether a file is one of a segment that has a .log.
func (a *App) logged(f *message.File) bool {
	if f.Kind != "snapshot" {
		return f.Base >= 0
	}
	for i := range a.Files.Lines {
		if l := &a.Files.Lines[i]; l.Kind == "segment" && l.Base == f.Base {
			return true
		}
	}
	return slices.ContainsFunc(a.Files.Entries, func(e message.File) bool { return e.Base == f.Base && e.Kind == "log" })
}
