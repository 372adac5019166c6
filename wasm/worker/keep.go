package worker

import (
	"fmt"
	"strings"
	"time"

	"logarium/engine/message"
)

// open makes a lab the worker's own, says ready, and runs the first script if nothing was stored.
func (w *Worker) open(name string) error {
	if err := w.load(name); err != nil {
		return err
	}
	w.sayReady()
	if w.fresh && !w.storage.ReadOnly {
		w.build()
	}
	return nil
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
	w.trouble, w.committed = "", time.Time{}
	w.opened, w.untidy = time.Now(), !fresh
	w.log.skip(lab)
	return nil
}

func closeStorage(storage Storage) {
	if storage.Close != nil {
		storage.Close()
	}
}

func (w *Worker) sayReady() {
	w.tell(message.Event{Name: "ready", Ready: &message.Ready{
		Version: w.host.Version, Store: w.storage.Kind, ReadOnly: w.storage.ReadOnly, Fresh: w.fresh,
		Why: join(w.storage.Why, w.trouble),
	}})
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// build runs the script of a fresh lab and commits it as one, so that it is there whole or not at all. If a line fails, the lab goes on with what there is, and the page is told.
func (w *Worker) build() {
	script, err := w.host.Script()
	if err != nil {
		w.report("The first lab could not be fetched, so this one is empty: " + err.Error() + ".")
		return
	}
	w.building = true
	result := w.do(func(o Options) message.Result { return w.lab.Run(string(script), o) }, false)
	w.building = false
	w.tellChanges()
	if result.Exit != 0 {
		w.report("The first lab is not complete: " + strings.TrimSpace(result.Err))
	}
}

// report tells the page something that it should show, with a ready event.
func (w *Worker) report(words string) {
	w.storage.Why = join(w.storage.Why, words)
	w.sayReady()
}

// reopen is the request "open": commit and leave the present lab, and take the one named by the line.
func (w *Worker) reopen(request message.Request) message.Answer {
	answer := message.Answer{ID: request.ID}
	if request.Line == w.name {
		answer.Result = &message.Result{}
		return answer
	}
	if w.unsaved() && !w.commit() {
		answer.Error = w.trouble
		return answer
	}
	old := w.storage
	if err := w.open(request.Line); err != nil {
		answer.Error = err.Error()
		return answer
	}
	closeStorage(old)
	answer.Result = &message.Result{}
	w.tell(message.Event{Name: "changed", Changed: everything()})
	return answer
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

// commitDue returns how long the next commit has to wait. The first change after a quiet time is written at once.
func (w *Worker) commitDue() time.Duration {
	wait := commitEvery
	if w.trouble != "" {
		wait = retryEvery
	}
	return wait - time.Since(w.committed)
}

// commit writes what changed and says so. When the browser refuses, the page is told in words, once.
func (w *Worker) commit() bool {
	err := w.lab.Commit()
	w.committed = time.Now()
	if err != nil {
		w.commitFailed(err)
		return false
	}
	if w.trouble != "" {
		w.trouble = ""
		w.sayReady()
	}
	w.tell(message.Event{Name: "saved", Position: w.lab.Saved()})
	return true
}

func (w *Worker) commitFailed(err error) {
	trouble := "Not saved: " + err.Error() + "."
	if trouble != w.trouble {
		w.trouble = trouble
		w.sayReady()
	}
}
