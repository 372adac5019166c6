package checkpoint

import "encoding/binary"

// Hash is Uuid.hashCode.
func (u UUID) Hash() int32 {
	x := binary.BigEndian.Uint64(u[:8]) ^ binary.BigEndian.Uint64(u[8:])
	return int32(x>>32) ^ int32(x)
}

// Changed is a partition in a change of the metadata.
type Changed struct {
	TopicPartition
	TopicID UUID
}

// DeltaOrder sorts the partitions of a change of the metadata as a broker goes over them: those of each topic are gathered in a
// HashMap, and these are put, one after the other, into another one, which begins with just the size for the first.
func DeltaOrder[T any](items []T, key func(T) Changed) {
	topics := map[UUID][]T{}
	var ids []UUID
	for _, item := range items {
		id := key(item).TopicID
		if topics[id] == nil {
			ids = append(ids, id)
		}
		topics[id] = append(topics[id], item)
	}
	HashOrder(ids, Buckets(len(ids)), UUID.Hash)
	hash := func(item T) int32 { return key(item).TopicPartition.Hash() }
	n, buckets := 0, 0
	for _, id := range ids {
		list := topics[id]
		HashOrder(list, Buckets(len(list)), hash)
		buckets = grown(buckets, n, len(list))
		n += copy(items[n:], list)
	}
	HashOrder(items, max(buckets, 1), hash)
}

// grown is the size of the table of a HashMap of that many buckets and n entries after putAll of more entries.
func grown(buckets, n, more int) int {
	if buckets == 0 {
		buckets = 1
		for float32(buckets) < float32(int(float32(more)/0.75+1)) {
			buckets *= 2
		}
	}
	for n+more > threshold(buckets) {
		buckets *= 2
	}
	return buckets
}

// threshold is how many entries a HashMap of that many buckets holds before it grows.
func threshold(buckets int) int { return int(float32(buckets) * 0.75) }
