package idb

import (
	"errors"
	"syscall/js"

	"logarium/engine/store"
)

// Chromium keeps IndexedDB in LevelDB, whose log takes up to 4 MiB before a new one begins.
const (
	healBytes  = 16 << 10 // of a block: less than what Chromium packs or moves into a file of its own
	healBlocks = 320
)

// Heal guards what is stored in Chromium, of all labs. A browser that was killed while it wrote may leave half a record at the end of
// LevelDB's log. That does no harm until LevelDB goes on writing behind it: then the next start takes the log for damaged, and Chromium
// deletes everything that the page has stored (google/leveldb issue 1287). A log that is full is never read again. So more than
// fits into one is written, and removed, each time the page starts, before there is much to lose: some 0.2 s in the background.
func (d *Database) Heal() error {
	names, err := Labs()
	if err != nil || d.created && len(names) == 1 || !levelDB() {
		return err
	}
	if err := Delete(healer); err != nil { // of a page that did not live to do so
		return err
	}
	full, err := Open(healer)
	if err != nil {
		return err
	}
	data, all := make([]byte, healBytes), make([]store.Block, healBlocks)
	for i := range all {
		all[i] = store.Block{ID: uint64(i), Data: data}
	}
	return errors.Join(full.Commit(all, nil), full.Close(), Delete(healer))
}

// healer is no lab.
const healer = ""

// levelDB tells a browser that has Chromium's way to say what it has lost.
func levelDB() bool {
	return js.Global().Get("Reflect").Call("has", js.Global().Get("IDBVersionChangeEvent").Get("prototype"), "dataLoss").Bool()
}
