package store_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"logarium/engine/store"
	"logarium/engine/store/storetest"
)

func TestLaidIsABlockStore(t *testing.T) {
	labs := map[string]*store.Memory{}
	storetest.Run(t, func(_ *testing.T, name string) store.Blocks {
		if labs[name] == nil {
			labs[name] = store.NewMemory()
		}
		return store.NewLaid(labs[name])
	})
}

// reads counts what is read of a file.
type reads struct {
	data  []byte
	calls int
	fail  error
}

func (r *reads) ReadAt(p []byte, at int64) (int, error) {
	r.calls++
	if r.fail != nil {
		return 0, r.fail
	}
	n := copy(p, r.data[min(at, int64(len(r.data))):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func TestLaidFilesAreReadWhenNeeded(t *testing.T) {
	data := make([]byte, 3*store.BlockSize+5000)
	for i := range data {
		data[i] = byte(i * 7919 >> 8)
	}
	file, empty := &reads{data: data}, &reads{}
	laid := store.NewLaid(store.NewMemory())
	laid.Add(empty, 0)
	first := laid.Add(file, int64(len(data)))
	next := laid.Add(&reads{data: []byte("next")}, 4)
	s, err := store.Open(laid)
	if err != nil {
		t.Fatal(err)
	}
	pages := make([]store.Page, (len(data)+store.PageSize-1)/store.PageSize)
	for n := range pages {
		s.Lay(&pages[n], first, int64(n), int64(len(data)))
	}
	if file.calls > 0 || pages[3].Resident() || !pages[3].Stored() {
		t.Fatal("laying a file reads it")
	}
	for n := range pages {
		want := make([]byte, store.PageSize)
		copy(want, data[n*store.PageSize:])
		if !bytes.Equal(pages[n].Bytes()[:], want) {
			t.Errorf("page %d has other bytes", n)
		}
	}
	if file.calls != 4 || empty.calls != 0 {
		t.Errorf("%d reads for 4 blocks, %d of an empty file", file.calls, empty.calls)
	}
	file.calls = 0
	if got, err := laid.Read([]uint64{first, first + 1, first + 2, first + 3, next}); err != nil || len(got) != 5 || file.calls != 1 || string(got[4][4:]) != "next" {
		t.Errorf("%d blocks, %d reads, %v", len(got), file.calls, err)
	}
	if listed, err := laid.List(); err != nil || len(listed) != 0 {
		t.Errorf("laid blocks are listed: %v, %v", listed, err)
	}
	if all, err := laid.Whole().List(); err != nil || len(all) != 5 || all[0] != first || all[4] != next {
		t.Errorf("the whole is %v, %v", all, err)
	}
	for _, id := range []uint64{9, next + 1} {
		if _, err := laid.Read([]uint64{id}); !errors.Is(err, store.ErrNoBlock) {
			t.Errorf("block %d: %v", id, err)
		}
	}
}

// A file that has changed under way, or is gone, is lost state like any other: the caller learns why.
func TestLaidFileThatCannotBeRead(t *testing.T) {
	gone := errors.New("gone")
	for _, c := range []struct {
		src  *reads
		want error
	}{{&reads{fail: gone}, gone}, {&reads{data: []byte("short")}, io.ErrUnexpectedEOF}} {
		laid := store.NewLaid(store.NewMemory())
		first := laid.Add(c.src, 100)
		s, err := store.Open(laid)
		if err != nil {
			t.Fatal(err)
		}
		var p store.Page
		s.Lay(&p, first, 0, 100)
		err = func() (err error) {
			defer store.Catch(&err)
			p.Bytes()
			return nil
		}()
		if !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
}
