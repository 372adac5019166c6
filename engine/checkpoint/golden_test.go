package checkpoint

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"logarium/engine/internal/golden"
)

// TestGolden replays what Kafka's own checkpoint class read and wrote.
func TestGolden(t *testing.T) {
	golden.Run(t, "checkpoint-files", false, func(c *golden.Case, op golden.Op) (golden.Result, bool) {
		switch op.Str("op") {
		case "checkpointWrite":
			err := WriteOffsets(c.Disk, op.File(), entriesOf(op["entries"]))
			b, _ := c.Disk.ReadFile(op.File())
			return golden.Result{Value: map[string]any{"bytes": map[string]any{"hex": hex.EncodeToString(b)}}, Err: err}, true
		case "checkpointRead":
			list, err := ReadOffsets(c.Disk, op.File())
			slices.SortFunc(list, func(a, b OffsetEntry) int { return strings.Compare(a.String(), b.String()) })
			rows := [][3]any{}
			for _, e := range list {
				rows = append(rows, [3]any{e.Topic, e.Partition, e.Offset})
			}
			return golden.Result{Value: map[string]any{"entries": rows}, Err: err}, true
		}
		return golden.Result{}, false
	})
}

func entriesOf(raw json.RawMessage) (list []OffsetEntry) {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(raw, &rows); err != nil {
		panic(err)
	}
	for _, r := range rows {
		var e OffsetEntry
		for i, v := range []any{&e.Topic, &e.Partition, &e.Offset} {
			if err := json.Unmarshal(r[i], v); err != nil {
				panic(err)
			}
		}
		list = append(list, e)
	}
	return list
}
