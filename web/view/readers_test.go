package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// TestSlowReaders: the panel says by which handle and from which file a reader is sent, and whether the delay is long enough for it.
func TestSlowReaders(t *testing.T) {
	r := message.Reader{Name: "slow", Partition: "orders-0", Size: 10240, Sent: 2048, Rate: 200, State: "sending", Fd: 17, Ends: 50_000, Gone: -1,
		Path: "/tmp/kafka-logs/orders-0/00000000000000000000.log"}
	for _, c := range []struct {
		change func()
		want   []string
	}{
		{func() {}, []string{"Reader slow, sending", "2 KiB of 10 KiB", "handle 17 | 00000000000000000000.log", "All is sent in 41 s", "Take away"}},
		{func() { r.Path, r.Gone = r.Path+".deleted", 70_000 }, []string{"00000000000000000000.log.deleted", "Ends in peace in 41 s; the files are removed in 1:01"}},
		{func() { r.Gone = 30_000 }, []string{"Breaks off in 21 s, when the files are removed: it would need 41 s."}},
		{func() {
			r.State, r.Path, r.Fd, r.Why, r.Next = "broken off", "", 0, "java.nio.channels.ClosedChannelException", "OffsetOutOfRangeException: no"
		}, []string{"Reader slow, broken off", "closed: the files are removed", "ClosedChannelException. Its next fetch: OffsetOutOfRangeException: no"}},
	} {
		c.change()
		got := written(ConsumerBlocks(message.Consumers{Readers: []message.Reader{r}}, 9000, "orders"))
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
		if !strings.Contains(got, "reader start slow --topic orders --rate 200") && !strings.Contains(got, "Read at 200 B a second") {
			t.Error("no control starts a reader")
		}
	}
}
