package checkpoint

import (
	"strconv"

	"logarium/engine/machine/disk"
)

// Names of the checkpoints in a log directory, and of the one in a partition's directory.
const (
	RecoveryPoint = "recovery-point-offset-checkpoint" // first offset not known to be flushed
	LogStart      = "log-start-offset-checkpoint"      // only where it lies behind the first segment's base
	HighWatermark = "replication-offset-checkpoint"    // written by ReplicaManager
	CleanerOffset = "cleaner-offset-checkpoint"        // first dirty offset of compacted topics
	LeaderEpochs  = "leader-epoch-checkpoint"          // per partition: epoch and start offset
)

const (
	separator     = " " // between the fields of a line
	offsetFields  = 3   // topic, partition, offset
	epochFields   = 2   // epoch, start offset
	partitionBits = 32
	epochBits     = 32
	offsetBits    = 64
)

// TopicPartition names a partition.
type TopicPartition struct {
	Topic     string
	Partition int32
}

func (p TopicPartition) String() string { return p.Topic + "-" + strconv.Itoa(int(p.Partition)) }

// OffsetEntry is one line of an offset checkpoint.
type OffsetEntry struct {
	TopicPartition
	Offset int64
}

// WriteOffsets replaces an offset checkpoint. The entries are written in the given order.
// Error: KafkaStorageException; the cause is the IOException.
func WriteOffsets(d *disk.Disk, file string, entries []OffsetEntry) error {
	return writeText(d, file, offsetLines(entries))
}

func offsetLines(entries []OffsetEntry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.Topic + separator + strconv.Itoa(int(e.Partition)) + separator + strconv.FormatInt(e.Offset, 10)
	}
	return lines
}

// ReadOffsets reads an offset checkpoint in the order of the file; a partition that is listed twice
// has the last offset. A missing file is made, empty, and has no entries.
//
// Errors: KafkaStorageException (cause: IOException) for a file that is malformed, after which the
// log directory is offline; NumberFormatException for a partition or offset that is no number.
func ReadOffsets(d *disk.Disk, file string) ([]OffsetEntry, error) {
	var l offsetList
	if err := readText(d, file, offsetFields, l.add); err != nil {
		return nil, err
	}
	return l.entries, nil
}

// ParseOffsets is ReadOffsets for the text of the file at path, with bare errors.
func ParseOffsets(text []byte, file string) ([]OffsetEntry, error) {
	var l offsetList
	if err := Parse(text, file, offsetFields, l.add); err != nil {
		return nil, err
	}
	return l.entries, nil
}

type offsetList struct {
	entries []OffsetEntry
	at      map[TopicPartition]int
}

func (l *offsetList) add(f []string) error {
	partition, err := number(f[1], partitionBits)
	if err != nil {
		return err
	}
	offset, err := number(f[2], offsetBits)
	if err != nil {
		return err
	}
	p := TopicPartition{f[0], int32(partition)}
	if i, ok := l.at[p]; ok {
		l.entries[i].Offset = offset
		return nil
	}
	if l.at == nil {
		l.at = map[TopicPartition]int{}
	}
	l.at[p] = len(l.entries)
	l.entries = append(l.entries, OffsetEntry{p, offset})
	return nil
}

// EpochEntry is one line of a leader epoch checkpoint: the epoch and the offset at which it began.
type EpochEntry struct {
	Epoch       int32
	StartOffset int64
}

// WriteEpochs replaces a leader epoch checkpoint. Error: KafkaStorageException.
func WriteEpochs(d *disk.Disk, file string, entries []EpochEntry) error {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = strconv.Itoa(int(e.Epoch)) + separator + strconv.FormatInt(e.StartOffset, 10)
	}
	return writeText(d, file, lines)
}

// ReadEpochs reads a leader epoch checkpoint in the order of the file. Errors as of ReadOffsets.
func ReadEpochs(d *disk.Disk, file string) ([]EpochEntry, error) {
	var entries []EpochEntry
	err := readText(d, file, epochFields, epochReader(&entries))
	if err != nil {
		return nil, err
	}
	return entries, nil
}

// ParseEpochs is ReadEpochs for the text of the file at path, with bare errors.
func ParseEpochs(text []byte, file string) ([]EpochEntry, error) {
	var entries []EpochEntry
	if err := Parse(text, file, epochFields, epochReader(&entries)); err != nil {
		return nil, err
	}
	return entries, nil
}

func epochReader(entries *[]EpochEntry) func([]string) error {
	return func(f []string) error {
		epoch, err := number(f[0], epochBits)
		if err != nil {
			return err
		}
		start, err := number(f[1], offsetBits)
		if err != nil {
			return err
		}
		*entries = append(*entries, EpochEntry{int32(epoch), start})
		return nil
	}
}
