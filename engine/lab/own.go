package lab

import (
	"fmt"
	"io"
	"path"
	"strings"

	"logarium/engine/archive"
	"logarium/engine/checkpoint"
	"logarium/engine/cluster"
	"logarium/engine/store"
)

// MaxOwnBytes is how much of a visitor's own files is laid onto the machine's disk.
const MaxOwnBytes = 1 << 30

// OwnFile is a file of a real broker, on the visitor's computer.
type OwnFile struct {
	Path  string // as it was dropped: with the folders above it, with slashes
	Size  int64
	Mtime int64 // ms
	Src   io.ReaderAt
}

// Own is what a visitor wants to look at: files, and what they do not say.
type Own struct {
	Files    []OwnFile
	Now      int64  // as if it were now, ms
	Settings string // see ParseSettings
}

// Arranged says where dropped files belong in a log directory.
type Arranged struct {
	Names []string // of the files in their order; empty: left out
	Left  []string // the paths of those, at most 20
	Out   int      // how many those are
	Clean bool     // the marker of a clean stop is among them
}

// Bytes is the size of the files that have a place. Error: there are more than MaxOwnBytes.
func (a *Arranged) Bytes(files []OwnFile) (total int64, err error) {
	for i, f := range files {
		if a.Names[i] == "" {
			continue
		}
		if total += f.Size; total > MaxOwnBytes {
			return total, fmt.Errorf("%s: with it there are more than %s; choose fewer partitions or segments", f.Path, size(MaxOwnBytes))
		}
	}
	return total, nil
}

const strayPartition = "dropped-0" // for segments without a folder that names their partition

// Arrange finds in a heap of paths what belongs to a log directory: folders named as partitions with all that is right in
// them, checkpoints beside them, and segment files that lie elsewhere.
func Arrange(files []OwnFile) Arranged {
	var a Arranged
	var names archive.Names
	for _, f := range files {
		name := place(f.Path)
		if name != "" && names.Add(name) != nil {
			name = ""
		}
		if name == "" {
			if a.Out++; len(a.Left) < 20 {
				a.Left = append(a.Left, f.Path)
			}
		}
		a.Clean = a.Clean || name == checkpoint.CleanShutdown
		a.Names = append(a.Names, name)
	}
	return a
}

// place is the name of one file within a log directory, "" if it has none.
func place(p string) string {
	file, folder := path.Base(p), path.Base(path.Dir(p))
	switch {
	case archive.CheckName(file) != nil || strings.HasPrefix(file, "._") || file == ".DS_Store" || file == ".lock":
		return ""
	case (cluster.PartitionDir(folder) || folder == "__cluster_metadata-0") && archive.CheckName(folder) == nil:
		return folder + "/" + file
	case topFile(file):
		return file
	case segmentFile(file):
		return strayPartition + "/" + file
	}
	return ""
}

func topFile(name string) bool {
	switch name {
	case checkpoint.RecoveryPoint, checkpoint.HighWatermark, checkpoint.LogStart, checkpoint.CleanShutdown, "cleaner-offset-checkpoint":
		return true
	}
	return false
}

// segmentFile tells whether a name begins with an offset, as those of segments and snapshots do.
func segmentFile(name string) bool {
	number, _, ok := strings.Cut(name, ".")
	return ok && len(number) == 20 && strings.Trim(number, "0123456789") == "" || name == checkpoint.LeaderEpochs || name == checkpoint.PartitionMetadata
}

// ImportOwn makes a lab around a visitor's own files, in an empty store. The files are laid beside it, so that they are read where they lie, when they are needed. In its state 0 no broker
// runs, and everything is as it was dropped. Its only command starts one, which sees of the files what a real broker would; if it
// does not start, stopped says why, and the lab stays at state 0.
func ImportOwn(control *cluster.Control, laid *store.Laid, name string, own Own) (l *Lab, stopped string, err error) {
	defer store.Catch(&err)
	configs, broker, err := ParseSettings(own.Settings)
	if err != nil {
		return nil, "", err
	}
	im := cluster.Imported{Configs: configs, AsTheyLie: true, Options: cluster.Options{Clock: own.Now, Properties: broker}}
	if im.Files, err = lay(laid, own.Files); err != nil {
		return nil, "", err
	}
	l, started, err := Import(laid, Options{Name: name}, im)
	if err == nil {
		err = started
	}
	if err != nil {
		return nil, "", err
	}
	if res := l.Exec(control, "broker start 1", false); res.Exit != 0 || l.position == 0 {
		stopped = strings.TrimSpace(res.Err + res.Out)
	}
	return l, stopped, nil
}

// lay puts the files beside the store, under their places in a log directory.
func lay(laid *store.Laid, files []OwnFile) (list []cluster.File, err error) {
	arranged := Arrange(files)
	if _, err := arranged.Bytes(files); err != nil {
		return nil, err
	}
	for i, f := range files {
		if arranged.Names[i] == "" {
			continue
		}
		file := cluster.File{Path: arranged.Names[i], Mtime: f.Mtime, Size: f.Size}
		if f.Size > 0 {
			file.Block = laid.Add(f.Src, f.Size)
		}
		list = append(list, file)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("none of these %d files belongs to a log directory", len(files))
	}
	return list, nil
}
