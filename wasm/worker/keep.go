package worker

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"logarium/engine/codec"
	"logarium/engine/message"
	"logarium/engine/share"
	"logarium/engine/store"
)

// open makes a lab the worker's own, says ready, and runs its first script if nothing was stored.
func (w *Worker) open(name string, script func() ([]byte, error), budget time.Duration) error {
	if err := w.load(name); err != nil {
		return err
	}
	w.sayReady()
	if w.fresh && !w.storage.ReadOnly && script != nil {
		w.build(script, budget)
	}
	if w.host.Fixed && !w.storage.ReadOnly && w.commit() {
		w.storage.ReadOnly = true
		w.sayReady()
	}
	return nil
}

// lessonLab is how the name of a lesson's own lab begins. It begins empty: all that is in it comes from the lesson's steps.
const lessonLab = "lesson-"

// scriptOf is the script with which a fresh lab of this name begins.
func (w *Worker) scriptOf(name string) func() ([]byte, error) {
	if strings.HasPrefix(name, lessonLab) {
		return func() ([]byte, error) { return nil, nil }
	}
	return w.host.Script
}

// load opens the storage and the lab in it. On an error the old lab stays.
func (w *Worker) load(name string) error {
	storage, err := w.host.Open(name, func() { w.queue.Push(inbox{owned: name}) })
	if err != nil {
		return err
	}
	lab, fresh, err := w.host.Lab(name, storage)
	for try := 0; try < 20 && err == nil && fresh && storage.ReadOnly; try++ {
		time.Sleep(commitEvery) // its owner has just begun
		lab, fresh, err = w.host.Lab(name, storage)
	}
	if err != nil {
		closeStorage(storage)
		return fmt.Errorf("the lab %q cannot be opened: %w", name, err)
	}
	w.lab, w.fresh, w.name, w.storage = lab, fresh, name, storage
	w.own, w.ownFiles = nil, nil
	w.trouble, w.full, w.committed = "", false, time.Time{}
	w.opened, w.untidy = time.Now(), !fresh
	w.log.skip(lab)
	return nil
}

func closeStorage(storage Storage) {
	if storage.Close != nil {
		storage.Close()
	}
}

// leaveStorage closes the storage of a lab that this tab wants no more, not even when it is free.
func leaveStorage(storage Storage) {
	if storage.Forget != nil {
		storage.Forget()
		return
	}
	closeStorage(storage)
}

func (w *Worker) sayReady() {
	w.tell(message.Event{Name: "ready", Ready: &message.Ready{
		Version: w.host.Version, Store: w.storage.Kind, ReadOnly: w.storage.ReadOnly, Fresh: w.fresh, Lost: w.storage.Lost, Full: w.full, Own: w.own != nil,
		Why: join(w.storage.Why, w.trouble),
	}})
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// build runs the script of a fresh lab and commits it as one, so that it is there whole or not at all. If a line fails, the
// lab goes on with what there is, and the page is told. A budget, if there is one, is how long it may take.
func (w *Worker) build(fetch func() ([]byte, error), budget time.Duration) {
	script, err := fetch()
	if err != nil {
		w.report("The first lab could not be fetched, so this one is empty: " + err.Error() + ".")
		return
	}
	if len(script) == 0 {
		return
	}
	w.building = true
	if budget > 0 {
		w.deadline = time.Now().Add(budget)
	}
	result := w.do(func(o Options) message.Result { return w.lab.Build(string(script), o) }, false)
	w.building, w.deadline = false, time.Time{}
	w.tellChanges()
	switch waiting := w.lab.Waiting(); {
	case result.Exit != 0:
		w.report("The first lab is not complete: " + strings.TrimSpace(result.Err))
	case waiting > 0:
		w.report(fmt.Sprintf("This lab's commands take longer than %v; %d of them wait. Type lab continue to run them.", budget, waiting))
	}
}

// report tells the page something that it should show, with a ready event.
func (w *Worker) report(words string) {
	w.storage.Why = join(w.storage.Why, words)
	w.sayReady()
}

// reopen is the request "open": commit and leave the present lab, and take the one that the line names or the link describes.
func (w *Worker) reopen(request message.Request) message.Answer {
	answer := message.Answer{ID: request.ID}
	view, err := "", error(nil)
	if request.Link == "" {
		err = w.change(request.Line, w.scriptOf(request.Line), 0)
	} else {
		if view, err = w.follow(request.Link); err != nil {
			w.report("The link cannot be opened: " + err.Error() + ".")
		}
	}
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	answer.Result = &message.Result{Out: view}
	return answer
}

// follow opens the lab of a link, and returns what the page shall show. It is kept apart from the visitor's own, and the same
// link always in the same place, so that what was done with it is still there.
func (w *Worker) follow(text string) (view string, err error) {
	link, err := share.Decode(text)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("link-%08x", codec.CRC32C([]byte(link.Script)))
	return link.View, w.change(name, func() ([]byte, error) { return []byte(link.Script), nil }, linkBudget)
}

func (w *Worker) change(name string, script func() ([]byte, error), budget time.Duration) error {
	if name == w.name {
		return nil
	}
	if w.unsaved() && !w.commit() {
		return errors.New(w.trouble)
	}
	old := w.storage
	if err := w.open(name, script, budget); err != nil {
		return err
	}
	leaveStorage(old)
	w.tell(message.Event{Name: "changed", Changed: everything()})
	return nil
}

// takeOver opens the lab again when the tab that owned it has gone.
func (w *Worker) takeOver(name string) {
	if name != w.name || !w.storage.ReadOnly {
		return
	}
	old := w.storage
	if err := w.load(name); err != nil {
		w.report(err.Error() + ".")
		return
	}
	closeStorage(old)
	w.sayReady()
	w.tell(message.Event{Name: "changed", Changed: everything()})
}

// unsaved tells whether there is something to commit.
func (w *Worker) unsaved() bool { return w.lab != nil && w.lab.Dirty() && !w.storage.ReadOnly }

// commitDue returns how long the next commit has to wait. The first change after a quiet time is written as soon as the page has
// got what it asks for after it.
func (w *Worker) commitDue() time.Duration {
	wait := commitEvery
	if w.trouble != "" {
		wait = retryEvery
	}
	left := wait - time.Since(w.committed)
	if answers := viewsFirst - time.Since(w.served); time.Since(w.changedAt) < viewsAtMost {
		return max(left, answers)
	}
	return left
}

// commit writes what changed and says so. When the browser refuses, the page is told in words, once.
func (w *Worker) commit() bool {
	if w.storage.Note != nil {
		w.storage.Note(w.noteOf(w.lab))
	}
	err := w.lab.Commit()
	w.committed, w.changedAt = time.Now(), time.Time{}
	if err != nil {
		w.commitFailed(err)
		return false
	}
	if w.trouble != "" {
		w.trouble, w.full = "", false
		w.sayReady()
	}
	w.tell(message.Event{Name: "saved", Position: w.lab.Saved()})
	return true
}

func (w *Worker) commitFailed(err error) {
	w.full = errors.Is(err, store.ErrFull)
	trouble := "Not saved: " + err.Error() + "."
	if w.full {
		trouble = fmt.Sprintf("The browser is out of room, so nothing is saved since command %d. All of it is still here, in memory: export the lab, or delete others.", w.lab.Saved())
	}
	if trouble != w.trouble {
		w.trouble = trouble
		w.sayReady()
	}
}
