package broker

import (
	"iter"
	"math"
	"strconv"

	"logarium/engine/plog"
	"logarium/engine/store"
)

// Metric is one attribute of an MBean as it is now.
type Metric struct {
	Name      string // of the MBean; what Kafka does not have begins with "logarium:"
	Attribute string // Value, Count, Mean or Max
	Value     int64
	Unit      string // "", B, ms, µs or %
}

// Sample is what the metrics were at a moment: those of the broker in the order of Metrics, and those of its first logs.
type Sample struct {
	At     int64 // ms
	Values []int64
	Logs   []LogSample
}

// LogSample is the four gauges of a log.
type LogSample struct {
	Name                       string // "orders-0"
	Segments, Size, Start, End int64
}

// Bounds of the history. When it is full every second sample goes, and from then on half as many are taken.
const (
	firstStep   = 5_000 // ms
	keptSamples = 240
	sampledLogs = 32
	logGauges   = 4
)

func (s *Sample) code(c *store.Coder) {
	c.Int64(&s.At)
	store.Slice(c, &s.Values, (*store.Coder).Int64)
	store.Slice(c, &s.Logs, func(c *store.Coder, l *LogSample) {
		c.String(&l.Name)
		c.Int64(&l.Segments)
		c.Int64(&l.Size)
		c.Int64(&l.Start)
		c.Int64(&l.End)
	})
}

// Metrics lists the broker's metrics, then four of each log, by name. A process that does not run has none but those
// of its machine.
func (b *Broker) Metrics() []Metric {
	list := b.brokerMetrics()
	for name, l := range b.Logs() {
		s := sampleOf(name, l)
		mbean := func(gauge string) string {
			return "kafka.log:type=Log,name=" + gauge + ",topic=" + l.Partition().Topic + ",partition=" + strconv.Itoa(int(l.Partition().Number))
		}
		list = append(list,
			Metric{mbean("NumLogSegments"), "Value", s.Segments, ""}, Metric{mbean("Size"), "Value", s.Size, "B"},
			Metric{mbean("LogStartOffset"), "Value", s.Start, ""}, Metric{mbean("LogEndOffset"), "Value", s.End, ""})
	}
	return list
}

func sampleOf(name string, l *plog.Log) LogSample {
	return LogSample{name, int64(l.NumberOfSegments()), l.Size(), l.LogStartOffset(), l.LogEndOffset()}
}

// brokerMetrics are always the same, in the same order, as samples have only their values.
func (b *Broker) brokerMetrics() []Metric {
	m := &b.meters
	segments, size, indexes, uncleanable, offline := int64(0), int64(0), int64(0), int64(0), int64(0)
	for _, l := range b.Logs() {
		segments += int64(l.NumberOfSegments())
		size += l.Size()
		indexes += l.IndexSize()
		if b.cleaner.Uncleanable(l) {
			uncleanable++
		}
	}
	for _, d := range b.dirs {
		if d.offline {
			offline++
		}
	}
	used, capacity := b.disk.Df()
	open, mapped := b.disk.OpenCount()
	cache := b.disk.Cache()
	flush := "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs"
	return []Metric{
		{"kafka.log:type=LogManager,name=OfflineLogDirectoryCount", "Value", offline, ""},
		{"kafka.server:type=ReplicaManager,name=PartitionCount", "Value", int64(b.logs.Len()), ""},
		{"kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec", "Count", m.messages, ""},
		{"kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec", "Count", m.bytes, "B"},
		{flush, "Count", m.flushes, ""},
		{flush, "Mean", m.flushNanos / max(1, m.flushes) / 1000, "µs"},
		{flush, "Max", m.slowest / 1000, "µs"},
		{"kafka.log:type=LogCleanerManager,name=uncleanable-partitions-count", "Value", uncleanable, ""},
		{"kafka.log:type=LogCleaner,name=cleaner-recopy-percent", "Value", m.recopied, "%"},
		{"kafka.log:type=LogCleaner,name=max-buffer-utilization-percent", "Value", m.filled, "%"},
		{"kafka.log:type=LogCleaner,name=max-clean-time-secs", "Value", m.cleanSecs, ""},
		{"logarium:name=CleanerPasses", "Count", m.cleaned, ""},
		{"logarium:name=Segments", "Value", segments, ""},
		{"logarium:name=Size", "Value", size, "B"},
		{"logarium:name=SegmentsRolled", "Count", m.rolled, ""},
		{"logarium:name=SegmentsDeleted", "Count", m.deleted, ""},
		{"logarium:name=IOErrors", "Count", m.failures, ""},
		{"logarium:name=OpenFiles", "Value", int64(open), ""},
		{"logarium:name=MappedFiles", "Value", int64(mapped), ""},
		{"logarium:name=DiskUsed", "Value", used, "B"},
		{"logarium:name=DiskSize", "Value", capacity, "B"},
		{"logarium:name=DirtyPages", "Value", int64(cache.Dirty), ""},
		{"logarium:name=CachedPages", "Value", int64(cache.Resident), ""},
		{"logarium:name=DeviceBusy", "Count", b.disk.Stats().BusyNanos / 1_000_000, "ms"},
		{"logarium:name=IndexBytes", "Value", indexes, "B"},
		{"logarium:name=CopiedBytes", "Count", b.disk.Stats().CopiedBytes, "B"},
		{"logarium:name=ZeroCopyBytes", "Count", b.disk.Stats().ZeroCopyBytes, "B"},
		{"logarium:name=RetentionPasses", "Count", m.passes, ""},
		{"logarium:name=RetentionPartitions", "Count", m.partitions, ""},
		{"logarium:name=RetentionSegments", "Count", m.segments, ""},
		{"logarium:name=RetentionVerdicts", "Count", m.verdicts, ""},
		{"logarium:name=RetentionStatCalls", "Count", m.stat, ""},
		{"logarium:name=RetentionWork", "Count", m.passNanos() / 1000, "µs"},
	}
}

// sample keeps the metrics of this moment if one is due. The machine's kernel asks for it when it wakes up.
func (b *Broker) sample(now int64) {
	m := &b.meters
	if now < m.next || !b.running {
		return
	}
	s := Sample{At: now}
	for _, x := range b.brokerMetrics() {
		s.Values = append(s.Values, x.Value)
	}
	for name, l := range b.Logs() {
		if len(s.Logs) == sampledLogs {
			break
		}
		s.Logs = append(s.Logs, sampleOf(name, l))
	}
	m.step = max(m.step, firstStep)
	m.next = now + m.step
	m.samples.add(s, math.MaxInt64)
	if m.samples.items.Len() > keptSamples {
		m.thin()
	}
}

// thin drops every second sample.
func (m *meters) thin() {
	drop := false
	for n := range m.samples.items.All() {
		if drop {
			m.samples.items.Delete(n)
		}
		drop = !drop
	}
	m.step *= 2
}

// Samples goes over the history, oldest first.
func (b *Broker) Samples() iter.Seq2[int64, Sample] { return b.meters.samples.from(0) }

// Point is a value at a time.
type Point struct{ At, Value int64 }

// History is what metric number n of Metrics was, oldest first, as far as it was sampled.
func (b *Broker) History(n int) (points []Point) {
	name, gauge := "", 0
	if first := len(b.brokerMetrics()); n >= first {
		i := 0
		for log := range b.Logs() {
			if i == (n-first)/logGauges {
				name = log
			}
			i++
		}
		gauge = (n - first) % logGauges
	}
	for _, s := range b.Samples() {
		if name == "" && n >= 0 && n < len(s.Values) {
			points = append(points, Point{s.At, s.Values[n]})
		}
		for _, l := range s.Logs {
			if l.Name == name {
				points = append(points, Point{s.At, [logGauges]int64{l.Segments, l.Size, l.Start, l.End}[gauge]})
			}
		}
	}
	return points
}

// SampleStep is how many ms lie between two samples.
func (b *Broker) SampleStep() int64 { return max(firstStep, b.meters.step) }
