// Command dev shows the screen with a fake machine, for work on the screen alone. It is no part of the product.
package main

import (
	"syscall/js"

	"logarium/engine/message"
	"logarium/web"
	"logarium/web/dev/fake"
)

func main() {
	later := func(f func()) {
		var fn js.Func
		fn = js.FuncOf(func(js.Value, []js.Value) any {
			fn.Release()
			f()
			return nil
		})
		js.Global().Call("setTimeout", fn, 0)
	}
	c := &fake.Client{Lab: fake.New(), Later: later, Ready: message.Ready{Store: "indexeddb"}}
	app, err := web.Mount(c, web.Options{})
	if err != nil {
		panic(err)
	}
	act := js.FuncOf(func(_ js.Value, args []js.Value) any {
		app.Do(args[0].String())
		return nil
	})
	js.Global().Set("act", act)
	select {}
}
