package worker

import (
	"sync"
	"syscall/js"
	"time"

	"logarium/wasm/promise"
)

// settle is how long a lock may take before the lab counts as owned by another tab: a page that is being reloaded lets
// go of its lock a moment after the new one asks.
const settle = 500 * time.Millisecond

// lockPrefix is how the names of all labs' locks begin.
const lockPrefix = "logarium/"

// lock is this tab's claim on a lab, by the browser's Web Locks.
type lock struct {
	mu      sync.Mutex
	granted chan struct{} // closed when the lab is ours
	failed  chan error    // the browser has no locks for us
	late    func()        // called when the lock comes after claim has given up waiting
	release js.Value      // resolves the promise that holds the lock
	abort   js.Value      // AbortController of the request
}

// claim asks for the lab. held is false if another tab owns it; late is then called when it is ours. An error means
// that this browser has no locks to give.
func claim(lab string, late func()) (l *lock, held bool, err error) {
	locks := js.Global().Get("navigator").Get("locks")
	if !locks.Truthy() {
		return nil, false, js.Error{Value: js.ValueOf("no Web Locks here")}
	}
	l = &lock{granted: make(chan struct{}), failed: make(chan error, 1), abort: js.Global().Get("AbortController").New()}
	if err := l.request(locks, lockPrefix+lab); err != nil {
		return nil, false, err
	}
	select {
	case <-l.granted:
		return l, true, nil
	case err := <-l.failed:
		return nil, false, err
	case <-time.After(settle):
		// A browser that has much to do may be late. It answers in turn: once it tells who holds what, a lock that is free is ours.
		_, _ = promise.Await(locks.Call("query"))
		return l, l.waitLonger(late), nil
	}
}

func (l *lock) request(locks js.Value, name string) error {
	callback := js.FuncOf(func(js.Value, []js.Value) any { return l.grant() })
	request, err := promise.Try(func() js.Value {
		return locks.Call("request", name, map[string]any{"signal": l.abort.Get("signal")}, callback)
	})
	if err != nil {
		callback.Release()
		return err
	}
	go func() { // ends when the lock is released or was refused
		defer callback.Release()
		if _, err := promise.Await(request); err != nil {
			l.failed <- err
		}
	}()
	return nil
}

// grant runs inside the lock's callback: the lock is held until the promise it returns is resolved.
func (l *lock) grant() js.Value {
	l.mu.Lock()
	defer l.mu.Unlock()
	hold := promise.New(func(resolve func(any), _ func(error)) {
		f := js.FuncOf(func(js.Value, []js.Value) any { resolve(nil); return nil })
		l.release = f.Value
	})
	close(l.granted)
	if l.late != nil {
		l.late()
	}
	return hold
}

// waitLonger registers late, unless the lock came just now.
func (l *lock) waitLonger(late func()) (held bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.granted:
		return true
	default:
		l.late = late
		return false
	}
}

// drop gives the lab free, or stops waiting for it.
func (l *lock) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late = nil
	if l.release.Truthy() {
		l.release.Invoke()
		return
	}
	l.abort.Call("abort")
}
