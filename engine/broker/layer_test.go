package broker

import (
	"testing"

	"logarium/engine/event"
)

// TestLayers: what happens lies in a layer by its kind, a line by its logger; what nobody claims is the broker's.
func TestLayers(t *testing.T) {
	for _, x := range []struct {
		e    event.Event
		want string
	}{
		{event.AppendRefused{}, "client"}, {event.Appended{}, "log"}, {event.Rolled{}, "log"}, {event.LogStartIncremented{}, "log"},
		{event.SegmentRenamed{}, "file"}, {event.FileDeleted{}, "file"}, {event.IndexEntryAdded{}, "file"}, {event.IOFailed{}, "disk"},
		{event.Flushing{}, "disk"}, {event.LogsOffline{}, "disk"}, {event.RetentionStarted{}, "broker"}, {event.ConfigChanged{}, "broker"}, {event.LogCreated{}, "broker"},
	} {
		if got := Layer(x.e.Kind(), ""); got != x.want {
			t.Errorf("%s: %s, not %s", x.e.Kind(), got, x.want)
		}
	}
	for logger, want := range map[string]string{event.LogUnifiedLog: "log", event.LogLocalLog: "log", event.LogLogSegment: "file", event.LogOffsetIndex: "file",
		event.LogLogDirFailureChannel: "disk", event.LogLogManager: "broker", event.LogReplicaManager: "broker", event.LogLogCleaner: "broker", event.LogCleaner: "log", "other": "broker", "": "broker"} {
		if got := Layer("", logger); got != want {
			t.Errorf("%s: %s, not %s", logger, got, want)
		}
	}
}
