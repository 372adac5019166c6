package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestFaultsThatAreSet(t *testing.T) {
	f := Faults{Disk: message.Disk{Faults: []message.Fault{{Path: "/d", On: "read,sync", Times: 3}, {Path: "/", On: "write", Full: true}}}}
	b := f.set()
	if len(b.Rows) != 2 || b.Rows[0].Cells[0].Text != "/d fails with EIO on read, sync, 3 times more" || b.Rows[1].Cells[0].Text != "/ fails with ENOSPC on write" {
		t.Errorf("%+v", b)
	}
	f.Disk.Faults = nil
	if b = f.set(); len(b.Rows) > 0 || !strings.HasPrefix(b.Text, "None") {
		t.Errorf("%+v", b)
	}
}
