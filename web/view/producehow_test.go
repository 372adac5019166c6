package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestProduceSaysHow(t *testing.T) {
	part := message.Partition{Name: "orders-0"}
	p := Produce{Key: "k", Value: "a b", Batch: "2", Repeat: "3", Codec: "zstd", Acks: "1", Producer: "web", Plain: true, Over: "1.5 min"}
	f := p.Form(part, nil, 0, 1, nil)
	if want := "produce orders --key k --value 'a b' --count 3 --records-per-batch 2 --over 90s --acks 1 --no-idempotence --compression zstd --producer web"; f.Many != want {
		t.Errorf("%s\nwant %s", f.Many, want)
	}
	if strings.Contains(f.One, "--over") {
		t.Error("one record is spread over time:", f.One)
	}
	p.Over = "soon"
	if f = p.Form(part, nil, 0, 1, nil); f.One != "" || !strings.Contains(written(f.How), "A length of time") {
		t.Errorf("%q, %s", f.One, written(f.How))
	}
}

func TestProduceInATransaction(t *testing.T) {
	part := message.Partition{Name: "orders-0"}
	p := NewProduce()
	p.Txn, p.Key, p.Value, p.Headers, p.Partition = true, "k", `{"a":1}`, "src=web, n=1", "0"
	f := p.Form(part, nil, 0, 1, nil)
	if want := `tx send --topic orders --record 'k:{"a":1} {src=web,n=1}' --partition 0`; f.One != want || f.Many != "" {
		t.Errorf("%s\nwant %s", f.One, want)
	}
	if got := written(f.How); !strings.Contains(got, "tx1: It has no transaction yet.") || !strings.Contains(got, "Begin | Abort") {
		t.Error(got)
	}
	p.KeyNull, p.ValueNull, p.Producer = true, true, "pay"
	if f = p.Form(part, nil, 0, 1, []message.Transaction{{ID: "pay", State: "Ongoing", Aborts: 60000}}); f.ValueErr == "" {
		t.Error("a tombstone without a key is accepted")
	}
	if got := written(f.How); !strings.Contains(got, "pay: It is Ongoing; the coordinator aborts it in 1:00.") || !strings.Contains(got, "Begin | Commit | Abort") {
		t.Error(got)
	}
	p.KeyNull, p.Key = false, "a:b"
	if f = p.Form(part, nil, 0, 1, nil); f.KeyErr == "" || f.One != "" {
		t.Error("a key that would be cut is accepted")
	}
}
