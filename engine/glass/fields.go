package glass

import (
	"errors"
	"path"

	"logarium/engine/kerr"
	"logarium/engine/message"
)

// Window says what of a file to annotate.
type Window struct {
	Offset, Length int64 // bytes; items that overlap are given whole. Length 0: up to the end of the file
	First, Records int   // of a batch: records from number First on, at most Records of them (0: 20)
	Used           int64 // bytes in use of an index file that still has its largest size; 0: find out from its zeros
}

const (
	defaultRecords = 20
	maxItems       = 4096    // in one answer
	countWhole     = 4 << 20 // bytes of a .log up to which its batches are counted from the start
)

// Fields names the bytes of a window of a file of any kind and size. Only the items that overlap the window, and what
// is needed to find them, are read.
func Fields(files Files, file string, w Window) (message.Fields, error) {
	out := message.Fields{Path: file, Total: -1}
	f, err := files.Open(file)
	if err != nil {
		return out, err
	}
	v := &view{files: files, path: file, name: NameOf(file), file: f, w: w, beside: map[string]File{}}
	v.w.Offset = max(0, w.Offset)
	if v.w.Length <= 0 {
		v.w.Length = max(0, f.Size()-v.w.Offset)
	}
	if v.w.Records <= 0 {
		v.w.Records = defaultRecords
	}
	out.Kind = v.name.Kind
	out.Items, out.Total, err = v.items()
	return out, errors.Join(err, v.close())
}

// HexView is a window of a file's bytes. Used is where the entries of an index end if used is positive, otherwise it
// is found out.
func HexView(files Files, file string, offset, length, used int64) (message.Hex, error) {
	f, err := files.Open(file)
	if err != nil {
		return message.Hex{}, err
	}
	offset = max(0, offset)
	v := &view{files: files, path: file, name: NameOf(file), file: f, w: Window{Used: used}}
	h := message.Hex{Path: file, Size: f.Size(), Offset: offset, Used: f.Size()}
	if layout, ok := v.layout(); ok {
		h.Used = v.table(f, layout).used()
	}
	h.Bytes = make([]byte, max(0, min(length, maxWindow, f.Size()-offset)))
	return h, errors.Join(readFull(f, h.Bytes, offset), f.Close())
}

const maxWindow = 64 << 10

// view is the work on one window.
type view struct {
	files  Files
	path   string
	name   Name
	file   File
	w      Window
	beside map[string]File // of the same segment, by kind; nil: there is none
}

func (v *view) close() error {
	err := v.file.Close()
	for _, kind := range []string{KindLog, KindIndex, KindTimeIndex} {
		if f := v.beside[kind]; f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

// sibling opens another file of the segment, once; nil if there is none.
func (v *view) sibling(kind string) File {
	if v.name.Kind == kind {
		return v.file
	}
	f, known := v.beside[kind]
	if !known {
		f, _ = v.files.Open(sibling(v.path, kind)) // without it there are no links, which is all
		v.beside[kind] = f
	}
	return f
}

func (v *view) end() int64 { return min(v.w.Offset+v.w.Length, v.file.Size()) }

// items annotates by kind and counts the items of the file, -1 if they were not counted.
func (v *view) items() ([]message.Field, int, error) {
	switch v.name.Kind {
	case KindLog:
		return v.logItems()
	case KindIndex, KindTimeIndex, KindTxnIndex:
		return v.indexItems()
	case KindSnapshot:
		return v.snapshotItems()
	case KindCheckpoint, KindProperties, KindText:
		return v.textItems()
	}
	if path.Ext(v.path) == ".checkpoint" { // a snapshot of the metadata log holds batches
		return v.logItems()
	}
	return []message.Field{rest("bytes", v.w.Offset, v.end(), "no format that is known here")}, 1, nil
}

// whole reads the file if it is small enough to be shown in one piece.
func (v *view) whole() ([]byte, error) {
	if v.file.Size() > maxText {
		return nil, kerr.ErrIO.With("file of %d bytes is too large for its kind, the limit is %d", v.file.Size(), maxText)
	}
	return readAll(v.file)
}

const maxText = 4 << 20

// rest is a range of bytes of one kind.
func rest(name string, start, end int64, note string) message.Field {
	return message.Field{Name: name, Start: start, End: end, Value: count(end-start, "byte"), Note: note, Number: -1}
}

func bad(f message.Field) message.Field {
	f.Bad = true
	return f
}
