package worker

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"logarium/engine/archive"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/shell"
)

// ownLab is the name under which a visitor's own files are shown: no lab that is kept can be called so.
const ownLab = "your files"

// bring is the request "import": the page has handed files over under the key that the line is. A lab file becomes a lab that is
// kept; everything else is shown as it lies. What is open stays open if that fails.
func (w *Worker) bring(request message.Request) message.Answer {
	answer := message.Answer{ID: request.ID}
	w.running = request.ID
	w.begin()
	var err error
	if broke := w.guard(func() { err = w.bringFiles(request.Line) }); broke != "" {
		err = errors.New(broke)
	}
	w.running = 0
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	answer.Result = &message.Result{Out: w.name}
	return answer
}

func (w *Worker) bringFiles(key string) error {
	if w.host.Shelf == nil {
		return errors.New("this page cannot take files")
	}
	files, err := w.host.Shelf.Given(key)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return w.showOwn(nameOfAll(files), files)
	}
	f := files[0]
	head := make([]byte, 16)
	n, err := f.Src.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	switch head = head[:n]; {
	case archive.IsLab(head):
		return w.importLab(f)
	case bytes.HasPrefix(head, []byte("PK")) || strings.HasSuffix(f.Path, ".zip"):
		if files, err = w.unzip(f); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		return w.showOwn(path.Base(f.Path), files)
	}
	return w.showOwn(nameOfAll(files), files)
}

// nameOfAll is the folder that all files have in common, or the first of them.
func nameOfAll(files []lab.OwnFile) string {
	if len(files) == 0 {
		return "nothing"
	}
	folder, _, ok := strings.Cut(files[0].Path, "/")
	for _, f := range files {
		ok = ok && strings.HasPrefix(f.Path, folder+"/")
	}
	if ok {
		return folder
	}
	return path.Base(files[0].Path)
}

// importLab makes a lab of a lab file, and opens it.
func (w *Worker) importLab(f lab.OwnFile) error {
	if w.host.Read == nil {
		return errors.New("this page cannot read lab files")
	}
	if w.unsaved() && !w.commit() {
		return errors.New(w.trouble)
	}
	name, err := w.freeName(strings.TrimSuffix(path.Base(f.Path), ".logarium"))
	if err != nil {
		return err
	}
	err = w.fill(name, func(storage Storage) error {
		l, _, err := w.host.Read(&reading{w: w, src: io.NewSectionReader(f.Src, 0, f.Size), total: f.Size}, storage)
		if err == nil && storage.Note != nil {
			storage.Note(w.noteOf(l))
			err = recommit(storage)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return w.change(name, nil, 0)
}

// recommit stores the note beside the root that is there.
func recommit(storage Storage) error {
	root, err := storage.Blocks.Root()
	if err != nil {
		return err
	}
	return storage.Blocks.Commit(nil, root)
}

// freeName makes a name of a file's that no lab has.
func (w *Worker) freeName(from string) (string, error) {
	base := strings.Map(func(r rune) rune {
		if checkLabName("a"+string(r)) != nil {
			return '-'
		}
		return r
	}, from)
	base = strings.TrimLeft(base, "-.")
	if len(base) > maxLabName-4 {
		base = base[:maxLabName-4]
	}
	if base == "" || strings.HasPrefix(base, lessonLab) || strings.HasPrefix(base, linkLab) {
		base = "imported-" + base
	}
	name := base
	for n := 2; ; n++ {
		_, there, err := w.kept(name)
		if err != nil || !there && name != w.name {
			return name, err
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// reading reports how far a file has been read, and hears of a cancel.
type reading struct {
	w           *Worker
	src         io.Reader
	done, total int64
}

func (r *reading) Read(p []byte) (int, error) {
	if !r.w.yield(r.done, r.total, "bytes") {
		return 0, errStopped
	}
	n, err := r.src.Read(p)
	r.done += int64(n)
	return n, err
}

// unzip finds the files of a zip file. What is packed is unpacked, what is not is read where it lies, and what no log directory has is
// left alone.
func (w *Worker) unzip(f lab.OwnFile) ([]lab.OwnFile, error) {
	z, err := archive.Open(f.Src, f.Size)
	if err != nil {
		return nil, err
	}
	u := unzipping{w: w, zip: z, from: f.Src, spool: w.host.Shelf.Spool(), files: make([]lab.OwnFile, len(z.Files)), spooled: make([]int64, len(z.Files))}
	for i, f := range z.Files {
		u.files[i], u.spooled[i] = lab.OwnFile{Path: f.Name, Size: f.Size, Mtime: f.Mtime}, -1
	}
	arranged := lab.Arrange(u.files)
	if u.total, err = arranged.Bytes(u.files); err != nil {
		return nil, err
	}
	for i, name := range arranged.Names {
		if name == "" {
			continue
		}
		if err := u.file(i); err != nil {
			return nil, err
		}
	}
	all, err := u.spool.Done()
	if err != nil {
		return nil, err
	}
	for i, at := range u.spooled {
		if at >= 0 {
			u.files[i].Src = io.NewSectionReader(all, at, u.files[i].Size)
		}
	}
	return u.files, nil
}

type unzipping struct {
	w           *Worker
	zip         *archive.Zip
	from        io.ReaderAt
	spool       Spool
	files       []lab.OwnFile
	spooled     []int64 // where the bytes of each lie in the spool, -1: not there
	at          int64   // end of the spool
	done, total int64
}

// file finds the bytes of file i.
func (u *unzipping) file(i int) error {
	f := &u.zip.Files[i]
	at, plain, err := u.zip.Plain(f)
	if err != nil {
		return err
	}
	if plain {
		u.files[i].Src = io.NewSectionReader(u.from, at, f.Size)
		u.done += f.Size
		return nil
	}
	r, err := u.zip.Reader(f)
	if err != nil {
		return err
	}
	u.spooled[i] = u.at
	n, err := io.Copy(u.spool, &reading{w: u.w, src: r, done: u.done, total: u.total})
	u.at += n
	u.done += n
	return err
}

// showOwn shows files that are not a lab's. Nothing of them is kept.
func (w *Worker) showOwn(name string, files []lab.OwnFile) error {
	arranged := lab.Arrange(files)
	own := &message.Own{Name: name, Files: len(files), Left: arranged.Left, LeftOut: arranged.Out, Clean: arranged.Clean, Now: w.host.Shelf.Time()}
	if own.Left == nil {
		own.Left = []string{}
	}
	for _, f := range files {
		own.Bytes += f.Size
	}
	return w.lookAt(own, files)
}

// lookAt makes the machine around the files, and leaves the present lab for it.
func (w *Worker) lookAt(own *message.Own, files []lab.OwnFile) error {
	if w.host.Own == nil {
		return errors.New("this page cannot look at files")
	}
	if w.unsaved() && !w.commit() {
		return errors.New(w.trouble)
	}
	own.Read = 0
	watched := make([]lab.OwnFile, len(files))
	for i, f := range files {
		f.Src = watching{w, own, f.Src}
		watched[i] = f
	}
	made, blocks, stopped, err := w.host.Own(Options{Yield: w.yield}, lab.Own{Files: watched, Now: own.Now, Settings: own.Settings})
	if err != nil {
		return err
	}
	own.Stopped = stopped
	if err := made.Commit(); err != nil {
		return err
	}
	leaveStorage(w.storage)
	w.lab, w.fresh, w.name, w.own, w.ownFiles = made, false, ownLab, own, files
	w.storage = Storage{Blocks: blocks, Kind: "memory", ReadOnly: true, Why: ""}
	w.trouble, w.full, w.untidy, w.ownLines = "", false, false, w.lines()
	w.log.skip(made)
	w.sayReady()
	w.tell(message.Event{Name: "changed", Changed: everything()})
	return nil
}

// lines are the commands of the journal, those that are undone included.
func (w *Worker) lines() string {
	view, _ := w.lab.View("journal", nil)
	j, _ := view.(message.Journal)
	var b strings.Builder
	for _, c := range j.Commands {
		b.WriteString(c.Line + "\n")
	}
	return b.String()
}

// moved tells that a command has only gone to another state of a visitor's own files: as they lie, or as a broker sees them.
func (w *Worker) moved() bool {
	w.touched = true
	return w.lines() == w.ownLines && w.lab.Commit() == nil
}

// watching counts what is read of the visitor's files, tells how far that is, and hears of a cancel.
type watching struct {
	w   *Worker
	own *message.Own
	src io.ReaderAt
}

func (r watching) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.src.ReadAt(p, at)
	r.own.Read += int64(n)
	if r.w.running != 0 && r.w.own != r.own { // once they are open, a command tells how far it is itself
		r.w.tellProgress(r.own.Read, r.own.Bytes, "bytes")
	}
	return n, err
}

// ownAgain looks at the same files as if it were another time, or with other settings: a here-document with the settings, and
// --now.
func (w *Worker) ownAgain(args []string, doc string) error {
	if w.own == nil {
		return errors.New("no files of your own are open; lab import asks for them")
	}
	own := *w.own
	o, err := shell.ParseOptions(ownOptions(), args)
	if err != nil {
		return err
	}
	if len(o.Rest) > 0 {
		return fmt.Errorf("unexpected %s", o.Rest[0])
	}
	if o.Has("now") {
		if own.Now, err = lab.Moment(o.Get("now", "")); err != nil {
			return err
		}
	}
	own.Settings = doc
	return w.lookAt(&own, w.ownFiles)
}

func ownOptions() []shell.Option {
	return []shell.Option{{Name: "now", Arg: "MS", Doc: "as if it were this time: ms since 1970, or 2026-03-02T10:00:00Z"}}
}
