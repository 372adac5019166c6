package broker

import (
	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// meters count what the events of a process say, as the meters and timers behind Kafka's MBeans do, and keep samples of
// all metrics on the virtual clock.
type meters struct {
	messages, bytes  int64 // appended by producers
	flushes          int64
	flushNanos       int64 // what the device took for them
	slowest          int64 // ns, of one flush
	flushing         int64 // 1 + busy time of the device when the flush began that is under way, 0 if none is
	rolled, deleted  int64 // segments
	failures         int64 // I/O errors
	cleanSecs        int64 // of the latest pass of the cleaner
	recopied, filled int64 // percent, of it
	cleaned          int64 // passes

	passes                               int64 // of retention
	partitions, segments, verdicts, stat int64 // their work: see event.RetentionDone

	samples ring[Sample]
	step    int64 // ms from one sample to the next
	next    int64 // when it is due
}

// all are the counters, in the order in which they are stored.
func (m *meters) all() []*int64 {
	return []*int64{&m.messages, &m.bytes, &m.flushes, &m.flushNanos, &m.slowest, &m.flushing, &m.rolled, &m.deleted, &m.failures,
		&m.cleanSecs, &m.recopied, &m.filled, &m.cleaned, &m.step, &m.next}
}

// ofPasses are those of retention's work.
func (m *meters) ofPasses() []*int64 {
	return []*int64{&m.passes, &m.partitions, &m.segments, &m.verdicts, &m.stat}
}

// What the work of a pass would take, in ns, on a plain server: a look at a partition or a segment whose numbers are in memory, and
// a system call that the kernel answers from memory. They are counted, never added to the clock.
const (
	lookNanos = 100
	statNanos = 1000
)

func (m *meters) passNanos() int64 { return (m.partitions+m.segments)*lookNanos + m.stat*statNanos }

func (m *meters) code(c *store.Coder, version int) {
	for _, p := range m.all() {
		c.Int64(p)
	}
	if version >= 6 {
		for _, p := range m.ofPasses() {
			c.Int64(p)
		}
	}
	m.samples.code(c, func(c *store.Coder, s *Sample) { s.code(c) })
}

// begin is the start of a process: its meters begin at zero, what was sampled before stays.
func (m *meters) begin() {
	*m = meters{samples: m.samples, step: m.step, next: m.next}
}

// count takes an event. A flush takes as long as the device works for it.
func (m *meters) count(e event.Event, d *disk.Disk) {
	switch e := e.(type) {
	case event.Appended:
		m.messages += e.Records
		m.bytes += e.Size
	case event.Flushing:
		m.flushing = 1 + d.Stats().BusyNanos
	case event.RecoveryPointChanged:
		if m.flushing > 0 {
			took := max(0, d.Stats().BusyNanos-m.flushing+1)
			m.flushes++
			m.flushNanos += took
			m.slowest = max(m.slowest, took)
			m.flushing = 0
		}
	case event.RetentionDone:
		for i, n := range [...]int64{1, e.Partitions, e.Segments, e.Verdicts, e.Stats} {
			*m.ofPasses()[i] += n
		}
	case event.Rolled:
		m.rolled++
	case event.RemovingSegments:
		m.deleted += int64(len(e.Segments))
	case event.IOFailed, event.CheckpointFailed, event.HighWatermarksFailed:
		m.failures++
	case event.Cleaned:
		m.cleaned++
		m.cleanSecs = (e.Done - e.Started) / 1000
		m.recopied = e.BytesWritten * 100 / max(1, e.BytesRead)
		m.filled = int64(e.Utilization * 100)
	}
}
