package cleaner

import (
	"logarium/engine/event"
	"logarium/engine/store"
)

// Stats count what a pass has done.
type Stats struct {
	MapBytesRead, MapMessagesRead int64 // while the offset map was built
	BytesRead, BytesWritten       int64 // while segments were rewritten
	MessagesRead, MessagesWritten int64 // records; those of batches that were removed whole are not read
	InvalidMessages               int64 // records without a key
	Utilization                   float64
	Started, MapDone, Done        int64 // ms
}

func (s *Stats) code(c *store.Coder) {
	for _, p := range []*int64{&s.MapBytesRead, &s.MapMessagesRead, &s.BytesRead, &s.BytesWritten, &s.MessagesRead, &s.MessagesWritten,
		&s.InvalidMessages, &s.Started, &s.MapDone, &s.Done} {
		c.Int64(p)
	}
	c.Float64(&s.Utilization)
}

// report is the block of statistics as Kafka logs it.
func (s *Stats) report(p event.Partition, thread int, from, to int64) event.Cleaned {
	return event.Cleaned{
		Partition: p, Thread: thread, From: from, To: to, MapBytes: s.MapBytesRead, BytesRead: s.BytesRead, BytesWritten: s.BytesWritten,
		MessagesRead: s.MessagesRead, MessagesWritten: s.MessagesWritten, Utilization: s.Utilization,
		Started: s.Started, MapDone: s.MapDone, Done: s.Done,
	}
}
