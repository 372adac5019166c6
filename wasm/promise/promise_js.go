// Package promise joins JavaScript's promises and Go's goroutines.
package promise

import (
	"errors"
	"syscall/js"
)

// Await parks the goroutine until the promise is settled. It must not be called inside a JavaScript callback.
func Await(promise js.Value) (value js.Value, err error) {
	done := make(chan struct{})
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any {
		value = args[0]
		close(done)
		return nil
	})
	defer resolved.Release()
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = errors.New(Words(args[0]))
		close(done)
		return nil
	})
	defer rejected.Release()
	promise.Call("then", resolved, rejected)
	<-done
	return value, err
}

// Words returns what a thrown value says; the kind of an error is said only if it is a special one.
func Words(thrown js.Value) string {
	if thrown.InstanceOf(js.Global().Get("Error")) && thrown.Get("name").String() == "Error" {
		return thrown.Get("message").String()
	}
	return js.Global().Get("String").Invoke(thrown).String()
}

// New returns a promise; work is called at once with the two ways to settle it and must not block.
func New(work func(resolve func(any), reject func(error))) js.Value {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		work(func(v any) { resolve.Invoke(v) }, func(err error) { reject.Invoke(Error(err)) })
		return nil
	})
	defer executor.Release() // the executor runs inside New
	return js.Global().Get("Promise").New(executor)
}

// Error makes a JavaScript Error.
func Error(err error) js.Value { return js.Global().Get("Error").New(err.Error()) }

// Try calls a function that may throw.
func Try(call func() js.Value) (value js.Value, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case js.Error:
			err = errors.New(Words(p.Value))
		default:
			panic(p)
		}
	}()
	return call(), nil
}
