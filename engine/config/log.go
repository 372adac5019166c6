package config

import (
	"logarium/engine/store"
)

// Log holds the effective topic settings of one partition, typed. Times are milliseconds, sizes bytes.
type Log struct {
	SegmentBytes             int32 // internal.segment.bytes if that is set
	SegmentMs                int64
	SegmentJitterMs          int64
	SegmentIndexBytes        int32
	FlushMessages            int64
	FlushMs                  int64
	RetentionBytes           int64 // negative: no limit
	RetentionMs              int64 // -1: no limit
	MaxMessageBytes          int32
	MaxDecompressedBytes     int32
	IndexIntervalBytes       int32
	DeleteRetentionMs        int64
	MinCompactionLagMs       int64
	MaxCompactionLagMs       int64
	FileDeleteDelayMs        int64
	MinCleanableDirtyRatio   float64
	Compact, Delete          bool // cleanup.policy; neither if the list is empty
	UncleanLeaderElection    bool
	MinInsyncReplicas        int32
	CompressionType          string // producer, uncompressed, gzip, snappy, lz4, zstd
	GzipLevel                int32
	Lz4Level                 int32
	ZstdLevel                int32
	Preallocate              bool
	MessageTimestampType     string // CreateTime, LogAppendTime
	MessageTimestampBeforeMs int64  // how old a CreateTime may be
	MessageTimestampAfterMs  int64  // how far ahead
	RemoteStorage            bool
	LocalRetentionMs         int64 // -2: as RetentionMs
	LocalRetentionBytes      int64 // -2: as RetentionBytes
}

// LogAppendTime reports that the broker stamps the records.
func (l *Log) LogAppendTime() bool { return l.MessageTimestampType == "LogAppendTime" }

// MaxSegmentMs is the time after which a segment rolls: segment.ms, or max.compaction.lag.ms on a compacted topic
// if that is less.
func (l *Log) MaxSegmentMs() int64 {
	if l.Compact && l.MaxCompactionLagMs > 0 {
		return min(l.MaxCompactionLagMs, l.SegmentMs)
	}
	return l.SegmentMs
}

// InitFileSize is the size that a new .log gets at once.
func (l *Log) InitFileSize() int64 {
	if l.Preallocate {
		return int64(l.SegmentBytes)
	}
	return 0
}

// SegmentJitter turns a random number, drawn once for a segment, into the time by which it rolls earlier.
func (l *Log) SegmentJitter(random int32) int64 {
	if l.SegmentJitterMs == 0 {
		return 0
	}
	r := int64(random)
	switch {
	case random == -1<<31:
		r = 0 // as Kafka's Utils.abs
	case r < 0:
		r = -r
	}
	return r % min(l.SegmentJitterMs, l.SegmentMs)
}

// Log gives the settings of a partition of a topic with these overrides. Overrides that do not parse, or are
// unknown, count as not set: Check refuses them before they get here.
func (b Broker) Log(overrides Properties) *Log {
	get := func(name string) Value {
		def, _ := Topic(name) // names below are in the table
		if text, ok := overrides.Get(name); ok {
			if v, _, err := def.Parse(text); err == nil {
				return v
			}
		}
		return b.topicDefault(def)
	}
	l := &Log{}
	l.sizes(get)
	l.times(get)
	l.rest(get)
	return l
}

func (l *Log) sizes(get func(string) Value) {
	int32Of := func(name string) int32 { return int32(get(name).Int) } // an Int setting always fits
	l.SegmentBytes = int32Of("segment.bytes")
	if v := get("internal.segment.bytes"); !v.Null {
		l.SegmentBytes = int32(v.Int)
	}
	l.SegmentIndexBytes = int32Of("segment.index.bytes")
	l.IndexIntervalBytes = int32Of("index.interval.bytes")
	l.MaxMessageBytes = int32Of("max.message.bytes")
	l.MaxDecompressedBytes = int32Of("max.decompressed.message.bytes")
	l.MinInsyncReplicas = int32Of("min.insync.replicas")
	l.GzipLevel = int32Of("compression.gzip.level")
	l.Lz4Level = int32Of("compression.lz4.level")
	l.ZstdLevel = int32Of("compression.zstd.level")
	l.RetentionBytes = get("retention.bytes").Int
	l.LocalRetentionBytes = get("local.retention.bytes").Int
	l.FlushMessages = get("flush.messages").Int
}

func (l *Log) times(get func(string) Value) {
	for _, x := range []struct {
		name  string
		field *int64
	}{
		{"segment.ms", &l.SegmentMs}, {"segment.jitter.ms", &l.SegmentJitterMs}, {"flush.ms", &l.FlushMs},
		{"retention.ms", &l.RetentionMs}, {"local.retention.ms", &l.LocalRetentionMs}, {"delete.retention.ms", &l.DeleteRetentionMs},
		{"min.compaction.lag.ms", &l.MinCompactionLagMs}, {"max.compaction.lag.ms", &l.MaxCompactionLagMs},
		{"file.delete.delay.ms", &l.FileDeleteDelayMs},
		{"message.timestamp.before.max.ms", &l.MessageTimestampBeforeMs}, {"message.timestamp.after.max.ms", &l.MessageTimestampAfterMs},
	} {
		*x.field = get(x.name).Int
	}
}

func (l *Log) rest(get func(string) Value) {
	for _, policy := range get("cleanup.policy").List {
		l.Compact = l.Compact || policy == "compact"
		l.Delete = l.Delete || policy == "delete"
	}
	l.MinCleanableDirtyRatio = get("min.cleanable.dirty.ratio").Float
	l.UncleanLeaderElection = get("unclean.leader.election.enable").Bool
	l.CompressionType = get("compression.type").Text
	l.Preallocate = get("preallocate").Bool
	l.MessageTimestampType = get("message.timestamp.type").Text
	l.RemoteStorage = get("remote.storage.enable").Bool
}

// Code writes or reads the settings.
func (l *Log) Code(c *store.Coder) {
	c.Version(1)
	for _, p := range []*int32{&l.SegmentBytes, &l.SegmentIndexBytes, &l.MaxMessageBytes, &l.MaxDecompressedBytes,
		&l.IndexIntervalBytes, &l.MinInsyncReplicas, &l.GzipLevel, &l.Lz4Level, &l.ZstdLevel} {
		c.Int32(p)
	}
	for _, p := range []*int64{&l.SegmentMs, &l.SegmentJitterMs, &l.FlushMessages, &l.FlushMs, &l.RetentionBytes, &l.RetentionMs,
		&l.DeleteRetentionMs, &l.MinCompactionLagMs, &l.MaxCompactionLagMs, &l.FileDeleteDelayMs,
		&l.MessageTimestampBeforeMs, &l.MessageTimestampAfterMs, &l.LocalRetentionMs, &l.LocalRetentionBytes} {
		c.Int64(p)
	}
	for _, p := range []*bool{&l.Compact, &l.Delete, &l.UncleanLeaderElection, &l.Preallocate, &l.RemoteStorage} {
		c.Bool(p)
	}
	c.Float64(&l.MinCleanableDirtyRatio)
	c.String(&l.CompressionType)
	c.String(&l.MessageTimestampType)
}
