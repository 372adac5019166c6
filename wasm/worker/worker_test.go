package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"logarium/engine/message"
	"logarium/engine/share"
	"logarium/engine/store"
	"logarium/wasm/link"
	"logarium/wasm/wire"
)

// desk is a page in a test: it writes down everything that the worker says, one line each.
type desk struct {
	worker  *Worker
	port    link.Port
	lab     *counter
	storage Storage
	heard   []string
	owned   func()
	labs    map[string]*store.Memory
	id      int64
	alarms  int
	fixed   bool          // see Host
	step    time.Duration // how long the browser takes at each breath
	breath  func()        // called at each breath
	shelf   Shelf
	Importer
}

func newDesk(t *testing.T) *desk {
	d := &desk{labs: map[string]*store.Memory{}, storage: Storage{Kind: "memory"}}
	t.Cleanup(func() { d.worker.Stop() })
	return d
}

// start runs a worker inside the bubble of a synctest.
func (d *desk) start(script string) {
	near, far := link.Pipe()
	d.port = near
	near.Listen(func(data []byte) { d.heard = append(d.heard, told(data)) })
	d.worker = New(far, Host{
		Version: "test", Name: "main", Fixed: d.fixed,
		Open: d.open,
		Lab: func(_ string, storage Storage) (lab Lab, fresh bool, err error) {
			d.lab, fresh, err = openCounter(storage.Blocks)
			return d.lab, fresh, err
		},
		Script: func() ([]byte, error) {
			if script == "" {
				return nil, errors.New("status 404")
			}
			return []byte(script), nil
		},
		Alarm: func(text string) { d.alarms++ },
		Shelf: d.shelf, Importer: d.Importer,
		Breathe: func() {
			time.Sleep(d.step)
			if d.breath != nil {
				d.breath()
			}
		},
	})
	go d.worker.Serve()
	synctest.Wait()
}

func (d *desk) open(name string, owned func()) (Storage, error) {
	if name == "broken" {
		return Storage{}, errors.New("no such lab")
	}
	if d.labs[name] == nil {
		d.labs[name] = store.NewMemory()
	}
	d.owned = owned
	storage := d.storage
	storage.Blocks = d.labs[name]
	return storage, nil
}

// told is a short form of an answer or event.
func told(data []byte) string {
	answer, event, err := wire.Decode(data)
	switch {
	case err != nil:
		return err.Error()
	case event.Name != "":
		return toldEvent(event)
	}
	switch {
	case answer.Error != "":
		return fmt.Sprintf("%d: error %s", answer.ID, answer.Error)
	case answer.Result != nil:
		return fmt.Sprintf("%d: exit %d %s", answer.ID, answer.Result.Exit, strings.TrimSpace(answer.Result.Out+answer.Result.Err))
	case answer.Complete != nil:
		return fmt.Sprintf("%d: complete %v", answer.ID, answer.Complete.Words)
	}
	return fmt.Sprintf("%d: view %s", answer.ID, answer.View)
}

func toldEvent(e message.Event) string {
	switch e.Name {
	case "ready":
		return strings.TrimSpace(fmt.Sprintf("ready %s readOnly=%v fresh=%v %s", e.Ready.Store, e.Ready.ReadOnly, e.Ready.Fresh, e.Ready.Why))
	case "saved":
		return fmt.Sprint("saved ", e.Position)
	case "progress":
		return fmt.Sprintf("progress of %d", e.Progress.Request)
	case "log":
		return "log " + e.Lines[0].Text
	}
	return e.Name
}

func (d *desk) post(request message.Request) {
	data, _ := json.Marshal(request)
	d.port.Send(data)
}

func (d *desk) exec(line string) {
	d.id++
	d.post(message.Request{ID: d.id, Op: "exec", Line: line})
	synctest.Wait()
}

// take returns what was heard since the last time.
func (d *desk) take() []string {
	synctest.Wait()
	heard := d.heard
	d.heard = nil
	return heard
}

func (d *desk) expect(t *testing.T, want ...string) {
	t.Helper()
	if got := d.take(); !slices.Equal(got, want) {
		t.Fatalf("heard\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestFirstWordIsReadyThenTheScript(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.start("add 2\nadd 3\n")
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 5", "saved 2")
		d.post(message.Request{ID: 9, Op: "view", View: "clock"})
		d.expect(t, `9: view {"now":5,"start":0,"next":0}`)
	})
}

// A lab that is only shown is built, and then answers views and nothing else.
func TestFixedLabIsBuiltAndNeverChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.fixed = true
		d.start("add 2\n")
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 2", "saved 1", "ready memory readOnly=true fresh=true")
		d.exec("look")
		d.exec("add 1")
		d.exec("look")
		d.expect(t, "1: exit 0 2", "2: exit 1 This lab can only be read here.", "3: exit 0 2")
	})
}

func TestScriptThatFailsOrIsMissingIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.start("add 1\nnonsense\nadd 1\n")
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 1",
			"ready memory readOnly=false fresh=true The first lab is not complete: nonsense: command not found", "saved 1")
	})
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.start("")
		d.expect(t, "ready memory readOnly=false fresh=true",
			"ready memory readOnly=false fresh=true The first lab could not be fetched, so this one is empty: status 404.")
	})
}

// started is a worker whose lab holds one command, with everything heard taken.
func started(t *testing.T) *desk {
	d := newDesk(t)
	d.start("add 1\n")
	time.Sleep(time.Second)
	d.take()
	return d
}

func TestCommandsAreAnsweredInOrderAndSavedAtMostEvery250ms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.exec("add 1")
		d.expect(t, "1: exit 0 2", "changed", "log line 2")
		time.Sleep(viewsFirst) // after a quiet time: as soon as the page has asked for what it shows
		d.expect(t, "saved 2")
		d.exec("add 1")
		d.exec("add 1")
		d.expect(t, "2: exit 0 3", "changed", "log line 3", "3: exit 0 4", "changed", "log line 4")
		time.Sleep(249 * time.Millisecond)
		d.expect(t)
		time.Sleep(2 * time.Millisecond)
		d.expect(t, "saved 4")
		time.Sleep(time.Hour)
		d.expect(t) // nothing changes, nothing is written
	})
}

func TestReadersAndErrorsChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.exec("look")
		d.exec("bogus")
		d.post(message.Request{ID: 7, Op: "complete", Line: "ad"})
		d.post(message.Request{ID: 8, Op: "view", View: "none"})
		d.post(message.Request{ID: 9, Op: "dance"})
		d.port.Send([]byte("{"))
		d.expect(t, "1: exit 0 1", "2: exit 127 bogus: command not found", "7: complete [ad!]", `8: error no view "none"`,
			`9: error unknown operation "dance"`, "0: error a request must be JSON: unexpected end of JSON input")
	})
}

func TestLongCommandAnswersViewsReportsCommitsAndCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.step = 20 * time.Millisecond
		breaths := 0
		d.breath = func() {
			switch breaths++; breaths {
			case 3:
				d.post(message.Request{ID: 50, Op: "view", View: "lab"})
				d.post(message.Request{ID: 51, Op: "exec", Line: "look"})
				d.post(message.Request{ID: 52, Op: "exec", Line: "add 1"})
				d.post(message.Request{ID: 52, Op: "cancel"})
			case 20:
				d.post(message.Request{ID: 1, Op: "cancel"})
			}
		}
		d.slow("add 1000000")
		time.Sleep(2 * time.Second)
		heard := d.take()
		if !slices.Contains(heard, "52: error cancelled before it began") || !slices.Contains(heard, "progress of 1") {
			t.Errorf("heard %q", heard)
		}
		view := slices.IndexFunc(heard, func(s string) bool { return strings.HasPrefix(s, "50: view") })
		result := slices.IndexFunc(heard, func(s string) bool { return strings.HasPrefix(s, "1: exit 0") })
		look := slices.IndexFunc(heard, func(s string) bool { return strings.HasPrefix(s, "51: exit 0") })
		if view < 0 || result < view || look < result {
			t.Errorf("view at %d, result at %d, later command at %d of %q", view, result, look, heard)
		}
		if middle := slices.Index(heard, "saved 2"); middle < 0 || middle > result {
			t.Errorf("no commit in the middle: %q", heard)
		}
		if d.lab.sum() >= 1_000_000 {
			t.Error("not cancelled")
		}
	})
}

// slow runs a command whose steps take a virtual millisecond each.
func (d *desk) slow(line string) {
	d.id++
	d.lab.tick = func() { time.Sleep(time.Millisecond) }
	d.post(message.Request{ID: d.id, Op: "exec", Line: line})
}

func TestFailedCommitIsToldOnceAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.lab.fail = errors.New("the disk is full")
		d.exec("add 1")
		time.Sleep(viewsFirst)
		d.expect(t, "1: exit 0 2", "changed", "log line 2", "ready memory readOnly=false fresh=true Not saved: the disk is full.")
		time.Sleep(30 * time.Second)
		d.expect(t)
		d.lab.fail = nil
		time.Sleep(6 * time.Second)
		d.expect(t, "ready memory readOnly=false fresh=true", "saved 2")
	})
}

func TestBrokenInvariantGoesBackToTheLastCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.exec("break")
		d.expect(t, "1: exit 1 internal error: the sum is odd\nThe machine is back at its last saved moment.", "changed")
		d.exec("look")
		d.expect(t, "2: exit 0 1")
		d.post(message.Request{ID: 5, Op: "view", View: "break"})
		d.expect(t, "5: error internal error: no such page")
		if d.alarms != 2 {
			t.Errorf("%d alarms", d.alarms)
		}
	})
}

func TestSecondTabReadsAndTakesOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := started(t)
		d := newDesk(t)
		d.labs = first.labs
		d.storage.ReadOnly, d.storage.Why = true, "Another tab."
		d.start("add 7\n")
		d.exec("add 1")
		d.exec("look")
		d.expect(t, "ready memory readOnly=true fresh=false Another tab.", "1: exit 1 This lab is open in another tab. Here it can only be read.", "2: exit 0 1")
		first.exec("add 1")
		time.Sleep(time.Second)
		d.storage.ReadOnly, d.storage.Why = false, ""
		d.owned()
		d.expect(t, "ready memory readOnly=false fresh=false", "changed")
		d.exec("add 1")
		time.Sleep(viewsFirst)
		d.expect(t, "3: exit 0 3", "changed", "log line 1", "saved 3")
	})
}

func TestOpenAnotherLab(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		closed := 0
		d.storage.Close = func() { closed++ }
		d.post(message.Request{ID: 5, Op: "open", Line: "broken"})
		d.expect(t, "5: error no such lab")
		d.post(message.Request{ID: 6, Op: "open", Line: "main"})
		d.expect(t, "6: exit 0 ")
		d.post(message.Request{ID: 7, Op: "open", Line: "second"})
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 1", "changed", "7: exit 0 ", "saved 1")
		d.post(message.Request{ID: 8, Op: "open", Line: "main"})
		d.expect(t, "ready memory readOnly=false fresh=false", "changed", "8: exit 0 ")
		if closed != 1 {
			t.Errorf("closed %d times", closed)
		}
	})
}

func TestLabThatCannotBeOpenedIsToldInEveryAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.labs["main"] = store.NewMemory()
		if err := d.labs["main"].Commit(nil, []byte("garbage")); err != nil {
			t.Fatal(err)
		}
		d.start("add 1\n")
		d.exec("look")
		why := `the lab "main" cannot be opened: invalid character 'g' looking for beginning of value.`
		d.expect(t, "ready  readOnly=false fresh=false "+why, "1: error "+why)
		d.post(message.Request{ID: 2, Op: "open", Line: "second"})
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 1", "changed", "2: exit 0 ", "saved 1")
	})
}

// TestTidiesWhenNothingElseIsToDo: only what was stored before has litter, only a while after it was opened, and requests
// come in between.
func TestTidiesWhenNothingElseIsToDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := started(t)
		time.Sleep(10 * time.Second)
		if first.lab.tidied != 0 {
			t.Fatal("a fresh lab has nothing to tidy")
		}
		d := newDesk(t)
		d.labs, d.step = first.labs, 10*time.Millisecond
		d.start("")
		d.lab.litter = 500
		time.Sleep(tidyAfter - time.Millisecond)
		d.expect(t, "ready memory readOnly=false fresh=false")
		if d.lab.tidied != 0 {
			t.Fatal("tidied at once")
		}
		time.Sleep(time.Second)
		some := d.lab.tidied
		d.exec("add 1")
		time.Sleep(100 * time.Millisecond)
		d.expect(t, "1: exit 0 2", "changed", "log line 1", "saved 2")
		time.Sleep(time.Minute)
		if some < 50 || some > 150 || d.lab.tidied != 500 {
			t.Errorf("tidied %d times in a second, %d times in all", some, d.lab.tidied)
		}
	})
}

func TestWhatCannotBeTidiedIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := started(t)
		d := newDesk(t)
		d.labs = first.labs
		d.start("")
		d.lab.litter = -1
		time.Sleep(time.Minute)
		d.expect(t, "ready memory readOnly=false fresh=false",
			"ready memory readOnly=false fresh=false What is no longer needed stays in the browser's storage: block 7 is missing.")
		if d.lab.tidied != 1 {
			t.Errorf("tried %d times", d.lab.tidied)
		}
	})
}

// TestLinkOpensALabOfItsOwn: its commands run with a budget, the visitor's lab stays, and the same link leads to the same lab.
func TestLinkOpensALabOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		text, err := share.Encode(share.Link{Script: "add 5\n", View: "tab=why"})
		if err != nil {
			t.Fatal(err)
		}
		d.post(message.Request{ID: 5, Op: "open", Link: text})
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 5", "changed", "5: exit 0 tab=why", "saved 1")
		d.exec("add 2")
		time.Sleep(time.Second)
		d.expect(t, "1: exit 0 7", "changed", "log line 7", "saved 2")
		d.post(message.Request{ID: 7, Op: "open", Line: "main"})
		d.expect(t, "ready memory readOnly=false fresh=false", "changed", "7: exit 0 ")
		d.post(message.Request{ID: 8, Op: "open", Link: text})
		d.expect(t, "ready memory readOnly=false fresh=false", "changed", "8: exit 0 tab=why")
		d.exec("look")
		d.expect(t, "2: exit 0 7")
		d.post(message.Request{ID: 10, Op: "open", Link: text[:len(text)-3]})
		d.expect(t, "ready memory readOnly=false fresh=false The link cannot be opened: "+share.ErrDamaged.Error()+".", "10: error "+share.ErrDamaged.Error())
	})
}

// A lesson's own lab begins empty, whatever others begin with.
func TestLessonsBeginEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.post(message.Request{ID: 5, Op: "open", Line: "lesson-l4"})
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "5: exit 0 ")
		d.post(message.Request{ID: 6, Op: "open", Line: "second"})
		d.expect(t, "ready memory readOnly=false fresh=true", "changed", "log line 1", "changed", "6: exit 0 ", "saved 1")
	})
}
