package idb

import (
	"errors"
	"strings"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"logarium/wasm/promise"
)

const noteKey = "note"

// SetNote sets what the next commit with a root stores beside it, for Note.
func (d *Database) SetNote(note []byte) { d.note = note }

// Labs are the names of all labs that this browser keeps, some perhaps without anything in them. Error: the browser does not say.
func Labs() (names []string, err error) {
	defer catch(&err)
	indexedDB := js.Global().Get("indexedDB")
	if !indexedDB.Truthy() {
		return nil, nil
	}
	if !indexedDB.Get("databases").Truthy() {
		return nil, errors.New("this browser does not tell which labs it keeps")
	}
	list, err := promise.Await(indexedDB.Call("databases"))
	if err != nil {
		return nil, err
	}
	for i := range list.Length() {
		if name, ok := strings.CutPrefix(list.Index(i).Get("name").String(), DatabaseName("")); ok && name != healer {
			names = append(names, name)
		}
	}
	return names, nil
}

// Note returns what the last commit of a lab has stored beside its root. There is none without a root; a lab of an older version
// has a root and an empty note.
func Note(lab string) (note []byte, there bool, err error) {
	d, err := Open(lab)
	if err != nil {
		return nil, true, err
	}
	defer func() { _ = d.Close() }()
	var requests [2]*idb.Request
	err = d.transact(idb.TransactionReadOnly, func(_, roots *idb.ObjectStore) (err error) {
		for i, key := range []string{rootKey, noteKey} {
			if requests[i], err = roots.Get(js.ValueOf(key)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, true, err
	}
	root, err := requests[0].Result()
	if err != nil || root.IsUndefined() {
		return nil, false, explain(err)
	}
	note, err = bytesOf(requests[1])
	return note, true, err
}
