package checkpoint

import (
	"slices"
	"unicode/utf16"
)

// The order in which Kafka writes the entries of a file is that of a java.util.HashMap. It has no
// meaning, but byte-exact files need it.

const javaHashFactor = 31

// StringHash is java.lang.String.hashCode.
func StringHash(s string) int32 {
	var h int32
	for _, unit := range utf16.Encode([]rune(s)) {
		h = javaHashFactor*h + int32(unit)
	}
	return h
}

// LongHash is java.lang.Long.hashCode.
func LongHash(n int64) int32 { return int32(n ^ int64(uint64(n)>>32)) }

// Hash is TopicPartition.hashCode.
func (p TopicPartition) Hash() int32 {
	return javaHashFactor*(javaHashFactor+p.Partition) + StringHash(p.Topic)
}

// Bucket is the place of a hash in a HashMap whose table has that many buckets, a power of two.
func Bucket(hash int32, buckets int) int {
	h := uint32(hash)
	return int((h ^ h>>16) & uint32(buckets-1))
}

// Buckets is the size of the table of a HashMap that was made empty and never held more than n
// entries: at least 16, and n entries at most three quarters of it.
func Buckets(n int) int {
	size := 16
	for n > size/4*3 {
		size *= 2
	}
	return size
}

// SizedBuckets is the size of the table of a HashMap that was made for n entries and then got them, as Kafka does when it
// reads a checkpoint file: it grows once if more than three quarters are taken.
func SizedBuckets(n int) int {
	size := 1
	for size < n {
		size *= 2
	}
	if n > size*3/4 {
		size *= 2
	}
	return size
}

// HashOrder sorts items, given in the order in which they were put into a HashMap, as that map
// yields them. buckets is the size of its table.
func HashOrder[T any](items []T, buckets int, hash func(T) int32) {
	places := make([]uint64, len(items)) // bucket, then position
	for i, item := range items {
		places[i] = uint64(Bucket(hash(item), buckets))<<32 | uint64(i)
	}
	slices.Sort(places)
	before := slices.Clone(items)
	for i, place := range places {
		items[i] = before[uint32(place)]
	}
}
