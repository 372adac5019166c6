package internaltopics

import (
	"encoding/binary"

	"logarium/engine/codec"
)

// Status is the state of a transaction.
type Status int8

// The states of a transaction.
const (
	Empty Status = iota
	Ongoing
	PrepareCommit
	PrepareAbort
	CompleteCommit
	CompleteAbort
	Dead
	PrepareEpochFence
)

func (s Status) String() string {
	names := [...]string{"Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort", "Dead", "PrepareEpochFence"}
	if s < 0 || int(s) >= len(names) {
		return "Unknown"
	}
	return names[s]
}

// TransactionKey writes the key of a transactional id, kind 0.
func TransactionKey(id string) []byte {
	return appendText(codec.AppendInt16(nil, TransactionRecord), id)
}

// DecodeTransactionKey reads a key of kind 0.
func DecodeTransactionKey(b []byte) (id string, err error) {
	w, kind := read(b)
	id = w.text()
	return id, w.check(kind, TransactionRecord)
}

// Transaction is the value of a transactional id.
type Transaction struct {
	ProducerID         int64
	PreviousProducerID int64 // -1: not said
	NextProducerID     int64 // -1: none
	ProducerEpoch      int16
	Timeout            int32 // ms
	Status             Status
	Partitions         []Partitions // nil: null, in state Empty
	Updated            int64        // ms
	Started            int64        // ms, -1: none yet
	ClientVersion      int16        // transaction version of the client, 0: not said
}

// Encode writes version 1, which Kafka 4.4 writes.
func (t Transaction) Encode() []byte {
	b := codec.AppendInt16(nil, 1)
	b = codec.AppendInt64(b, t.ProducerID)
	b = codec.AppendInt16(b, t.ProducerEpoch)
	b = codec.AppendInt32(b, t.Timeout)
	b = append(b, byte(t.Status))
	b = appendTopics(b, t.Partitions)
	b = codec.AppendInt64(b, t.Updated)
	b = codec.AppendInt64(b, t.Started)
	return t.appendTags(b)
}

func appendTopics(b []byte, list []Partitions) []byte {
	if list == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(list)+1))
	for _, p := range list {
		b = appendCompact(b, p.Topic)
		b = binary.AppendUvarint(b, uint64(len(p.Numbers)+1))
		b = append(appendInts(b, p.Numbers), 0)
	}
	return b
}

// appendTags writes the tagged fields that are not at their defaults.
func (t Transaction) appendTags(b []byte) []byte {
	at := len(b)
	b = append(b, 0)
	if t.PreviousProducerID != -1 {
		b[at]++
		b = codec.AppendInt64(append(b, 0, 8), t.PreviousProducerID)
	}
	if t.NextProducerID != -1 {
		b[at]++
		b = codec.AppendInt64(append(b, 1, 8), t.NextProducerID)
	}
	if t.ClientVersion != 0 {
		b[at]++
		b = codec.AppendInt16(append(b, 2, 2), t.ClientVersion)
	}
	return b
}

// DecodeTransaction reads versions 0 and 1.
func DecodeTransaction(b []byte) (Transaction, error) {
	w, version := read(b)
	w.flexible = version >= 1
	t := Transaction{PreviousProducerID: -1, NextProducerID: -1}
	t.ProducerID, t.ProducerEpoch, t.Timeout, t.Status = w.Int64(), w.Int16(), w.Int32(), Status(w.Int8())
	w.topics(&t)
	t.Updated, t.Started = w.Int64(), w.Int64()
	w.tags(func(tag int, w *wire) {
		switch tag {
		case 0:
			t.PreviousProducerID = w.Int64()
		case 1:
			t.NextProducerID = w.Int64()
		case 2:
			t.ClientVersion = w.Int16()
		}
	})
	return t, w.check(version, 1)
}

// topics reads the partitions and keeps null apart from none.
func (w *wire) topics(t *Transaction) {
	n := w.length(4)
	if n > w.Len() {
		w.Fail("a list of %d topics in %d bytes", n, w.Len())
	}
	if n >= 0 && w.Err() == nil {
		t.Partitions = []Partitions{}
	}
	for i := 0; i < n && w.Err() == nil; i++ {
		t.Partitions = append(t.Partitions, Partitions{w.text(), w.ints()})
		w.tags(nil)
	}
}
