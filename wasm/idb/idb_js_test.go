package idb

import (
	"bytes"
	"errors"
	"fmt"
	"syscall/js"
	"testing"

	"logarium/engine/store"
	"logarium/engine/store/storetest"
)

// open gives an empty database that is removed after the test.
func open(t *testing.T, lab string) *Database {
	t.Helper()
	if err := Delete(lab); err != nil {
		t.Fatal(err)
	}
	d, err := Open(lab)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = d.Close()
		if err := Delete(lab); err != nil {
			t.Error(err)
		}
	})
	return d
}

func again(t *testing.T, lab string) *Database {
	t.Helper()
	d, err := Open(lab)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestContract is the suite that every block store passes.
func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T, name string) store.Blocks {
		t.Cleanup(func() {
			if err := Delete(name); err != nil {
				t.Error(err)
			}
		})
		return again(t, name)
	})
}

func TestCommitIsThereAfterReopening(t *testing.T) {
	d := open(t, "reopen")
	big := bytes.Repeat([]byte{0, 0xff, 7}, 11_000)
	if err := d.Commit([]store.Block{{ID: 1, Data: []byte("one")}, {ID: 1 << 40, Data: big}}, []byte("root")); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = again(t, "reopen")
	defer d.Close()
	root, err := d.Root()
	if err != nil || string(root) != "root" {
		t.Fatalf("root %q, %v", root, err)
	}
	data, err := d.Read([]uint64{1 << 40, 1})
	if err != nil || !bytes.Equal(data[0], big) || string(data[1]) != "one" {
		t.Fatalf("read %d and %q, %v", len(data[0]), data[1], err)
	}
}

func TestReadsAndSweepsMoreThanAWindow(t *testing.T) {
	d := open(t, "window")
	var all []store.Block
	var ids []uint64
	for id := uint64(1); id <= window+10; id++ {
		all = append(all, store.Block{ID: id, Data: fmt.Appendf(nil, "block %d", id)})
		ids = append(ids, id)
	}
	if err := d.Commit(all, nil); err != nil {
		t.Fatal(err)
	}
	data, err := d.Read(ids)
	if err != nil || len(data) != len(ids) || string(data[window+9]) != fmt.Sprintf("block %d", window+10) {
		t.Fatalf("read %d blocks, %v", len(data), err)
	}
	if err := d.Sweep(ids[1:]); err != nil {
		t.Fatal(err)
	}
	if left, err := d.List(); err != nil || len(left) != 1 || left[0] != 1 {
		t.Fatalf("left %v, %v", left, err)
	}
}

// Two tabs that both think they own the lab: the second one to write must lose, and change nothing.
func TestSecondWriterFromTheSameRootIsRefused(t *testing.T) {
	first := open(t, "race")
	second := again(t, "race")
	defer second.Close()
	if err := first.Commit([]store.Block{{ID: 1, Data: []byte("mine")}}, []byte("r1")); err != nil {
		t.Fatal(err)
	}
	err := second.Commit([]store.Block{{ID: 2, Data: []byte("other")}, {ID: 1, Data: []byte("yours")}}, []byte("r2"))
	if !errors.Is(err, store.ErrBlockExists) {
		t.Fatalf("error %v", err)
	}
	if root, _ := first.Root(); string(root) != "r1" {
		t.Fatalf("root %q", root)
	}
	if ids, _ := first.List(); len(ids) != 1 {
		t.Fatalf("blocks %v", ids)
	}
}

func TestDeletedElsewhereIsTold(t *testing.T) {
	d := open(t, "deleted")
	if err := Delete("deleted"); err != nil { // closes d by its versionchange event
		t.Fatal(err)
	}
	if _, err := d.Root(); !errors.Is(err, ErrClosed) {
		t.Fatalf("error %v", err)
	}
	if err := d.Commit(nil, []byte("x")); !errors.Is(err, ErrClosed) {
		t.Fatalf("error %v", err)
	}
}

func TestNewerSchemaIsTold(t *testing.T) {
	d := open(t, "newer")
	_ = d.Close()
	done := make(chan struct{})
	request := js.Global().Get("indexedDB").Call("open", DatabaseName("newer"), schema+1)
	success := js.FuncOf(func(js.Value, []js.Value) any {
		request.Get("result").Call("close")
		close(done)
		return nil
	})
	defer success.Release()
	request.Set("onsuccess", success)
	<-done
	if _, err := Open("newer"); !errors.Is(err, ErrNewer) {
		t.Fatalf("error %v", err)
	}
}

// replace puts another value in a global variable until the test ends.
func replace(t *testing.T, name string, value any) {
	t.Helper()
	define := func(v any) {
		js.Global().Get("Object").Call("defineProperty", js.Global(), name,
			map[string]any{"value": v, "configurable": true, "writable": true})
	}
	old := js.Global().Get(name)
	define(value)
	t.Cleanup(func() { define(old) })
}

func TestRefusedStorageIsTold(t *testing.T) {
	replace(t, "indexedDB", js.Undefined())
	if _, err := Open("refused"); !errors.Is(err, ErrRefused) {
		t.Fatalf("error %v", err)
	}
	throws := js.Global().Get("Function").New(`return {open() { throw new DOMException("denied", "SecurityError") }}`)
	replace(t, "indexedDB", throws.Invoke())
	if _, err := Open("refused"); !errors.Is(err, ErrRefused) {
		t.Fatalf("error %v", err)
	}
}

// A full disk ends the transaction without an error event at any request.
func TestFullStorageIsToldAndChangesNothing(t *testing.T) {
	d := open(t, "full")
	if err := d.Commit(nil, []byte("before")); err != nil {
		t.Fatal(err)
	}
	db := js.Global().Get("IDBObjectStore").Get("prototype")
	add := db.Get("add")
	db.Set("add", js.Global().Get("Function").New("add", `return function (v, k) {
		setTimeout(() => { try { this.transaction.abort() } catch {} });
		Object.defineProperty(this.transaction, "error", {value: new DOMException("no room", "QuotaExceededError")});
		return add.call(this, v, k);
	}`).Invoke(add))
	err := d.Commit([]store.Block{{ID: 1, Data: make([]byte, 1<<20)}, {ID: 2, Data: make([]byte, 1<<20)}}, []byte("after"))
	db.Set("add", add)
	if err == nil {
		t.Fatal("no error")
	}
	if root, err := d.Root(); err != nil || string(root) != "before" {
		t.Fatalf("root %q, %v", root, err)
	}
}
