package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerifySeesEveryByte: whatever byte of a segment's files is damaged, there is a fault. Only the leader epoch of a batch
// is not covered by anything.
func TestVerifySeesEveryByte(t *testing.T) {
	dir := livedIn(t)
	for _, name := range []string{"00000000000000000000.log", "00000000000000000000.timeindex", "00000000000000000030.snapshot"} {
		file := filepath.Join(dir, "t-0", name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(data); at += 1 + at/40 {
			if strings.HasSuffix(name, ".log") && at >= 12 && at < 16 {
				continue
			}
			damaged := bytes.Clone(data)
			damaged[at] ^= 0x10
			if err := os.WriteFile(file, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if exit, out, errs := called("verify", dir); exit != exitFaults || errs != "" {
				t.Errorf("%s, byte %d: exit status %d, %s%s", name, at, exit, out, errs)
			}
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if exit, out, _ := called("verify", dir); exit != exitOK {
		t.Errorf("what is whole has faults: %s", out)
	}
}
