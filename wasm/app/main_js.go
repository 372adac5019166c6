// Command app is the program in the browser: one WebAssembly file with two roles. In a page it is the screen and the
// JavaScript API; in a worker it is the machine. static/loader.js and static/worker.js start it.
package main

import (
	"runtime/debug"
	"syscall/js"

	"logarium/wasm/link"
	"logarium/wasm/page"
	"logarium/wasm/worker"
	"logarium/web"
)

const (
	version     = "0.1.0"
	firstLab    = "orders"
	firstScript = "orders" // with which it begins
)

// pageGarbage lets the screen make several times as much garbage as it keeps, in percent, before it is collected: it keeps little.
const pageGarbage = 400

func main() {
	debug.SetMemoryLimit(memoryLimit)
	boot := js.Global().Get("logariumBoot")
	if port := boot.Get("port"); port.Truthy() {
		serve(link.JS(port), "").Serve()
		return
	}
	debug.SetGCPercent(pageGarbage)
	client := page.NewClientInBrowser(boot, serveInPage)
	screen, err := web.Mount(client, web.Options{})
	if err != nil {
		panic(err)
	}
	page.Publish(client, version, screen)
	page.OpenDoor(client, screen)
	page.FollowLinks(client, screen.Show)
	select {}
}

func serve(port link.Port, why string) *worker.Worker {
	boot := js.Global().Get("logariumBoot")
	memory := &room{}
	memory.watch()
	host := worker.Host{Version: version, Name: firstLab, Lab: memory.open, Fixed: boot.Get("fixed").Truthy(),
		Importer: worker.Importer{Read: readLab, Own: ownFiles}}
	script := firstScript
	if lab := boot.Get("lab").String(); lab != "" {
		host.Name, script = lab, lab
	}
	return worker.New(port, worker.Browser(host, worker.Place{
		Labs: boot.Get("root").String() + "labs/", Script: script, Unkept: boot.Get("unkept").Truthy(), Why: why,
	}))
}

// serveInPage is the worker's role in the page's own program.
func serveInPage(port link.Port, why string) (stop func()) {
	w := serve(port, why)
	go w.Serve()
	return w.Stop
}
