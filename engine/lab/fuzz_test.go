package lab

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"testing"

	"logarium/engine/store"
)

// FuzzOpen damages what a browser has stored, behind checksums that fit: the lab opens or says that it cannot be read, and
// what of it is read later says so too.
func FuzzOpen(f *testing.F) {
	blocks := store.NewMemory()
	l := newLab(f, blocks)
	for _, line := range []string{"kafka-topics --create --topic t --config internal.segment.bytes=300 --config cleanup.policy=compact",
		"produce t --kind orders --count 4", "clock advance 1m", "checkpoint here", "undo"} {
		ok(f, l, line)
	}
	if err := l.Commit(); err != nil {
		f.Fatal(err)
	}
	root, _ := blocks.Root()
	ids, _ := blocks.List()
	data, err := blocks.Read(ids)
	if err != nil {
		f.Fatal(err)
	}
	for n := range len(ids) + 1 {
		for _, at := range []uint32{5, 14, 40, 100} {
			f.Add(uint16(n), at, []byte{0xff, 0xff, 0xff, 0xff})
			f.Add(uint16(n), at, []byte{1})
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, at uint32, patch []byte) {
		hostile := store.NewMemory()
		list := make([]store.Block, len(ids))
		for i, id := range ids {
			list[i] = store.Block{ID: id, Data: data[i]}
		}
		head := root
		if n := int(which) % (len(ids) + 1); n == len(ids) {
			head = patched(root, 4, at, patch)
		} else {
			list[n].Data = patched(data[n], 0, at, patch)
		}
		hostile.Commit(list, head)
		if err := visit(hostile); err != nil && err.Error() == "" {
			t.Fatal("an error without text")
		}
	})
}

// patched overwrites a part of a sealed piece, whose checksum stands behind head bytes, and seals it again.
func patched(sealed []byte, head int, at uint32, patch []byte) []byte {
	out := bytes.Clone(sealed)
	body := out[head+4:]
	if len(body) > 0 {
		copy(body[int(at)%len(body):], patch)
	}
	binary.BigEndian.PutUint32(out[head:], store.Checksum(body))
	return out
}

// visit opens a lab and looks around.
func visit(blocks store.Blocks) error {
	l, err := Open(blocks, "")
	if err != nil {
		return err
	}
	for _, v := range []string{"lab", "clock", "journal", "schedule", "partition", "segments"} {
		if _, err := l.View(v, json.RawMessage(`{"partition":"t-0"}`)); err != nil {
			return err
		}
	}
	return nil
}
