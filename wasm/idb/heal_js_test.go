package idb

import (
	"slices"
	"syscall/js"
	"testing"

	"logarium/engine/store"
	"logarium/wasm/promise"
)

// say lets every event of a database that is made or upgraded say what Chromium does of one that it has thrown away.
func say(t *testing.T, loss string) {
	t.Helper()
	prototype := js.Global().Get("IDBVersionChangeEvent").Get("prototype")
	object := js.Global().Get("Object")
	old := object.Call("getOwnPropertyDescriptor", prototype, "dataLoss")
	object.Call("defineProperty", prototype, "dataLoss", map[string]any{"value": loss, "configurable": true})
	t.Cleanup(func() { object.Call("defineProperty", prototype, "dataLoss", old) })
}

func TestLossIsToldOnce(t *testing.T) {
	if d := open(t, "whole"); d.Lost() {
		t.Error("a new database is no lost one")
	}
	say(t, "total")
	d := open(t, "lost")
	if !d.Lost() {
		t.Error("the loss is not told")
	}
	_ = d.Close()
	if d = again(t, "lost"); d.Lost() {
		t.Error("the loss is told of a database that was there")
	}
	_ = d.Close()
}

// count says how many transactions that write are begun from now on.
func count(t *testing.T) (writes func() int) {
	t.Helper()
	prototype := js.Global().Get("IDBDatabase").Get("prototype")
	old := prototype.Get("transaction")
	counting := js.Global().Get("Function").New("old", `const f = function (...args) {
		if (args[1] == "readwrite") f.writes++;
		return old.apply(this, args);
	}; f.writes = 0; return f`).Invoke(old)
	prototype.Set("transaction", counting)
	t.Cleanup(func() { prototype.Set("transaction", old) })
	return func() int { return counting.Get("writes").Int() }
}

func TestHealWritesMoreThanALogAndLeavesNothing(t *testing.T) {
	d := open(t, "healed")
	if err := d.Commit([]store.Block{{ID: 1, Data: []byte("kept")}}, []byte("root")); err != nil {
		t.Fatal(err)
	}
	_ = d.Close()
	// What is there of one that was killed is no obstacle.
	rest := again(t, healer)
	if err := rest.Commit([]store.Block{{ID: 0, Data: []byte("half")}}, nil); err != nil {
		t.Fatal(err)
	}
	_ = rest.Close()
	d = again(t, "healed")
	writes := count(t)
	for range 2 {
		if err := d.Heal(); err != nil {
			t.Fatal(err)
		}
	}
	if levelDB() && (writes() != 2 || healBytes*healBlocks <= 4<<20) {
		t.Errorf("%d transactions of %d bytes", writes(), healBytes*healBlocks)
	}
	if names, err := Labs(); err != nil || !slices.Contains(names, "healed") || slices.Contains(names, healer) {
		t.Errorf("labs %q, %v", names, err)
	}
	if data, err := d.Read([]uint64{1}); err != nil || string(data[0]) != "kept" {
		t.Errorf("read %q, %v", data, err)
	}
	_ = d.Close()
	list, err := promise.Await(js.Global().Get("indexedDB").Call("databases"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list.Length() {
		if list.Index(i).Get("name").String() == DatabaseName(healer) {
			t.Error("its database is still there")
		}
	}
}

// Where nothing but a lab that was just made is kept there is nothing to lose.
func TestFirstVisitNeedsNoHealing(t *testing.T) {
	names, err := Labs()
	if err != nil || len(names) > 0 {
		t.Fatalf("labs %q, %v", names, err)
	}
	d := open(t, "first")
	writes := count(t)
	if err := d.Heal(); err != nil || writes() != 0 {
		t.Errorf("%d transactions, %v", writes(), err)
	}
	second := open(t, "second")
	if err := second.Heal(); err != nil || levelDB() && writes() != 1 {
		t.Errorf("%d transactions, %v", writes(), err)
	}
}
