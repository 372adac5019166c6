package producer

import (
	"iter"

	"logarium/engine/checkpoint"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/store"
)

// Config are the settings of the broker that matter here. Times are ms.
type Config struct {
	ExpirationMs    int64 // producer.id.expiration.ms
	MaxTxnTimeoutMs int64 // transaction.max.timeout.ms
	Verification    bool  // transaction.partition.verification.enable
}

// State is the producer state of one partition (Kafka's ProducerStateManager). Fork copies it in
// constant time.
type State struct {
	partition event.Partition
	dir       string // the partition's directory
	config    Config

	entries       cow.Map[int64, Entry]        // by producer id
	verifications cow.Map[int64, Verification] // by producer id
	ongoing       cow.Map[int64, Txn]          // open transactions by first offset
	unreplicated  cow.Map[int64, Txn]          // ended ones by first offset
	snapshots     cow.Map[int64, struct{}]     // offsets of the snapshot files known to be there

	mapEnd    int64  // the state holds everything below this offset
	snapEnd   int64  // offset of the last snapshot written or loaded, or the log start
	oldestTxn int64  // last timestamp of the producer of the oldest open transaction, -1 if none
	lastGuard Guard  // the newest guard given out
	born      uint64 // entries made so far
	peak      int    // most entries there ever were at a time
}

// Partition says whose state it is.
func (s *State) Partition() event.Partition { return s.partition }

// SetDir follows a rename of the partition's directory.
func (s *State) SetDir(dir string) { s.dir = dir }

// SetConfig changes the settings.
func (s *State) SetConfig(config Config) { s.config = config }

// Config returns the settings.
func (s *State) Config() Config { return s.config }

// MapEndOffset is the offset below which the state holds everything.
func (s *State) MapEndOffset() int64 { return s.mapEnd }

// UpdateMapEndOffset notes that everything below offset is in.
func (s *State) UpdateMapEndOffset(offset int64) { s.mapEnd = offset }

// Get returns what is known of a producer.
func (s *State) Get(id int64) (Entry, bool) { return s.entries.Get(id) }

// Len is the number of producers known.
func (s *State) Len() int { return s.entries.Len() }

// Empty reports that no producer is known.
func (s *State) Empty() bool { return s.entries.Len() == 0 }

// All goes over the producers, by id.
func (s *State) All() iter.Seq2[int64, Entry] { return s.entries.All() }

// Ongoing goes over the open transactions, by first offset.
func (s *State) Ongoing() iter.Seq2[int64, Txn] { return s.ongoing.All() }

// Unreplicated goes over the transactions whose marker is at or behind the high watermark, by first
// offset.
func (s *State) Unreplicated() iter.Seq2[int64, Txn] { return s.unreplicated.All() }

// put stores an entry, a new one behind all others.
func (s *State) put(e Entry) {
	if old, ok := s.entries.Get(e.ID); ok {
		e.born = old.born
	} else {
		s.born++
		e.born = s.born
	}
	s.entries.Set(e.ID, e)
	s.peak = max(s.peak, s.entries.Len())
}

// inHashOrder returns the entries in the order in which Kafka's HashMap yields them. Its table never
// shrinks, so it has the size of its fullest moment.
func (s *State) inHashOrder() []Entry {
	list := make([]Entry, 0, s.entries.Len())
	for _, e := range s.entries.All() {
		list = append(list, e)
	}
	sortByBirth(list)
	checkpoint.HashOrder(list, checkpoint.Buckets(s.peak), func(e Entry) int32 { return checkpoint.LongHash(e.ID) })
	return list
}

// RemoveExpired forgets the producers that have no transaction open and whose last record or marker
// is producer.id.expiration.ms old, and the verifications begun that long ago.
func (s *State) RemoveExpired(now int64, emit event.Sink) {
	for _, e := range s.inHashOrder() {
		if s.expired(now, &e) {
			s.entries.Delete(e.ID)
			emit(event.ProducerExpired{Partition: s.partition, ProducerID: e.ID, LastTimestamp: e.LastTimestamp})
		}
	}
	var old []int64
	for id, v := range s.verifications.All() {
		if now-v.Timestamp >= s.config.ExpirationMs {
			old = append(old, id)
		}
	}
	for _, id := range old {
		s.verifications.Delete(id)
	}
}

func (s *State) expired(now int64, e *Entry) bool {
	return !e.HasTxn() && now-e.LastTimestamp >= s.config.ExpirationMs
}

// clear forgets producers and transactions, but not verifications.
func (s *State) clear() {
	s.entries.Clear()
	s.ongoing.Clear()
	s.unreplicated.Clear()
	s.refreshOldestTxn()
}

// Fork returns a copy that shares everything until one side changes it.
func (s *State) Fork() State {
	f := *s
	f.entries = s.entries.Fork()
	f.verifications = s.verifications.Fork()
	f.ongoing = s.ongoing.Fork()
	f.unreplicated = s.unreplicated.Fork()
	f.snapshots = s.snapshots.Fork()
	return f
}

// Code lists the state for writing and reading.
func (s *State) Code(c *store.Coder) {
	c.Version(1)
	c.String(&s.partition.Topic)
	c.Int32(&s.partition.Number)
	c.String(&s.partition.LogDir)
	c.String(&s.partition.DirName)
	c.String(&s.dir)
	c.Int64(&s.config.ExpirationMs)
	c.Int64(&s.config.MaxTxnTimeoutMs)
	c.Bool(&s.config.Verification)
	key := (*store.Coder).Int64
	s.entries.Code(c, key, func(c *store.Coder, e *Entry) { e.code(c) })
	s.verifications.Code(c, key, func(c *store.Coder, v *Verification) { v.code(c) })
	s.ongoing.Code(c, key, func(c *store.Coder, t *Txn) { t.code(c) })
	s.unreplicated.Code(c, key, func(c *store.Coder, t *Txn) { t.code(c) })
	s.snapshots.Code(c, key, func(*store.Coder, *struct{}) {})
	c.Int64(&s.mapEnd)
	c.Int64(&s.snapEnd)
	c.Int64(&s.oldestTxn)
	c.Uint64((*uint64)(&s.lastGuard))
	c.Uint64(&s.born)
	c.Int(&s.peak)
}
