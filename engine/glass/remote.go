package glass

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// remoteText prints a record of __remote_log_metadata.
func remoteText(r *record.Record) (key, value *string, err error) {
	text, err := remoteRecordText(r)
	if err != nil {
		text = fmt.Sprintf("Error at offset %d, skipping. %s", r.Offset, err)
	}
	return nil, &text, nil
}

func remoteRecordText(r *record.Record) (string, error) {
	if !r.HasValue() {
		return "", errNoValue
	}
	f, err := framed(remoteTable, r.Value)
	if err != nil {
		return "", err
	}
	var m remoteMessage
	if err := json.Unmarshal([]byte(f.data), &m); err != nil {
		return "", err
	}
	fields, err := m.fields(f.kind)
	return f.name + "{" + fields + "}", err
}

// errNoValue is what Java says of a record without value.
var errNoValue = kerr.Words(`Cannot invoke "java.nio.ByteBuffer.remaining()" because the return value of "org.apache.kafka.common.record.internal.Record.value()" is null`)

// remoteMessage has the fields of all messages in remoteTable, each of which uses some.
type remoteMessage struct {
	RemoteLogSegmentID struct {
		TopicIDPartition topicIDPart
		ID               string
	}
	TopicIDPartition                                  topicIDPart
	SegmentID                                         string
	StartOffset, EndOffset                            int64
	BrokerID                                          int32
	MaxTimestampMs, EventTimestampMs                  int64
	SegmentLeaderEpochs                               []struct{ LeaderEpoch, Offset int64 }
	SegmentSizeInBytes                                int32
	CustomMetadata                                    []byte
	RemoteLogSegmentState, RemotePartitionDeleteState int
	TxnIndexEmpty                                     bool
}

type topicIDPart struct {
	Name, ID  string
	Partition int32
}

func (p topicIDPart) String() string { return fmt.Sprintf("%s:%s-%d", p.ID, p.Name, p.Partition) }

// fields are the message's as Kafka's objects print themselves; an error is what they refuse to hold.
func (m *remoteMessage) fields(kind int) (string, error) {
	state, known := nameAt(m.RemoteLogSegmentState, "COPY_SEGMENT_STARTED", "COPY_SEGMENT_FINISHED", "DELETE_SEGMENT_STARTED", "DELETE_SEGMENT_FINISHED")
	id := fmt.Sprintf("remoteLogSegmentId=RemoteLogSegmentId{topicIdPartition=%s, id=%s}", m.RemoteLogSegmentID.TopicIDPartition, m.RemoteLogSegmentID.ID)
	switch kind {
	case 1:
		if !known {
			return "", errNoState
		}
		return fmt.Sprintf("%s, customMetadata=%s, state=%s, eventTimestampMs=%d, brokerId=%d", id, m.custom(), state, m.EventTimestampMs, m.BrokerID), nil
	case 2:
		state, known := nameAt(m.RemotePartitionDeleteState, "DELETE_PARTITION_MARKED", "DELETE_PARTITION_STARTED", "DELETE_PARTITION_FINISHED")
		if !known {
			return "", errEnd
		}
		return fmt.Sprintf("topicPartition=%s, state=%s, eventTimestampMs=%d, brokerId=%d", m.TopicIDPartition, state, m.EventTimestampMs, m.BrokerID), nil
	}
	if err := m.check(kind == 0, known); err != nil {
		return "", err
	}
	epochs := fmt.Sprintf("segmentLeaderEpochs={%s}, segmentSizeInBytes=%d, customMetadata=%s, state=%s, txnIdxEmpty=%t", m.epochs(), m.SegmentSizeInBytes, m.custom(), state, m.TxnIndexEmpty)
	if kind == 3 {
		return fmt.Sprintf("segmentId=%s, startOffset=%d, endOffset=%d, maxTimestampMs=%d, %s", m.SegmentID, m.StartOffset, m.EndOffset, m.MaxTimestampMs, epochs), nil
	}
	return fmt.Sprintf("%s, startOffset=%d, endOffset=%d, brokerId=%d, maxTimestampMs=%d, eventTimestampMs=%d, %s", id, m.StartOffset, m.EndOffset, m.BrokerID, m.MaxTimestampMs, m.EventTimestampMs, epochs), nil
}

var errNoState = errors.New("state can not be null")

// check refuses what no segment can be; a snapshot's offsets may be anything. The first that Kafka
// finds is told.
func (m *remoteMessage) check(whole, known bool) error {
	switch {
	case !whole && !known:
		return errNoState
	case whole && m.StartOffset < 0:
		return kerr.Words("Unexpected start offset = %d. StartOffset for a remote segment cannot be negative", m.StartOffset)
	case whole && m.EndOffset < m.StartOffset:
		return kerr.Words("Unexpected end offset = %d. EndOffset for a remote segment cannot be less than startOffset = %d", m.EndOffset, m.StartOffset)
	case len(m.SegmentLeaderEpochs) == 0:
		return errors.New("segmentLeaderEpochs can not be null or empty")
	case !known:
		return errNoState
	}
	return nil
}

func (m *remoteMessage) custom() string {
	if m.CustomMetadata == nil {
		return "Optional.empty"
	}
	return fmt.Sprintf("Optional[CustomMetadata{%d bytes}]", len(m.CustomMetadata))
}

// epochs are sorted; of two starts of an epoch the later counts.
func (m *remoteMessage) epochs() string {
	list := slices.Clone(m.SegmentLeaderEpochs)
	slices.SortStableFunc(list, func(a, b struct{ LeaderEpoch, Offset int64 }) int { return cmp.Compare(a.LeaderEpoch, b.LeaderEpoch) })
	var out []string
	for i, e := range list {
		if i+1 == len(list) || list[i+1].LeaderEpoch != e.LeaderEpoch {
			out = append(out, fmt.Sprintf("%d=%d", e.LeaderEpoch, e.Offset))
		}
	}
	return strings.Join(out, ", ")
}

func nameAt(n int, names ...string) (string, bool) {
	if n < 0 || n >= len(names) {
		return "", false
	}
	return names[n], true
}
