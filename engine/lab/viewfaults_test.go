package lab

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestFaultsAreShown: the view of files tells which faults of the disk are set, in their order.
func TestFaultsAreShown(t *testing.T) {
	l := newLab(t, store.NewMemory())
	faults := func() []message.Fault {
		v, err := l.View("files", json.RawMessage(`{"broker":1,"dir":"/tmp"}`))
		if err != nil {
			t.Fatal(err)
		}
		return v.(message.Files).Disk.Faults
	}
	if got := faults(); got != nil {
		t.Errorf("%+v", got)
	}
	for _, line := range []string{"fault eio /tmp/kafka-logs --on write", "fault eio /tmp --on sync"} {
		if r := l.Exec(nil, line, false); r.Exit != 0 {
			t.Fatal(line, r.Err)
		}
	}
	want := []message.Fault{{Path: "/tmp/kafka-logs", On: "write"}, {Path: "/tmp", On: "sync"}}
	if diff := cmp.Diff(want, faults()); diff != "" {
		t.Error(diff)
	}
	l.Exec(nil, "fault clear", false)
	if got := faults(); got != nil {
		t.Errorf("after a repair %+v", got)
	}
}
