package cluster

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

type partitionOp struct {
	Op         string          `json:"op"`
	Key        json.RawMessage `json:"key"`
	Partitions int32           `json:"partitions"`
}

type partitionAnswer struct {
	OK struct {
		Murmur2   int32 `json:"murmur2"`
		Partition int32 `json:"partition"`
	} `json:"ok"`
}

// TestMurmur2 compares with what Kafka's client answered for the same keys.
func TestMurmur2(t *testing.T) {
	const dir = "../conform/testdata/golden/partitioner-murmur2/"
	ops, answers := lines(t, dir+"ops.jsonl"), lines(t, dir+"trace.jsonl")
	n := 0
	for i, line := range ops {
		var op partitionOp
		var want partitionAnswer
		decode(t, line, &op)
		decode(t, answers[i], &want)
		if op.Op != "partition" {
			continue
		}
		n++
		key := keyBytes(t, op.Key)
		if got := Murmur2(key); got != want.OK.Murmur2 {
			t.Errorf("murmur2(%s) = %d, want %d", op.Key, got, want.OK.Murmur2)
		}
		if got := PartitionForKey(key, op.Partitions); got != want.OK.Partition {
			t.Errorf("partition of %s among %d = %d, want %d", op.Key, op.Partitions, got, want.OK.Partition)
		}
	}
	if n < 40 {
		t.Errorf("only %d keys compared", n)
	}
}

// keyBytes reads a key: a string, {"hex": "00ff"}, or {"fill": "k", "n": 1000}.
func keyBytes(t *testing.T, raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	var form struct {
		Hex, Fill string
		N         int
	}
	decode(t, raw, &form)
	if form.Fill != "" {
		return []byte(strings.Repeat(form.Fill, form.N))
	}
	b, err := hex.DecodeString(form.Hex)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func lines(t *testing.T, path string) (all [][]byte) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		all = append(all, bytes.Clone(s.Bytes()))
	}
	return all
}

func decode(t *testing.T, data []byte, into any) {
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}
