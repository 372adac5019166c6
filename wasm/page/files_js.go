package page

import (
	"fmt"
	"syscall/js"

	"logarium/engine/message"
	"logarium/wasm/promise"
)

// give puts files where the worker looks for them. They come there by another way than requests, since those are bytes.
func (s *Starter) give(key string, files any) {
	if s.worker.Truthy() {
		s.worker.Call("postMessage", map[string]any{"key": key, "files": files})
		return
	}
	given := s.boot.Get("given")
	if !given.Truthy() {
		given = js.Global().Get("Map").New()
		s.boot.Set("given", given)
	}
	given.Call("set", key, files)
}

// Door is what the screen hears of files that come and go.
type Door interface {
	// Dragged says that somebody holds files over the page, or does not any more.
	Dragged(over bool)
	// Brought says how an import has ended.
	Brought(lab string, err error)
}

// OpenDoor takes files that are dropped on the page or chosen, and hands over what the worker packs.
func OpenDoor(c *Client, door Door) {
	d := &doorway{client: c, door: door, document: js.Global().Get("document")}
	for event, hear := range map[string]func(js.Value){"dragover": d.over, "dragleave": d.leave, "drop": d.drop} {
		js.Global().Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
			hear(args[0])
			return nil
		}))
	}
	c.On(func(e message.Event) {
		switch e.Name {
		case "file":
			d.download(e.File)
		case "pick":
			d.pick(false)
		}
	})
	c.pick = d.pick
	d.persistOnce()
}

type doorway struct {
	client   *Client
	door     Door
	document js.Value
	dragged  bool
}

func hasFiles(e js.Value) bool {
	transfer := e.Get("dataTransfer")
	return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
}

func (d *doorway) over(e js.Value) {
	if !hasFiles(e) {
		return
	}
	e.Call("preventDefault")
	d.drag(true)
}

func (d *doorway) leave(e js.Value) {
	if hasFiles(e) && !e.Get("relatedTarget").Truthy() {
		d.drag(false)
	}
}

func (d *doorway) drag(over bool) {
	if d.dragged != over {
		d.dragged = over
		d.door.Dragged(over)
	}
}

// drop takes what was dropped. The entries must be asked for before the event is over; what is in folders comes later.
func (d *doorway) drop(e js.Value) {
	if !hasFiles(e) {
		return
	}
	e.Call("preventDefault")
	d.drag(false)
	items := e.Get("dataTransfer").Get("items")
	var entries []js.Value
	for i := range items.Length() {
		if entry := items.Index(i).Call("webkitGetAsEntry"); entry.Truthy() {
			entries = append(entries, entry)
		}
	}
	go func() {
		list := js.Global().Get("Array").New()
		for _, entry := range entries {
			if err := collect(entry, "", list); err != nil {
				d.door.Brought("", err)
				return
			}
		}
		d.bring(list)
	}()
}

func (d *doorway) bring(list js.Value) {
	if list.Length() > 0 {
		d.client.Import(list, d.door.Brought)
	}
}

const maxDropped = 100_000 // files

// collect lists the files of a dropped entry, with the folders above each.
func collect(entry js.Value, above string, list js.Value) error {
	path := above + entry.Get("name").String()
	if entry.Get("isFile").Bool() {
		if list.Length() >= maxDropped {
			return fmt.Errorf("there are more than %d files in it", maxDropped)
		}
		file, err := called(entry, "file")
		if err == nil {
			list.Call("push", map[string]any{"path": path, "file": file})
		}
		return err
	}
	reader := entry.Call("createReader")
	for { // a browser gives the entries of a folder in several portions
		portion, err := called(reader, "readEntries")
		if err != nil || portion.Length() == 0 {
			return err
		}
		for i := range portion.Length() {
			if err := collect(portion.Index(i), path+"/", list); err != nil {
				return err
			}
		}
	}
}

// called waits for a method with two callbacks.
func called(of js.Value, method string) (js.Value, error) {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		of.Call(method, args[0], args[1])
		return nil
	})
	defer executor.Release() // it runs inside New
	return promise.Await(js.Global().Get("Promise").New(executor))
}

// pick asks for files, or for a folder.
func (d *doorway) pick(folder bool) {
	input := d.document.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("multiple", true)
	input.Set("webkitdirectory", folder)
	var chosen js.Func
	chosen = js.FuncOf(func(js.Value, []js.Value) any {
		chosen.Release()
		list := js.Global().Get("Array").New()
		for files, i := input.Get("files"), 0; i < files.Length(); i++ {
			f := files.Index(i)
			path := f.Get("webkitRelativePath").String()
			if path == "" {
				path = f.Get("name").String()
			}
			list.Call("push", map[string]any{"path": path, "file": f})
		}
		d.bring(list)
		return nil
	})
	input.Call("addEventListener", "change", chosen)
	input.Call("click")
}

// download hands a packed file to the visitor.
func (d *doorway) download(f *message.Outgoing) {
	a := d.document.Call("createElement", "a")
	a.Set("href", f.URL)
	a.Set("download", f.Name)
	a.Call("click")
}

// persistOnce asks the browser to keep what it stores, once there is something: when the first change that a person made is saved.
func (d *doorway) persistOnce() {
	var stop func()
	asked, before := false, -1
	stop = d.client.Listen(func(e message.Event) {
		switch {
		case asked || e.Name != "saved":
		case before < 0 || !d.client.Worked():
			before = e.Position
		case e.Position != before:
			asked = true
			go func() {
				if s := js.Global().Get("navigator").Get("storage"); s.Truthy() && s.Get("persist").Truthy() {
					_, _ = promise.Await(s.Call("persist")) // yes or no: the view "labs" tells
				}
				stop()
			}()
		}
	})
}
