package worker

import (
	"encoding/json"
	"errors"
	"io"
	"sort"
	"strings"
	"syscall/js"
	"time"

	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
	"logarium/wasm/idb"
	"logarium/wasm/promise"
)

// shelf keeps labs in IndexedDB, one database each, or in memory where there is none.
type shelf struct {
	browser *browser
	labs    string // address of the scripts
}

// List asks the browser for the names, and each database for its note. What is in memory counts too.
func (s *shelf) List() (list []message.StoredLab, err error) {
	busy := s.held()
	names := make([]string, 0, len(s.browser.memories))
	if !s.browser.unkept {
		names, err = idb.Labs()
	}
	for name := range s.browser.memories {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		if i > 0 && name == names[i-1] {
			continue
		}
		l := message.StoredLab{Name: name, Busy: busy[name] && s.browser.locks[name] == nil}
		if s.browser.memories[name] != nil {
			list = append(list, l)
			continue
		}
		note, there, err := idb.Note(name)
		if err == nil && !there {
			continue // an import that was not finished, or a lab that another tab has just begun
		}
		_ = json.Unmarshal(note, &l) // a note that cannot be read tells nothing
		l.Name = name
		list = append(list, l)
	}
	return list, err
}

// held are the labs that some tab has open.
func (s *shelf) held() map[string]bool {
	names := map[string]bool{}
	locks := js.Global().Get("navigator").Get("locks")
	if !locks.Truthy() {
		return names
	}
	state, err := promise.Await(locks.Call("query"))
	if err != nil {
		return names
	}
	for all, i := state.Get("held"), 0; i < all.Length(); i++ {
		if name, ok := strings.CutPrefix(all.Index(i).Get("name").String(), lockPrefix); ok {
			names[name] = true
		}
	}
	return names
}

func (s *shelf) Delete(name string) error {
	if s.browser.memories[name] != nil {
		delete(s.browser.memories, name)
		return nil
	}
	return idb.Delete(name)
}

func (s *shelf) Room() (usage, quota int64, persisted bool) {
	storage := js.Global().Get("navigator").Get("storage")
	if !storage.Truthy() || !storage.Get("estimate").Truthy() {
		return 0, 0, false
	}
	if e, err := promise.Await(storage.Call("estimate")); err == nil {
		usage, quota = int64(e.Get("usage").Float()), int64(e.Get("quota").Float())
	}
	if p, err := promise.Await(storage.Call("persisted")); err == nil {
		persisted = p.Truthy()
	}
	return usage, quota, persisted
}

func (s *shelf) Script(name string) ([]byte, error) { return fetch(s.labs + name + ".txt") }

func (s *shelf) Time() int64 { return time.Now().UnixMilli() }

// patience is how long files may take from the page to here: they come by another way than the request that names them.
const patience = 5 * time.Second

// Given takes files that the page has handed over: a list of {path, file}.
func (s *shelf) Given(key string) ([]lab.OwnFile, error) {
	boot := js.Global().Get("logariumBoot")
	for end := time.Now().Add(patience); ; {
		if given := boot.Get("given"); given.Truthy() && given.Call("has", key).Bool() {
			list := given.Call("get", key)
			given.Call("delete", key)
			return ownFiles(list), nil
		}
		if time.Now().After(end) {
			return nil, errors.New("the files did not come through")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func ownFiles(list js.Value) []lab.OwnFile {
	files := make([]lab.OwnFile, list.Length())
	for i := range files {
		path, file := list.Index(i).Get("path").String(), list.Index(i).Get("file")
		size := int64(file.Get("size").Float())
		files[i] = lab.OwnFile{Path: path, Size: size, Mtime: int64(file.Get("lastModified").Float()), Src: blob{file, size}}
	}
	return files
}

// blob reads a JavaScript Blob piece by piece. It parks the goroutine.
type blob struct {
	value js.Value
	size  int64
}

func (b blob) ReadAt(p []byte, at int64) (int, error) {
	end := min(at+int64(len(p)), b.size)
	if at >= end {
		return 0, io.EOF
	}
	buffer, err := promise.Await(b.value.Call("slice", at, end).Call("arrayBuffer"))
	if err != nil {
		return 0, errors.New("the browser cannot read it any more: " + err.Error())
	}
	n := js.CopyBytesToGo(p, js.Global().Get("Uint8Array").New(buffer))
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// parts gathers bytes in the browser's own memory, or wherever it keeps blobs.
type parts struct {
	list js.Value
	buf  []byte
	size int64
}

const partSize = 1 << 20

func newParts() *parts { return &parts{list: js.Global().Get("Array").New()} }

func (p *parts) Write(b []byte) (int, error) {
	p.buf = append(p.buf, b...)
	p.size += int64(len(b))
	if len(p.buf) >= partSize {
		p.flush()
	}
	return len(b), nil
}

// flush makes a blob of what has come, so that nobody has to hold it in memory.
func (p *parts) flush() {
	if len(p.buf) == 0 {
		return
	}
	array := js.Global().Get("Uint8Array").New(len(p.buf))
	js.CopyBytesToJS(array, p.buf)
	p.buf = p.buf[:0]
	p.list.Call("push", js.Global().Get("Blob").New([]any{array}))
}

func (p *parts) whole(kind string) js.Value {
	p.flush()
	return js.Global().Get("Blob").New(p.list, map[string]any{"type": kind})
}

func (p *parts) Done() (io.ReaderAt, error) { return blob{p.whole(""), p.size}, nil }

func (s *shelf) Spool() Spool { return newParts() }

func (s *shelf) Give(name string) (Parcel, error) { return &parcel{newParts(), name}, nil }

type parcel struct {
	*parts
	name string
}

func (p *parcel) Close() (message.Outgoing, error) {
	kind := "application/octet-stream"
	if strings.HasSuffix(p.name, ".zip") {
		kind = "application/zip"
	}
	url, err := promise.Try(func() js.Value { return js.Global().Get("URL").Call("createObjectURL", p.whole(kind)) })
	if err != nil {
		return message.Outgoing{}, err
	}
	return message.Outgoing{Name: p.name, Size: p.size, URL: url.String()}, nil
}

// inMemory is the storage of a lab that lives as long as the page.
func (b *browser) inMemory(lab, why string) Storage {
	if b.memories[lab] == nil {
		b.memories[lab] = store.NewMemory()
	}
	return Storage{Blocks: b.memories[lab], Kind: "memory", Why: why}
}
