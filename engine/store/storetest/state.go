package storetest

import (
	"bytes"
	"testing"

	"logarium/engine/store"
)

// Encoded returns all bytes of a state as it is written to an empty store: equal states give equal
// bytes. The state keeps its places in the store that it has.
func Encoded(t testing.TB, code func(*store.Coder)) []byte {
	t.Helper()
	memory := store.NewMemory()
	copyTo, err := store.Open(memory)
	if err == nil {
		err = copyTo.Commit(code)
	}
	if err != nil {
		t.Fatalf("write state: %v", err)
	}
	ids, _ := memory.List()
	blocks, _ := memory.Read(ids)
	root, _ := memory.Root()
	return append(bytes.Join(blocks, nil), root...)
}

// RoundTrip stores a state, reads it back into fresh, and fails unless both are written as the same
// bytes. Afterwards the caller can compare the two by their methods.
func RoundTrip(t testing.TB, state, fresh func(*store.Coder)) {
	t.Helper()
	memory := store.NewMemory()
	s, err := store.Open(memory)
	if err == nil {
		err = s.Commit(state)
	}
	if err != nil {
		t.Fatalf("write state: %v", err)
	}
	if s, err = store.Open(memory); err == nil {
		err = s.Load(fresh)
	}
	if err != nil {
		t.Fatalf("read state: %v", err)
	}
	if !bytes.Equal(Encoded(t, state), Encoded(t, fresh)) {
		t.Error("state differs after a round trip")
	}
}
