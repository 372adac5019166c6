package epoch

import (
	"strings"
	"testing"

	"logarium/engine/event"
	"logarium/engine/internal/golden"
)

// TestGolden replays what Kafka's own epoch cache did, with its log lines. A flush that Kafka
// schedules is done at once.
func TestGolden(t *testing.T) {
	replay(t, "epoch-cache", event.INFO)
	replay(t, "testdata/golden/epoch-lines", event.TRACE)
}

func replay(t *testing.T, name string, from event.Level) {
	var cache Cache
	golden.Run(t, name, true, func(c *golden.Case, op golden.Op) (golden.Result, bool) {
		var r golden.Result
		emit := func(e event.Event) {
			if l, ok := e.(event.Logged); ok && l.Line().Level >= from {
				r.Log = append(r.Log, l.Line().Level.String()+" "+l.Line().Text)
			}
		}
		d := c.Disk
		switch op.Str("op") {
		case "epochOpen":
			dir := golden.Root + "/" + op.Str("dir")
			c.Dir(dir + "/x")
			topic, _, _ := strings.Cut(op.Str("dir"), "-")
			cache, r.Err = Open(d, event.Partition{Topic: topic}, dir+"/leader-epoch-checkpoint", emit)
		case "epochAssign":
			_, r.Err = cache.Assign(d, int32(op.Int("epoch")), op.Int("offset"), emit)
		case "epochTruncateEnd":
			if cache.TruncateFromEnd(op.Int("offset"), emit) {
				r.Err = cache.WriteIfDirExists(d, emit)
			}
		case "epochTruncateStart":
			if cache.TruncateFromStart(op.Int("offset"), emit) {
				r.Err = cache.WriteIfDirExists(d, emit)
			}
		case "epochClear":
			r.Err = cache.ClearAndFlush(d)
		case "epochEndOffset":
			epoch, end := cache.EndOffsetFor(int32(op.Int("epoch")), op.Int("leo"))
			r.Value = map[string]any{"epoch": epoch, "offset": end}
			return r, true
		case "epochFor":
			epoch, ok := cache.EpochFor(op.Int("offset"))
			if r.Value = map[string]any{"epoch": epoch}; !ok {
				r.Value = map[string]any{"epoch": nil}
			}
			return r, true
		default:
			return r, false
		}
		rows := [][2]int64{}
		for _, e := range cache.Entries() {
			rows = append(rows, [2]int64{int64(e.Epoch), e.StartOffset})
		}
		r.Value = map[string]any{"epochs": rows}
		return r, true
	})
}
