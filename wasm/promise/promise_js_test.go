package promise

import (
	"errors"
	"syscall/js"
	"testing"
)

func eval(script string) js.Value {
	return js.Global().Get("Function").New("return " + script).Invoke()
}

func TestAwait(t *testing.T) {
	if v, err := Await(eval("new Promise((r) => setTimeout(r, 5, 42))")); err != nil || v.Int() != 42 {
		t.Errorf("%v, %v", v, err)
	}
	for script, want := range map[string]string{
		`Promise.reject(new Error("told"))`:                                   "told",
		`Promise.reject(new TypeError("of a kind"))`:                          "TypeError: of a kind",
		`Promise.reject(new DOMException("denied", "SecurityError"))`:         "SecurityError: denied",
		`Promise.reject("a string")`:                                          "a string",
		`Promise.resolve().then(() => { throw new RangeError("in a then") })`: "RangeError: in a then",
	} {
		if _, err := Await(eval(script)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", script, err, want)
		}
	}
}

func TestNewSettlesEitherWay(t *testing.T) {
	if v, err := Await(New(func(resolve func(any), _ func(error)) { resolve("yes") })); err != nil || v.String() != "yes" {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := Await(New(func(_ func(any), reject func(error)) { reject(errors.New("no")) })); err == nil || err.Error() != "no" {
		t.Errorf("%v", err)
	}
}

func TestTry(t *testing.T) {
	if v, err := Try(func() js.Value { return eval("7") }); err != nil || v.Int() != 7 {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := Try(func() js.Value { return eval("nothing.at.all") }); err == nil || err.Error() != "ReferenceError: nothing is not defined" {
		t.Errorf("%v", err)
	}
}
