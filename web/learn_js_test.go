package web

import (
	sjs "syscall/js"
	"testing"
	"time"

	"logarium/wasm/promise"
	"logarium/web/words"
)

// slowHost is a browser's window whose fetch answers when a test says so.
type slowHost struct {
	window  sjs.Value
	answers map[string]func(text string) // by path
}

func newSlowHost(t *testing.T) *slowHost {
	h := &slowHost{window: sjs.Global().Get("Object").New(), answers: map[string]func(string){}}
	fetch := sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
		path := args[0].String()
		executor := sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
			h.answers[path] = func(text string) { args[0].Invoke(sjs.Global().Get("Response").New(text)) }
			return nil
		})
		defer executor.Release()
		return sjs.Global().Get("Promise").New(executor)
	})
	t.Cleanup(fetch.Release)
	h.window.Set("fetch", fetch)
	return h
}

// turn lets everything happen that a promise has let loose.
func turn(t *testing.T) {
	t.Helper()
	if _, err := promise.Await(sjs.Global().Get("Response").New("").Call("text")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond)
}

// TestTheFirstPictureDoesNotWaitForEver: words that do not come keep nothing up, and are taken when they come.
func TestTheFirstPictureDoesNotWaitForEver(t *testing.T) {
	defer words.Set("en")
	defer words.Learn(chinese)
	words.Learn("")
	words.LearnTerms("")
	words.Set("zh")
	host := newSlowHost(t)
	s := &screen{window: host.window, wake: make(chan struct{}, 1)}
	began := time.Now()
	s.learn(50 * time.Millisecond)
	if took := time.Since(began); took < 50*time.Millisecond || took > time.Second || words.T("Undo") != "Undo" {
		t.Errorf("the picture came after %v: %s", took, words.T("Undo"))
	}
	turn(t)
	if host.answers["words/zh.txt"] == nil || host.answers[words.GlossaryFile] == nil || s.dom {
		t.Fatalf("asked for %d files", len(host.answers))
	}
	host.answers["words/zh.txt"](chinese)
	turn(t)
	if words.T("Undo") != "撤销" || !s.dom {
		t.Error("the words came late and were not taken")
	}
	host.answers[words.GlossaryFile]("roll\n\trotate\n\tTo close the active segment.\n\t关闭活跃段。\n")
	if turn(t); words.Explain("roll") == "" {
		t.Error("the terms came and were not taken")
	}
}

// TestThePictureWaitsForItsWords: words that come in time are those of the first picture; English waits for nothing.
func TestThePictureWaitsForItsWords(t *testing.T) {
	defer words.Set("en")
	defer words.Learn(chinese)
	words.Learn("")
	host := newSlowHost(t)
	s := &screen{window: host.window, wake: make(chan struct{}, 1)}
	words.Set("en")
	s.learn(time.Hour)
	words.Set("zh")
	time.AfterFunc(30*time.Millisecond, func() { host.answers["words/zh.txt"](chinese) })
	if s.learn(time.Hour); words.T("Undo") != "撤销" {
		t.Error("the picture did not wait for its words")
	}
	if turn(t); host.answers[words.GlossaryFile] == nil {
		t.Error("nobody asked for the terms")
	}
}
