package worker

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/wasm/link"
	"logarium/wasm/wire"
)

const (
	commitEvery   = 250 * time.Millisecond // least time between two commits
	tidyAfter     = 3 * time.Second        // after a lab was opened
	retryEvery    = 5 * time.Second        // after a commit that failed
	slice         = 8 * time.Millisecond   // longest time that a command runs without a look at the queue
	progressEvery = 100 * time.Millisecond
	someEvery     = 250 * time.Millisecond // a running command tells that the numbers have changed
	allEvery      = 2 * time.Second        // and that everything has: a page with long lists needs a while to follow
	viewsFirst    = 25 * time.Millisecond  // without a request, after which a page has seen what a command changed
	viewsAtMost   = 100 * time.Millisecond // after a command it has not
	linkBudget    = 10 * time.Second       // that the commands of a link may take without being asked for
)

// everything names the views that may differ after a command.
func everything() []string {
	return []string{"lab", "clock", "schedule", "cluster", "files", "partition", "segments", "batches", "headers", "hex", "fields",
		"lookup", "verdicts", "cleaning", "config", "consumers", "metrics", "serverLog", "events", "journal", "machine", "labs"}
}

// Worker serves one page.
type Worker struct {
	host  Host
	port  link.Port
	queue link.Queue[inbox]
	later []inbox // what came while a command ran and has to wait for its end

	lab      Lab // nil: none could be opened
	name     string
	storage  Storage
	own      *message.Own  // not nil: what is open are a visitor's own files
	ownFiles []lab.OwnFile // these
	ownLines string        // their journal, which nothing may change
	fresh    bool
	stopped  bool
	opened   time.Time // when the lab was
	untidy   bool      // there may be something left for Tidy
	log      logTail

	running   int64 // id of the request whose command runs, 0 if none
	building  bool  // the first script runs: nothing is answered before it ends
	cancelled bool
	deadline  time.Time // a script that came by a link stops then; zero: never
	touched   bool      // the page has to look again, also if nothing is left to commit
	breathed  time.Time // last look at the queue
	told      time.Time // last progress event
	toldSome  time.Time // last changed event of the running command
	toldAll   time.Time // last one that named everything

	committed time.Time // end of the last commit
	served    time.Time // latest request
	changedAt time.Time // end of the first command after the last commit; zero: there was none
	trouble   string    // what the page has to know: why nothing is saved
	full      bool      // that is because there is no room
}

// inbox is one thing to do: a request, or word that the lab may be written from now on.
type inbox struct {
	request message.Request
	err     error  // the message was no request
	owned   string // name of the lab that is free
	stop    bool
}

// New returns a worker for the page at the other end of the port.
func New(port link.Port, host Host) *Worker { return &Worker{host: host, port: port} }

// Serve opens the host's lab and answers the port until Stop. If the lab cannot be opened, the ready event says why,
// and so does every answer until a request opens another.
func (w *Worker) Serve() {
	w.port.Listen(func(data []byte) { w.queue.Push(decode(data)) })
	if err := w.open(w.host.Name, w.scriptOf(w.host.Name), 0); err != nil {
		w.report(err.Error() + ".")
	}
	for !w.stopped {
		w.next()
	}
	closeStorage(w.storage)
}

// Stop ends Serve after what it is doing. What is not committed is lost, as when the browser dies.
func (w *Worker) Stop() { w.queue.Push(inbox{stop: true}) }

func decode(data []byte) (in inbox) {
	in.request, in.err = wire.DecodeRequest(data)
	return in
}

// next does one thing: a request that waits, or a commit that is due, or it waits for either.
func (w *Worker) next() {
	if item, ok := w.waiting(); ok {
		w.serve(item)
		return
	}
	if !w.unsaved() {
		w.idle()
		return
	}
	if left := w.commitDue(); left > 0 {
		w.sleep(left)
		return
	}
	w.commit()
}

// idle waits for a request, or does what has waited for this moment.
func (w *Worker) idle() {
	if !w.untidy || w.storage.ReadOnly || w.lab == nil {
		<-w.queue.Wait()
		return
	}
	if left := tidyAfter - time.Since(w.opened); left > 0 {
		w.sleep(left)
		return
	}
	broke := w.guard(func() {
		var err error
		if w.untidy, err = w.lab.Tidy(); err != nil {
			w.report("What is no longer needed stays in the browser's storage: " + err.Error() + ".")
		}
	})
	w.untidy = w.untidy && broke == ""
	w.host.Breathe()
}

func (w *Worker) waiting() (inbox, bool) {
	if len(w.later) == 0 {
		return w.queue.Take()
	}
	item := w.later[0]
	w.later = w.later[1:]
	return item, true
}

func (w *Worker) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-w.queue.Wait():
	case <-timer.C:
	}
}

func (w *Worker) serve(item inbox) {
	defer func() { w.served = time.Now() }()
	switch request := item.request; {
	case item.stop:
		w.stopped = true
	case item.owned != "":
		w.takeOver(item.owned)
	case w.lab == nil && request.Op != "open" && request.Op != "import" && !w.rescues(request):
		w.answer(message.Answer{ID: request.ID, Error: w.storage.Why})
	case item.err != nil:
		w.answer(message.Answer{ID: request.ID, Error: item.err.Error()})
	case request.Op == "exec":
		w.exec(request)
	case request.Op == "import":
		w.answer(w.bring(request))
	case request.Op == "open":
		w.answer(w.reopen(request))
	case request.Op == "cancel": // nothing runs: it came too late
	default:
		w.answer(w.look(request))
	}
}

// rescues tells that a request can be answered though no lab is open: it is about the others.
func (w *Worker) rescues(request message.Request) bool {
	words, _ := labWords(request.Line)
	return request.Op == "exec" && len(words) > 0 || request.Op == "view" && request.View == "labs"
}

// look answers what needs no change of the machine.
func (w *Worker) look(request message.Request) (answer message.Answer) {
	answer.ID = request.ID
	broke := w.guard(func() {
		switch request.Op {
		case "view":
			answer.View, answer.Error = w.view(request.View, request.Params)
		case "complete":
			completion := w.lab.Complete(request.Line)
			answer.Complete = &completion
		default:
			answer.Error = fmt.Sprintf("unknown operation %q", request.Op)
		}
	})
	if broke != "" {
		answer.Error = broke
	}
	return answer
}

func (w *Worker) view(name string, params json.RawMessage) (json.RawMessage, string) {
	var view any
	var err error
	if name == "labs" {
		view, err = w.labs()
	} else {
		view, err = w.lab.View(name, params)
	}
	if err != nil {
		return nil, err.Error()
	}
	if lab, ok := view.(message.Lab); ok {
		view = w.withStorage(lab)
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err.Error()
	}
	return data, ""
}

// withStorage completes the view "lab" with what only the worker knows.
func (w *Worker) withStorage(lab message.Lab) message.Lab {
	if !strings.HasPrefix(w.name, linkLab) && !strings.HasPrefix(w.name, lessonLab) {
		lab.Name = w.name
	}
	lab.Store, lab.ReadOnly = w.storage.Kind, w.storage.ReadOnly
	if w.host.Memory != nil {
		lab.Memory = w.host.Memory()
	}
	return lab
}

func (w *Worker) answer(a message.Answer) { w.port.Send(wire.Answer(a)) }

func (w *Worker) tell(e message.Event) { w.port.Send(wire.Event(e)) }
