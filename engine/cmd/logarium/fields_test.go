package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"logarium/engine/codec"
	"logarium/engine/message"
)

// TestFieldsOfALargeFile joins more answers than one, without a gap.
func TestFieldsOfALargeFile(t *testing.T) {
	const entries = 10000
	var b []byte
	for i := range int32(entries) {
		b = codec.AppendInt32(codec.AppendInt32(b, i+1), 100*i+100)
	}
	b = append(b, make([]byte, 16)...)
	file := filepath.Join(t.TempDir(), "00000000000000000007.index")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	if code := command([]string{"fields", file, file}, nil, &out, &errs); code != 0 {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
	in := json.NewDecoder(strings.NewReader(out.String()))
	for range 2 {
		var f message.Fields
		if err := in.Decode(&f); err != nil {
			t.Fatal(err)
		}
		if len(f.Items) != entries+1 || f.Total != entries || f.Path != file {
			t.Fatalf("%d items of %d in %s", len(f.Items), f.Total, f.Path)
		}
		at := int64(0)
		for i, x := range f.Items {
			if x.Start != at {
				t.Fatalf("item %d begins at %d, the one before ended at %d", i, x.Start, at)
			}
			at = x.End
		}
	}
}

func TestFieldsOfNothing(t *testing.T) {
	var out, errs strings.Builder
	if code := command([]string{"fields"}, nil, &out, &errs); code != 2 {
		t.Fatalf("exit status %d", code)
	}
	if code := command([]string{"fields", "/no/such/file.log"}, nil, &out, &errs); code != 1 || !strings.Contains(errs.String(), "/no/such/file.log") {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
}

func TestReplayWritesFiles(t *testing.T) {
	dir := t.TempDir()
	ops := `{"op":"open","log":"topic-0"}` + "\n" + `{"op":"appendLeader","epoch":0,"batch":{"records":[{"ts":1,"key":"a","value":"b"}]}}` + "\n"
	var out, errs strings.Builder
	if code := command([]string{"replay", "-files", dir}, strings.NewReader(ops), &out, &errs); code != 0 {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
	found, err := filepath.Glob(filepath.Join(dir, "*/topic-0/00000000000000000000.log"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v; printed %s", found, err, out.String())
	}
	if info, err := os.Stat(found[0]); err != nil || info.Size() != 70 {
		t.Fatalf("%v, %v", info, err)
	}
}
