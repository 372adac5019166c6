// Package storetest is what every implementation of store.Blocks must pass, and help for testing that
// state survives being stored.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"logarium/engine/store"
)

// Open opens the store of a name. Opening a name again gives what was committed under it; the suite
// closes the earlier one first if it is an io.Closer.
type Open func(t *testing.T, name string) store.Blocks

// Run checks an implementation against the contract of store.Blocks.
func Run(t *testing.T, open Open) {
	for _, c := range []struct {
		name string
		test func(*testing.T, *bench)
	}{
		{"empty", empty}, {"rootless", rootless}, {"commit and read", commitAndRead}, {"many", many}, {"failed commit", failedCommit},
		{"repeated id", repeatedID}, {"missing block", missingBlock}, {"sweep", sweep}, {"reopen", reopen},
		{"sizes", sizes}, {"state", state},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &bench{t: t, name: "storetest " + c.name, open: open}
			b.reopen()
			c.test(t, b)
			b.close()
		})
	}
}

// bench is one store under test.
type bench struct {
	store.Blocks
	t    *testing.T
	name string
	open Open
}

func (b *bench) close() {
	if c, ok := b.Blocks.(io.Closer); ok {
		b.must(c.Close())
	}
}

func (b *bench) reopen() {
	if b.Blocks != nil {
		b.close()
	}
	b.Blocks = b.open(b.t, b.name)
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// holds fails unless the store has exactly these blocks, each with its data, and this root.
func (b *bench) holds(root string, ids ...uint64) {
	b.t.Helper()
	got, err := b.Root()
	b.must(err)
	if string(got) != root || (got == nil) != (root == "") {
		b.t.Errorf("root is %q, want %q", got, root)
	}
	list, err := b.List()
	b.must(err)
	if !slices.Equal(list, ids) {
		b.t.Errorf("blocks are %v, want %v", list, ids)
	}
	data, err := b.Read(ids)
	b.must(err)
	for i, id := range ids {
		if !bytes.Equal(data[i], content(id, 1000)) {
			b.t.Errorf("block %d has other bytes than committed", id)
		}
	}
}

// content is what the suite stores under an id.
func content(id uint64, size int) []byte {
	out := make([]byte, size)
	for i := range out {
		id = id*6364136223846793005 + 1442695040888963407
		out[i] = byte(id >> 33)
	}
	return out
}

func blocks(ids ...uint64) []store.Block {
	var list []store.Block
	for _, id := range ids {
		list = append(list, store.Block{ID: id, Data: content(id, 1000)})
	}
	return list
}

func empty(_ *testing.T, b *bench) { b.holds("") }

func rootless(_ *testing.T, b *bench) {
	b.must(b.Commit(blocks(1, 2), nil))
	b.holds("", 1, 2)
	b.reopen()
	b.holds("", 1, 2)
}

func commitAndRead(t *testing.T, b *bench) {
	b.must(b.Commit(blocks(1, 2, 3), []byte("first")))
	b.holds("first", 1, 2, 3)
	b.must(b.Commit(blocks(7), []byte("second")))
	b.must(b.Commit(nil, []byte("third")))
	b.holds("third", 1, 2, 3, 7)
	b.must(b.Commit(blocks(8), nil))
	b.holds("third", 1, 2, 3, 7, 8)
	data, err := b.Read([]uint64{7, 1, 7})
	b.must(err)
	for i, id := range []uint64{7, 1, 7} {
		if !bytes.Equal(data[i], content(id, 1000)) {
			t.Errorf("result %d is not block %d", i, id)
		}
	}
}

func many(t *testing.T, b *bench) {
	var ids []uint64
	for id := uint64(1); id <= 300; id++ {
		ids = append(ids, id)
	}
	b.must(b.Commit(blocks(ids...), []byte("many")))
	b.holds("many", ids...)
}

func failedCommit(t *testing.T, b *bench) {
	b.must(b.Commit(blocks(1, 2), []byte("old")))
	if err := b.Commit(blocks(3, 2, 4), []byte("new")); !errors.Is(err, store.ErrBlockExists) {
		t.Errorf("commit of a known id: %v", err)
	}
	b.holds("old", 1, 2)
	b.reopen()
	b.holds("old", 1, 2)
	b.must(b.Commit(blocks(3, 4), []byte("new")))
	b.holds("new", 1, 2, 3, 4)
}

func repeatedID(t *testing.T, b *bench) {
	if err := b.Commit(blocks(5, 5), []byte("new")); !errors.Is(err, store.ErrBlockExists) {
		t.Errorf("commit of the same id twice: %v", err)
	}
	b.holds("")
}

func missingBlock(t *testing.T, b *bench) {
	b.must(b.Commit(blocks(1), []byte("root")))
	if _, err := b.Read([]uint64{1, 9}); !errors.Is(err, store.ErrNoBlock) {
		t.Errorf("read of a missing block: %v", err)
	}
}

func sweep(_ *testing.T, b *bench) {
	b.must(b.Commit(blocks(1, 2, 3, 4), []byte("root")))
	b.must(b.Sweep([]uint64{2, 4, 99}))
	b.holds("root", 1, 3)
	b.must(b.Sweep(nil))
	b.reopen()
	b.holds("root", 1, 3)
}

func reopen(_ *testing.T, b *bench) {
	b.must(b.Commit(blocks(1), []byte("one")))
	b.must(b.Commit(blocks(1<<40), []byte("two")))
	b.reopen()
	b.holds("two", 1, 1<<40)
}

func sizes(t *testing.T, b *bench) {
	var list []store.Block
	var ids []uint64
	for i, size := range []int{1, 16 << 10, store.BlockSize + 4, 200_000} {
		ids = append(ids, uint64(i+1))
		list = append(list, store.Block{ID: uint64(i + 1), Data: content(uint64(i), size)})
	}
	root := content(77, 50_000)
	b.must(b.Commit(list, root))
	data, err := b.Read(ids)
	b.must(err)
	for i := range list {
		if !bytes.Equal(data[i], list[i].Data) {
			t.Errorf("block of %d bytes comes back with %d", len(list[i].Data), len(data[i]))
		}
	}
	if got, _ := b.Root(); !bytes.Equal(got, root) {
		t.Error("large root differs")
	}
}

// state uses the store as a lab does: commits, reopens, sweeps.
func state(t *testing.T, b *bench) {
	var pages [20]store.Page
	code := func(list *[20]store.Page) func(*store.Coder) {
		return func(c *store.Coder) {
			for i := range list {
				c.Page(&list[i])
			}
		}
	}
	s, err := store.Open(b.Blocks)
	b.must(err)
	for round := range 5 {
		for i := range pages {
			if round == 0 || i%5 == round {
				pages[i].New(fmt.Append(nil, "page ", i, " round ", round))
			}
		}
		b.must(s.Commit(code(&pages)))
	}
	b.reopen()
	s, err = store.Open(b.Blocks)
	b.must(err)
	swept, err := s.Sweep(code(&[20]store.Page{}))
	b.must(err)
	var again [20]store.Page
	b.must(s.Load(code(&again)))
	for i := range again {
		if *again[i].Bytes() != *pages[i].Bytes() {
			t.Errorf("page %d differs after %d swept blocks", i, swept)
		}
	}
}
