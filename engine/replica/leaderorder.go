package replica

import (
	"math/bits"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/metadata"
)

// The fetcher manager gathers partitions by leader in an immutable HashMap of Scala, whose order shows in its lines when a broker
// follows several leaders at once.

// endPointHash is the hash of BrokerAndFetcherId(BrokerEndPoint(id, host, port), 0), improved as the map does it.
func endPointHash(b metadata.Broker) uint32 {
	point := (31*uint32(b.ID)+uint32(checkpoint.StringHash(b.Host)))*31 + uint32(b.Port)
	h := uint32(0xcafebabe)
	for _, k := range [...]uint32{uint32(checkpoint.StringHash("BrokerAndFetcherId")), point, 0} {
		h = mix(h, k)
	}
	h ^= 2
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	h ^= h >> 16
	h += ^(h << 9)
	h ^= h >> 14
	h += h << 4
	return h ^ h>>10
}

// mix is a step of MurmurHash3.
func mix(h, k uint32) uint32 {
	h ^= bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593
	return bits.RotateLeft32(h, 13)*5 + 0xe6546b64
}

// inTrieOrder sorts leaders as that map yields them: five bits of the hash a level, and behind those that are alone with their bits the
// ones that share them.
func inTrieOrder(leaders []int32, hash func(int32) uint32, shift uint) []int32 {
	if len(leaders) < 2 || shift > 30 {
		return leaders
	}
	at := func(id int32) uint32 { return hash(id) >> shift & 31 }
	var alone, shared []int32
	for slot := uint32(0); slot < 32; slot++ {
		here := slices.DeleteFunc(slices.Clone(leaders), func(id int32) bool { return at(id) != slot })
		if len(here) == 1 {
			alone = append(alone, here[0])
		} else {
			shared = append(shared, inTrieOrder(here, hash, shift+5)...)
		}
	}
	return append(alone, shared...)
}
