package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// TestJoinMemory makes a program whose memory has many small pieces, out of order, and one far away.
func TestJoinMemory(t *testing.T) {
	addresses := []int{5_000_000, 70, 100, 1000}
	content := binary.AppendUvarint(nil, uint64(len(addresses)))
	for _, a := range addresses {
		content = append(appendConstant(append(content, 0), a), 3, 'a', 'b', byte(a))
	}
	file := []byte("\x00asm\x01\x00\x00\x00\x00\x02\x01x")
	file = append(binary.AppendUvarint(append(file, dataSection), uint64(len(content))), content...)
	file = append(file, "\x00\x02\x01y"...)

	joined, err := joinMemory(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := newImage(file)
	after, err := newImage(joined)
	if err != nil {
		t.Fatal(err)
	}
	if before.base != after.base || !bytes.Equal(before.b, after.b) {
		t.Error("the memory has become another")
	}
	if len(after.segments) != 2 {
		t.Errorf("%d pieces, want 2", len(after.segments))
	}
	if !bytes.HasPrefix(joined, file[:12]) || !bytes.HasSuffix(joined, file[len(file)-4:]) {
		t.Error("another section has changed")
	}
	if again, err := joinMemory(joined); err != nil || !bytes.Equal(again, joined) {
		t.Errorf("a second time: changed, %v", err)
	}
}

func TestJoinMemoryRefusesOtherFiles(t *testing.T) {
	for _, file := range []string{"", "text", "\x00asm\x01\x00\x00\x00"} {
		if _, err := joinMemory([]byte(file)); err == nil {
			t.Errorf("%q was taken", file)
		}
	}
}
