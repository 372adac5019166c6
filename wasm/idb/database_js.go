// Package idb keeps a lab's blocks in the browser's IndexedDB: one database per lab, one record per block, and one
// record for the root.
//
// A transaction lives only as long as requests follow each other without waiting for anything else. So each operation
// here issues all its requests at once and then waits for the transaction, never for a single request.
package idb

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"
)

const (
	schema   = 1 // version of the database's layout, not of what is in the blocks
	blocks   = "blocks"
	roots    = "roots"
	rootKey  = "root"
	patience = 10 * time.Second // for another tab to let go of an older schema
)

// Database is a lab's block store. It implements store.Blocks; one goroutine uses it.
type Database struct {
	db            *idb.Database
	name          string
	note          []byte // that goes with the next root; nil: it stays
	created, lost bool
}

// DatabaseName is the name that IndexedDB knows a lab by.
func DatabaseName(lab string) string { return "logarium/" + lab }

// Open opens the lab's database and makes it if there is none.
func Open(lab string) (d *Database, err error) {
	defer catch(&err)
	d = &Database{name: lab}
	asked, forget, err := d.ask()
	if err != nil {
		return nil, err
	}
	defer forget()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	request, err := asked.Open(ctx, DatabaseName(lab), schema, upgrade)
	if err != nil {
		return nil, explain(err)
	}
	db, err := request.Await(ctx)
	if ctx.Err() != nil {
		return nil, ErrBlocked // the library has no event for it
	}
	if err != nil {
		return nil, explain(err)
	}
	d.db = db
	return d, nil
}

// ask asks the browser for the database and listens to what it says of it, which the library does not pass on. The factory hands
// this request to the library.
func (d *Database) ask() (asked *idb.Factory, forget func(), err error) {
	indexedDB, err := global()
	if err != nil {
		return nil, nil, err
	}
	request := indexedDB.Call("open", DatabaseName(d.name), schema)
	hear := js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.created, d.lost = true, args[0].Get("dataLoss").String() == "total"
		return nil
	})
	give := js.FuncOf(func(js.Value, []js.Value) any { return request })
	request.Set("onupgradeneeded", hear)
	forget = func() {
		request.Set("onupgradeneeded", nil)
		hear.Release()
		give.Release()
	}
	asked, err = idb.WrapFactory(js.ValueOf(map[string]any{"open": give}))
	return asked, forget, err
}

// Lost tells that the browser found its storage for this page damaged when it opened the database, and has thrown away all of it: of
// every lab. Chromium says so, to the first who asks after its start.
func (d *Database) Lost() bool { return d.lost }

func global() (js.Value, error) {
	indexedDB := js.Global().Get("indexedDB") // a getter, which may throw in a sandboxed frame
	if !indexedDB.Truthy() {
		return indexedDB, fmt.Errorf("%w (no indexedDB)", ErrRefused)
	}
	return indexedDB, nil
}

// upgrade runs inside a callback and must not wait. It creates what an older schema did not have.
func upgrade(db *idb.Database, old, _ uint) error {
	if old >= 1 {
		return nil
	}
	for _, name := range []string{blocks, roots} {
		if _, err := db.CreateObjectStore(name, idb.ObjectStoreOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// catch turns what JavaScript throws into an error.
func catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case js.Error:
		*err = explain(p)
	case error:
		if errors.As(p, new(js.Error)) {
			*err = explain(p)
			return
		}
		panic(p)
	default:
		panic(p)
	}
}

// Close gives the database back. Nothing may be called after it.
func (d *Database) Close() error { return explain(d.db.Close()) }

// Delete removes a lab's database for good. Tabs that have it open lose it.
func Delete(lab string) (err error) {
	defer catch(&err)
	indexedDB, err := global()
	if err != nil {
		return err
	}
	factory, err := idb.WrapFactory(indexedDB)
	if err != nil {
		return err
	}
	request, err := factory.DeleteDatabase(DatabaseName(lab))
	if err != nil {
		return explain(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err = request.Await(ctx)
	if ctx.Err() != nil {
		return ErrBlocked
	}
	return explain(err)
}
