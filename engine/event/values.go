package event

import (
	"fmt"
	"strings"
)

// Segment is a segment as Kafka prints it.
type Segment struct {
	Base             int64
	Size             int64 // of the .log file
	LastModified     int64
	LargestTimestamp int64 // the cached value: -1 if it has not been loaded or there is none
}

func (s Segment) String() string {
	return fmt.Sprintf("LogSegment(baseOffset=%d, size=%d, lastModifiedTime=%d, largestRecordTimestamp=%d)",
		s.Base, s.Size, s.LastModified, s.LargestTimestamp)
}

// Segments joins segments with a separator: ", " in most lines, "," in a few.
func Segments(segments []Segment, separator string) string { return join(segments, separator) }

// OffsetMetadata is an offset and where it lies; both places are -1 when only the offset is known.
type OffsetMetadata struct {
	Offset      int64
	SegmentBase int64
	Position    int64
}

// OffsetOnly is the metadata of an offset whose place is unknown.
func OffsetOnly(offset int64) OffsetMetadata { return OffsetMetadata{offset, -1, -1} }

func (m OffsetMetadata) String() string {
	return fmt.Sprintf("(offset=%d, segment=[%d:%d])", m.Offset, m.SegmentBase, m.Position)
}

// EpochEntry says at which offset a leader epoch began.
type EpochEntry struct {
	Epoch       int32
	StartOffset int64
}

func (e EpochEntry) String() string {
	return fmt.Sprintf("EpochEntry[epoch=%d, startOffset=%d]", e.Epoch, e.StartOffset)
}

// Log is a log as Kafka prints it.
type Log struct {
	Dir       string // the partition's directory
	TopicID   string // base64, "" if unknown
	Topic     string
	Number    int32
	HW        int64
	LSO       int64 // last stable offset
	LogStart  int64
	LogEndOff int64
}

func (l Log) String() string {
	id := ""
	if l.TopicID != "" {
		id = "topicId=" + l.TopicID + ", "
	}
	return fmt.Sprintf("Log(dir=%s, %stopic=%s, partition=%d, highWatermark=%d, lastStableOffset=%d, logStartOffset=%d, logEndOffset=%d)",
		l.Dir, id, l.Topic, l.Number, l.HW, l.LSO, l.LogStart, l.LogEndOff)
}

// Batch is the header of a record batch as Kafka prints it.
type Batch struct {
	Base, Last                  int64 // offsets
	FirstSequence, LastSequence int32
	LeaderEpoch                 int32
	Transactional, Control      bool
	Codec                       string // none, gzip, snappy, lz4, zstd, unknown
	TimestampType               string // CreateTime, LogAppendTime
	CRC                         uint32
}

func (b Batch) String() string {
	if b.Codec == "unknown" { // Kafka's own text fails there, and its logger says so
		return "[FAILED toString()]"
	}
	return fmt.Sprintf("RecordBatch(magic=2, offsets=[%d, %d], sequence=[%d, %d], partitionLeaderEpoch=%d, isTransactional=%t, isControlBatch=%t, compression=%s, timestampType=%s, crc=%d)",
		b.Base, b.Last, b.FirstSequence, b.LastSequence, b.LeaderEpoch, b.Transactional, b.Control, b.Codec, b.TimestampType, b.CRC)
}

// Optional prints a value as java.util.Optional does.
func Optional(present bool, value any) string {
	if !present {
		return "Optional.empty"
	}
	return fmt.Sprintf("Optional[%v]", value)
}

// ScalaOption prints a value as scala.Option does, in the classes that are still Scala.
func ScalaOption(present bool, value any) string {
	if !present {
		return "None"
	}
	return fmt.Sprintf("Some(%v)", value)
}

func join[T any](list []T, separator string) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(separator)
		}
		fmt.Fprint(&b, x)
	}
	return b.String()
}
