package checkpoint

import (
	"slices"
	"testing"
)

// TestTrieOrder: topics of a real broker. Its answer to DescribeLogDirs, as far as the client's map shows it, has payments before __transaction_state,
// gzipped and rolled before orders, orders before profiles. t4 and __transaction_state share a place of the first node and come after all others.
func TestTrieOrder(t *testing.T) {
	topics := []string{"__consumer_offsets", "__transaction_state", "gzipped", "orders", "payments", "profiles", "rolled", "t4"}
	hashes := make([]int32, len(topics))
	for i, name := range topics {
		hashes[i] = StringHash(name)
	}
	var got []string
	for _, i := range TrieOrder(hashes) {
		got = append(got, topics[i])
	}
	if want := []string{"payments", "__consumer_offsets", "gzipped", "rolled", "orders", "profiles", "t4", "__transaction_state"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := TrieOrder([]int32{7, 3, 7}); !slices.Equal(got, []int{0, 2, 1}) && !slices.Equal(got, []int{1, 0, 2}) {
		t.Error("equal hashes are torn apart:", got)
	}
}
