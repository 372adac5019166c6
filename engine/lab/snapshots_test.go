package lab

import (
	"os"
	"testing"

	"logarium/engine/store"
)

// TestSnapshotsLinger: in the lab of that name the snapshots of deleted segments wait under their new names; the task that would remove them
// dies with the broker, and the next start removes them, and one that belongs to no segment too.
func TestSnapshotsLinger(t *testing.T) {
	script, err := os.ReadFile("../../static/labs/snapshots.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, string(script)); res.Exit != 0 {
		t.Fatal(res)
	}
	for _, step := range [][2]string{
		{"ls t-0 | grep -c snapshot.deleted", "7\n"},
		{"clock advance 50m", ""},
		{"ls t-0 | grep -c snapshot.deleted", "7\n"},
		{"kill -9 101", ""},
		{"cp t-0/00000000000000000018.snapshot t-0/00000000000000000003.snapshot", ""},
		{"ls t-0 | grep -c snapshot", "10\n"},
		{"broker start", ""},
		{"ls t-0 | grep snapshot", "00000000000000000018.snapshot\n00000000000000000020.snapshot\n"},
		{"grep -c 'Deleted producer state snapshot .*/00000000000000000003.snapshot' /var/log/kafka/server.log", "1\n"},
	} {
		res := l.Exec(nil, step[0], false)
		if res.Exit != 0 || step[1] != "" && res.Out != step[1] {
			t.Errorf("%s: %+v", step[0], res)
		}
	}
}

// Without a crash they go when file.delete.delay.ms is over.
func TestSnapshotsGoInTime(t *testing.T) {
	script, err := os.ReadFile("../../static/labs/snapshots.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, string(script)+"clock advance 61m\n"); res.Exit != 0 {
		t.Fatal(res)
	}
	if res := l.Exec(nil, "ls t-0 | grep snapshot", false); res.Out != "00000000000000000016.snapshot\n00000000000000000018.snapshot\n" {
		t.Error(res)
	}
}
