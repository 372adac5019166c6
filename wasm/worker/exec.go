package worker

import (
	"fmt"
	"runtime/debug"
	"time"

	"logarium/engine/message"
)

// exec runs a command and tells what came of it: the answer first, then what has changed.
func (w *Worker) exec(request message.Request) {
	w.running = request.ID
	result, mine := w.verb(request.Line)
	switch {
	case mine:
	case w.lab == nil:
		result = message.Result{Exit: 1, Err: w.storage.Why + "\n"}
	default:
		result = w.run(request.Line, request.Merge)
	}
	w.running = 0
	if w.changedAt.IsZero() && w.unsaved() {
		w.changedAt = time.Now()
	}
	w.answer(message.Answer{ID: request.ID, Result: &result})
	w.tellChanges()
}

func (w *Worker) run(line string, merge bool) message.Result {
	return w.do(func(o Options) message.Result { return w.lab.Exec(line, o) }, merge)
}

// verb runs a command that is about labs.
func (w *Worker) verb(line string) (result message.Result, mine bool) {
	w.begin()
	if broke := w.guard(func() { result, mine = w.labVerb(line) }); broke != "" {
		return message.Result{Exit: 1, Err: broke + "\n"}, true
	}
	return result, mine
}

// begin makes ready for work that yields.
func (w *Worker) begin() {
	w.cancelled, w.touched = false, false
	now := time.Now()
	w.breathed, w.told, w.toldSome, w.toldAll = now, now, now, now
}

// do lets the lab work. If an invariant breaks, or a lab that belongs to another tab was changed, the machine goes back
// to its last commit.
func (w *Worker) do(work func(Options) message.Result, merge bool) (result message.Result) {
	w.begin()
	if broke := w.guard(func() { result = work(Options{Merge: merge, Yield: w.yield}) }); broke != "" {
		w.touched = true
		return w.back(broke + "\nThe machine is back at its last saved moment.\n")
	}
	switch {
	case !w.storage.ReadOnly || !w.lab.Dirty():
	case w.own != nil && w.moved():
		return result
	default:
		return w.back(w.refusal())
	}
	return result
}

// refusal is why a command that would change the machine is not run.
func (w *Worker) refusal() string {
	if w.own != nil {
		return "These are your own files: they are read where they lie, and never changed.\n"
	}
	if w.host.Fixed {
		return "This lab can only be read here.\n"
	}
	return "This lab is open in another tab. Here it can only be read.\n"
}

// guard runs f and returns the words of a broken invariant, or nothing.
func (w *Worker) guard(f func()) (broke string) {
	defer func() {
		if p := recover(); p != nil {
			broke = fmt.Sprintf("internal error: %v", p)
			w.host.Alarm(fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	f()
	return ""
}

// back goes to the last commit: what is in memory cannot be trusted, or must not be.
func (w *Worker) back(words string) message.Result {
	lab, _, err := w.host.Lab(w.name, w.storage)
	if err != nil {
		panic(words + "The last commit cannot be opened: " + err.Error())
	}
	w.lab = lab
	w.log.skip(lab)
	return message.Result{Exit: 1, Err: words}
}

// tellChanges pushes changed and log events, if there is anything to tell.
func (w *Worker) tellChanges() {
	if w.lab == nil || !w.lab.Dirty() && !w.touched || w.storage.ReadOnly && w.own == nil {
		return
	}
	w.tell(message.Event{Name: "changed", Changed: everything()})
	if lines := w.log.since(w.lab); len(lines) > 0 {
		w.tell(message.Event{Name: "log", Lines: lines})
	}
}

// yield is called by the lab between two atomic steps; false stops the command there. Most calls return at once.
func (w *Worker) yield(done, total int64, unit string) bool {
	if time.Since(w.breathed) < slice {
		return true
	}
	w.host.Breathe()
	w.hear()
	if w.storage.ReadOnly && w.lab.Dirty() {
		return false // it will be refused
	}
	if !w.cancelled && !w.building && w.unsaved() && w.commitDue() <= 0 {
		w.touched = true
		if told := w.trouble; !w.commit() && w.full && told == "" {
			return false // from the next command on all stays in memory
		}
	}
	w.tellProgress(done, total, unit)
	w.breathed = time.Now()
	return !w.cancelled && (w.deadline.IsZero() || time.Now().Before(w.deadline))
}

// hear empties the queue while a command runs: views are answered, a cancel is noted, all else waits.
func (w *Worker) hear() {
	for {
		item, ok := w.queue.Take()
		if !ok {
			return
		}
		switch op := item.request.Op; {
		case op == "cancel":
			w.cancel(item.request.ID)
		case !w.building && (op == "view" || op == "complete"):
			w.answer(w.look(item.request))
		default:
			w.later = append(w.later, item)
		}
	}
}

// cancel stops the running command, or takes one back that waits for it.
func (w *Worker) cancel(id int64) {
	if id == w.running {
		w.cancelled = true
		return
	}
	for i, item := range w.later {
		if item.request.ID == id && item.request.Op == "exec" {
			w.later = append(w.later[:i:i], w.later[i+1:]...)
			w.answer(message.Answer{ID: id, Error: "cancelled before it began"})
			return
		}
	}
}

func (w *Worker) tellProgress(done, total int64, unit string) {
	if time.Since(w.told) >= progressEvery {
		w.told = time.Now()
		w.tell(message.Event{Name: "progress", Progress: &message.Progress{Request: w.running, Done: done, Total: total, Unit: unit}})
	}
	if w.building || w.storage.ReadOnly {
		return // nobody has to look again: nothing is there yet, or nothing changes
	}
	switch {
	case time.Since(w.toldAll) >= allEvery:
		w.toldAll, w.toldSome = time.Now(), time.Now()
		w.tell(message.Event{Name: "changed", Changed: everything()})
	case time.Since(w.toldSome) >= someEvery:
		w.toldSome = time.Now()
		w.tell(message.Event{Name: "changed", Changed: []string{"lab", "clock", "partition"}})
	}
}
