package cluster

import (
	"testing"

	"logarium/engine/kerr"
)

// TestFetchUpToDamage: a consumer gets the records before a damaged batch, and the error with the fetch that begins at it.
func TestFetchUpToDamage(t *testing.T) {
	c := newCluster(t)
	create(t, c, "t", 1)
	for _, v := range []string{"a", "b", "c"} {
		produce(t, c, "t", v)
	}
	b := c.brokers[0]
	if err := b.Disk().Flip(b.Log("t-0").Dir()+"/00000000000000000000.log", 2*69+65, 0); err != nil {
		t.Fatal(err)
	}
	q := FetchRequest{TopicPartition: TopicPartition{"t", 0}, MinOne: true}
	f, err := c.Fetch(q)
	if err != nil || len(f.Records) != 2 || f.Next != 2 {
		t.Fatalf("%d records up to %d, %v; want the two before the damage", len(f.Records), f.Next, err)
	}
	q.Offset = f.Next
	if f, err = c.Fetch(q); kerr.Code(err) != "CORRUPT_MESSAGE" || len(f.Records) != 0 {
		t.Errorf("%d records, %v; want the error alone", len(f.Records), err)
	}
}
