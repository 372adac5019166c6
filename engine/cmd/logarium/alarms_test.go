package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/lab"
	"logarium/engine/store"
)

// TestAlarms: a night alarm ends with a disk at 92 %, and with the cause that it is there for. They take a second each, so that
// every commit looks at two of the eight; without RAPID_SEED all are looked at.
func TestAlarms(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("RAPID_SEED"), 0, 64)
	for i, a := range []struct{ ask, says string }{
		{"why order_event-0 0", "is stamped 6 d 23:30 ahead of the clock"},
		{"why order_event-0 0", "2 d 21:33 old and retention.ms is 7 d"},
		{"why order_event-0 0", "newest record is 2:50 old and retention.ms is 24 h"},
		{"why order_event-0 0", "is stamped 2:26:30 ahead of the clock"},
		{"why order_event-0 0", "cleanup.policy does not ask for deletion"},
		{"lsof +L1", "00000000000000000960.log.deleted (deleted)"},
		{"why order_event-0 0", "Goes because its newest record is 2 d 21:33 old"},
		{"why order_event-0 0", "has no timestamps, its file was changed 7:00 ago"},
	} {
		if err == nil && uint64(i/2) != seed%4 {
			continue
		}
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			l := alarm(t, i+1)
			if got := l.Exec(nil, a.ask, false); !strings.Contains(got.Out, a.says) {
				t.Errorf("%s says\n%swant %q", a.ask, got.Out, a.says)
			}
			if got := l.Exec(nil, "df -h", false).Out; !strings.Contains(got, " 92% ") {
				t.Errorf("the disk is not at 92 %%:\n%s", got)
			}
		})
	}
}

func alarm(t *testing.T, n int) *lab.Lab {
	t.Helper()
	script, err := os.ReadFile(fmt.Sprintf("../../../static/labs/alarm-92/%d.txt", n))
	if err != nil {
		t.Fatal(err)
	}
	l, err := lab.New(store.NewMemory(), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for line := range lab.Lines(string(script)) {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatalf("%s\n%s", line, res.Err)
		}
	}
	return l
}
