package idb

import (
	"context"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"logarium/engine/store"
)

var _ store.Blocks = (*Database)(nil)

// window is how many requests one transaction holds at most when it reads or deletes.
const window = 512

// transact opens a transaction, lets issue send its requests, and waits until all of it is done. If issue fails,
// nothing is changed.
func (d *Database) transact(mode idb.TransactionMode, issue func(blocks, roots *idb.ObjectStore) error) (err error) {
	defer catch(&err)
	// Relaxed: written to the operating system. It survives the browser's death, as the contract asks.
	options := idb.TransactionOptions{Mode: mode, Durability: idb.DurabilityRelaxed}
	txn, err := d.db.TransactionWithOptions(options, blocks, roots)
	if err != nil {
		return explain(err)
	}
	blockStore, err1 := txn.ObjectStore(blocks)
	rootStore, err2 := txn.ObjectStore(roots)
	if err := firstOf(err1, err2); err != nil {
		return explain(err)
	}
	if err := issue(blockStore, rootStore); err != nil {
		_ = txn.Abort() // what it says does not matter beside the first error
		return explain(err)
	}
	return explain(txn.Await(context.Background()))
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Read returns the blocks in the order of their ids.
func (d *Database) Read(ids []uint64) ([][]byte, error) {
	data := make([][]byte, 0, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), window)
		part, err := d.readWindow(ids[:n])
		if err != nil {
			return nil, err
		}
		data, ids = append(data, part...), ids[n:]
	}
	return data, nil
}

func (d *Database) readWindow(ids []uint64) ([][]byte, error) {
	requests := make([]*idb.Request, len(ids))
	err := d.transact(idb.TransactionReadOnly, func(blocks, _ *idb.ObjectStore) (err error) {
		for i, id := range ids {
			if requests[i], err = blocks.Get(key(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	data := make([][]byte, len(ids))
	for i, request := range requests {
		if data[i], err = bytesOf(request); err != nil {
			return nil, err
		}
		if data[i] == nil {
			return nil, fmt.Errorf("%w: %d", store.ErrNoBlock, ids[i])
		}
	}
	return data, nil
}

// Commit stores the blocks and the root in one transaction. Blocks are added, never replaced: if another tab has
// written from the same root, the ids meet, and nothing of this commit stays.
func (d *Database) Commit(newBlocks []store.Block, root []byte) error {
	return d.transact(idb.TransactionReadWrite, func(blocks, roots *idb.ObjectStore) error {
		for _, b := range newBlocks {
			if _, err := blocks.AddKey(key(b.ID), valueOf(b.Data)); err != nil {
				return err
			}
		}
		if root == nil {
			return nil
		}
		if d.note != nil {
			if _, err := roots.PutKey(js.ValueOf(noteKey), valueOf(d.note)); err != nil {
				return err
			}
		}
		_, err := roots.PutKey(js.ValueOf(rootKey), valueOf(root))
		return err
	})
}

// Root returns what the last commit named as root, nil if there was none.
func (d *Database) Root() ([]byte, error) {
	var request *idb.Request
	err := d.transact(idb.TransactionReadOnly, func(_, roots *idb.ObjectStore) (err error) {
		request, err = roots.Get(js.ValueOf(rootKey))
		return err
	})
	if err != nil {
		return nil, err
	}
	return bytesOf(request)
}

// List returns the ids of all blocks, ascending.
func (d *Database) List() ([]uint64, error) {
	var request *idb.ArrayRequest
	err := d.transact(idb.TransactionReadOnly, func(blocks, _ *idb.ObjectStore) (err error) {
		request, err = blocks.GetAllKeys()
		return err
	})
	if err != nil {
		return nil, err
	}
	keys, err := request.Result()
	if err != nil {
		return nil, explain(err)
	}
	ids := make([]uint64, len(keys))
	for i, k := range keys {
		ids[i] = uint64(k.Float())
	}
	return ids, nil
}

// Sweep removes blocks; ids that are not there are ignored.
func (d *Database) Sweep(ids []uint64) error {
	for len(ids) > 0 {
		n := min(len(ids), window)
		if err := d.sweepWindow(ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

func (d *Database) sweepWindow(ids []uint64) error {
	return d.transact(idb.TransactionReadWrite, func(blocks, _ *idb.ObjectStore) error {
		for _, id := range ids {
			if _, err := blocks.Delete(key(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// key is a number in JavaScript; ids stay far below 2^53.
func key(id uint64) js.Value { return js.ValueOf(float64(id)) }

// valueOf copies the bytes into an array of exactly their size: a view of a larger one would store all of it.
func valueOf(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// bytesOf copies the result of a request that is done; nil if the key was not there.
func bytesOf(request *idb.Request) ([]byte, error) {
	value, err := request.Result()
	if err != nil {
		return nil, explain(err)
	}
	if value.IsUndefined() {
		return nil, nil
	}
	data := make([]byte, value.Get("byteLength").Int())
	js.CopyBytesToGo(data, value)
	return data, nil
}
