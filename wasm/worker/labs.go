package worker

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

const maxLabName = 40 // bytes

// errBusy answers what needs a lab that another tab has open.
var errBusy = errors.New("another tab has it open")

// labVerb runs the commands that are about the labs and not about the machine in one of them. All others are the lab's own.
func (w *Worker) labVerb(line string) (result message.Result, mine bool) {
	words, doc := labWords(line)
	if w.host.Shelf == nil || len(words) < 2 || words[0] != "lab" {
		return result, false
	}
	args := words[2:]
	switch verb := words[1]; {
	case verb == "list" && len(args) == 0:
		return said(w.list())
	case verb == "new" && w.newPlace(args):
		return said("", w.newLab(args[0], line))
	case verb == "load" && len(args) == 1:
		return said("", w.loadLab(args[0], args[0]))
	case verb == "load" && len(args) == 3 && args[1] == "--seed":
		return said("", w.loadLab(args[0]+"-"+args[2], args[0]+"/"+args[2]))
	case verb == "copy" && len(args) == 1:
		return said("", w.copyLab(w.name, args[0]))
	case verb == "copy" && len(args) == 2:
		return said("", w.copyLab(args[0], args[1]))
	case verb == "delete" && len(args) == 1:
		return said("", w.deleteLab(args[0]))
	case verb == "export":
		return said(w.export(args))
	case verb == "import" && len(args) == 0:
		w.tell(message.Event{Name: "pick"})
		return said("Choose a lab file, a zip file or the files of a log directory. Nothing leaves this browser.\n", nil)
	case verb == "own":
		return said("", w.ownAgain(args, doc))
	}
	return result, false
}

// labWords are the words of a line that is one plain command, and its here-document.
func labWords(line string) (words []string, doc string) {
	if !strings.HasPrefix(strings.TrimSpace(line), "lab") {
		return nil, ""
	}
	parsed, err := shell.Parse(line)
	if err != nil || len(parsed.Stages) != 1 || parsed.Into != "" || parsed.Not {
		return nil, ""
	}
	return parsed.Stages[0].Words, parsed.Stages[0].Doc
}

func said(out string, err error) (message.Result, bool) {
	if err != nil {
		return message.Result{Exit: 1, Err: "lab: " + err.Error() + "\n"}, true
	}
	return message.Result{Out: out}, true
}

// newPlace tells whether `lab new` asks for a lab beside this one. A lab that began by a lesson or a link belongs to it: there, and
// where nothing has happened yet, the machine is replaced in its place.
func (w *Worker) newPlace(args []string) bool {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || args[0] == w.name {
		return false
	}
	return w.own != nil || w.lab == nil || !strings.HasPrefix(w.name, lessonLab) && !strings.HasPrefix(w.name, linkLab) && w.lab.Saved() > 0
}

// linkLab is how the name of a link's lab begins.
const linkLab = "link-"

// checkLabName refuses names that other commands or file names could not carry.
func checkLabName(name string) error {
	ok := name != "" && len(name) <= maxLabName && name[0] != '-' && name[0] != '.'
	for _, r := range name {
		ok = ok && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.')
	}
	if !ok {
		return fmt.Errorf("%q cannot be a lab's name: up to %d letters, digits and -_. without - or . in front", name, maxLabName)
	}
	return nil
}

// kept finds a lab that is kept.
func (w *Worker) kept(name string) (message.StoredLab, bool, error) {
	labs, err := w.host.Shelf.List()
	for _, l := range labs {
		if l.Name == name {
			return l, true, err
		}
	}
	return message.StoredLab{}, false, err
}

// unused refuses a name that cannot be given to another lab.
func (w *Worker) unused(name string) error {
	if err := checkLabName(name); err != nil {
		return err
	}
	_, there, err := w.kept(name)
	if there || name == w.name {
		return fmt.Errorf("there is a lab %s already; lab load %s opens it, lab delete %s removes it", name, name, name)
	}
	return err
}

func (w *Worker) newLab(name, line string) error {
	if err := w.unused(name); err != nil {
		return err
	}
	return w.change(name, func() ([]byte, error) { return []byte(line), nil }, 0)
}

// loadLab opens a lab that is kept, or begins one that comes with the page, by its script. One that comes in several forms has a
// folder of scripts, alarm-92/3, and the seed chooses among them.
func (w *Worker) loadLab(name, script string) error {
	if err := checkLabName(name); err != nil {
		return err
	}
	_, there, err := w.kept(name)
	if err != nil {
		return err
	}
	if there || name == w.name {
		return w.change(name, w.scriptOf(name), 0)
	}
	text, err := w.host.Shelf.Script(script)
	if err != nil {
		return fmt.Errorf("there is no lab %s; lab list tells those that there are, lab new %s makes one", name, name)
	}
	return w.change(name, func() ([]byte, error) { return text, nil }, 0)
}

// take opens the storage of a lab that is neither open here nor anywhere else.
func (w *Worker) take(name string) (Storage, error) {
	storage, err := w.host.Open(name, func() {})
	if err == nil && storage.ReadOnly {
		leaveStorage(storage)
		err = errBusy
	}
	return storage, err
}

// fill makes a lab of a free name: work fills its empty storage, and what is half done when it fails is removed.
func (w *Worker) fill(name string, work func(Storage) error) error {
	storage, err := w.take(name)
	if err != nil {
		return err
	}
	if err = clearLeftovers(storage.Blocks); err == nil {
		err = work(storage)
	}
	closeStorage(storage)
	if err != nil {
		_ = w.host.Shelf.Delete(name) // what stays has no root, and the next one to take the name removes it
	}
	return err
}

// clearLeftovers removes blocks without a root: an import that the browser did not live to finish.
func clearLeftovers(blocks store.Blocks) error {
	root, err := blocks.Root()
	if err != nil || root != nil {
		return err
	}
	ids, err := blocks.List()
	if err == nil && len(ids) > 0 {
		err = blocks.Sweep(ids)
	}
	return err
}

// copyLab copies all blocks of a lab, the root last. Of a visitor's own files the copy has the bytes, so that it is a lab as any other,
// whose machine runs.
func (w *Worker) copyLab(from, to string) error {
	if err := w.unused(to); err != nil {
		return err
	}
	source := w.storage
	var note []byte
	if from != w.name {
		if _, there, err := w.kept(from); err != nil || !there {
			return errors.Join(err, fmt.Errorf("there is no lab %s", from))
		}
		var err error
		if source, err = w.take(from); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		defer closeStorage(source)
	} else if w.unsaved() && !w.commit() {
		return errors.New(w.trouble)
	} else {
		note = w.noteOf(w.lab)
	}
	if laid, ok := source.Blocks.(*store.Laid); ok {
		source.Blocks = laid.Whole()
	}
	return w.fill(to, func(storage Storage) error { return w.copyBlocks(source.Blocks, storage, note) })
}

// copyBlocks copies the blocks of a lab, a few at a time, and tells how far it is. A cancel stops it.
func (w *Worker) copyBlocks(from store.Blocks, to Storage, note []byte) error {
	const window = 128
	root, err := from.Root()
	if err != nil {
		return err
	}
	ids, err := from.List()
	for all := len(ids); err == nil && len(ids) > 0; {
		if !w.yield(int64(all-len(ids))*store.BlockSize, int64(all)*store.BlockSize, "bytes") {
			return errStopped
		}
		n := min(len(ids), window)
		var data [][]byte
		if data, err = from.Read(ids[:n]); err != nil {
			return err
		}
		blocks := make([]store.Block, n)
		for i := range blocks {
			blocks[i] = store.Block{ID: ids[i], Data: data[i]}
		}
		err = to.Blocks.Commit(blocks, nil)
		ids = ids[n:]
	}
	if err != nil {
		return err
	}
	if to.Note != nil && note != nil {
		to.Note(note)
	}
	return to.Blocks.Commit(nil, root)
}

func (w *Worker) deleteLab(name string) error {
	l, there, err := w.kept(name)
	switch {
	case err != nil:
		return err
	case name == w.name:
		return errors.New("it is open; load another lab first, or begin again with lab new")
	case !there:
		return fmt.Errorf("there is no lab %s", name)
	case l.Busy:
		return fmt.Errorf("%s: %w", name, errBusy)
	}
	if err := w.host.Shelf.Delete(name); err != nil {
		return err
	}
	w.committed = time.Time{} // there may be room again
	return nil
}

// export hands a lab file of a lab, or a log directory as a zip file, to the visitor.
func (w *Worker) export(args []string) (string, error) {
	zip := len(args) > 0 && args[0] == "--zip"
	if zip {
		args = args[1:]
	}
	if len(args) > 1 || len(args) == 1 && strings.HasPrefix(args[0], "-") {
		return "", errors.New("expected lab export [NAME], or lab export --zip [DIR]")
	}
	if zip {
		return w.parcel(w.name+".zip", func(out io.Writer, p Packer) error { return p.WriteZip(out, 1, strings.Join(args, "")) }, w.lab)
	}
	if w.own != nil && (len(args) == 0 || args[0] == w.name) {
		return "", errors.New("these are your own files, and no lab that is kept; lab copy NAME makes one of them, lab export --zip packs them")
	}
	if len(args) == 0 || args[0] == w.name {
		return w.parcel(w.name+".logarium", w.asFile, w.lab)
	}
	if _, there, err := w.kept(args[0]); err != nil || !there {
		return "", errors.Join(err, fmt.Errorf("there is no lab %s", args[0]))
	}
	storage, err := w.take(args[0])
	if err != nil {
		return "", fmt.Errorf("%s: %w", args[0], err)
	}
	defer closeStorage(storage)
	other, _, err := w.host.Lab(args[0], storage)
	if err != nil {
		return "", err
	}
	return w.parcel(args[0]+".logarium", w.asFile, other)
}

func (w *Worker) asFile(out io.Writer, p Packer) error { return p.WriteFile(out, w.host.Version) }

// parcel packs a lab and tells the page where it lies. A cancel stops it.
func (w *Worker) parcel(name string, pack func(io.Writer, Packer) error, from Lab) (string, error) {
	p, ok := from.(Packer)
	if !ok {
		return "", errors.New("this lab cannot be packed")
	}
	parcel, err := w.host.Shelf.Give(name)
	if err != nil {
		return "", err
	}
	if err := pack(&stoppable{w: w, to: parcel}, p); err != nil {
		return "", err
	}
	file, err := parcel.Close()
	if err != nil {
		return "", err
	}
	w.tell(message.Event{Name: "file", File: &file})
	return fmt.Sprintf("%s, %d bytes\n", file.Name, file.Size), nil
}

// stoppable lets the browser breathe at each write, and hears of a cancel.
type stoppable struct {
	w    *Worker
	to   io.Writer
	done int64
}

var errStopped = errors.New("stopped")

func (s *stoppable) Write(p []byte) (int, error) {
	if !s.w.yield(s.done, 0, "bytes") {
		return 0, errStopped
	}
	n, err := s.to.Write(p)
	s.done += int64(n)
	return n, err
}
