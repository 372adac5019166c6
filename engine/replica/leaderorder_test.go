package replica

import (
	"fmt"
	"testing"

	"logarium/engine/metadata"
)

// TestLeaderOrder: the order in which a broker of real Kafka 4.4.0 began to fetch from b1 to b5 at once.
func TestLeaderOrder(t *testing.T) {
	hash := func(id int32) uint32 {
		return endPointHash(metadata.Broker{ID: id, Host: fmt.Sprint("b", id), Port: 9092})
	}
	if got := fmt.Sprint(inTrieOrder([]int32{1, 2, 3, 4}, hash, 0), inTrieOrder([]int32{1, 5}, hash, 0)); got != "[3 4 2 1] [5 1]" {
		t.Error(got)
	}
	same := func(id int32) uint32 { return uint32(id&1)<<5 | 7 }
	if got := fmt.Sprint(inTrieOrder([]int32{1, 2}, same, 0)); got != "[2 1]" {
		t.Errorf("with the same lowest bits: %s", got)
	}
}
