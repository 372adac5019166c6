package cluster

// Murmur2 is the hash by which Kafka's clients spread keys: MurmurHash2, 32 bits, seed 0x9747b28c.
func Murmur2(data []byte) int32 {
	const m = 0x5bd1e995
	h := uint32(0x9747b28c) ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24
		k *= m
		k ^= k >> 24
		k *= m
		h = h*m ^ k
	}
	switch len(data) {
	case 3:
		h ^= uint32(data[2]) << 16
		fallthrough
	case 2:
		h ^= uint32(data[1]) << 8
		fallthrough
	case 1:
		h = (h ^ uint32(data[0])) * m
	}
	h ^= h >> 13
	h *= m
	h ^= h >> 15
	return int32(h)
}

// PartitionForKey is the default partitioner's choice for a key: the hash made positive by clearing its sign bit,
// modulo the number of partitions.
func PartitionForKey(key []byte, partitions int32) int32 {
	return (Murmur2(key) & 0x7fffffff) % partitions
}
