package lab

import (
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestLayerFilter: the filters of server.log and of the events leave what lies in one layer, and the layers together are all there is.
func TestLayerFilter(t *testing.T) {
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, followed+"\nclock advance 7m\nfault eio orders-0/00000000000000000100.log --on write\n! produce orders --record a:b"); res.Exit != 0 {
		t.Fatal(res)
	}
	lines, events := int64(0), int64(0)
	for _, layer := range []string{"client", "broker", "log", "file", "disk"} {
		log := view[message.ServerLog](t, l, "serverLog", `{"layer":"`+layer+`"}`)
		happened := view[message.Events](t, l, "events", `{"layer":"`+layer+`"}`)
		lines, events = lines+log.Total, events+happened.Total
		for _, x := range log.Lines {
			if x.Layer != layer {
				t.Errorf("%s has %+v", layer, x)
			}
		}
		for _, x := range happened.Rows {
			if x.Layer != layer {
				t.Errorf("%s has %+v", layer, x)
			}
		}
		if layer == "disk" && (log.Total == 0 || happened.Total == 0) {
			t.Error("a disk that failed is not seen")
		}
	}
	if log, happened := view[message.ServerLog](t, l, "serverLog", "{}"), view[message.Events](t, l, "events", "{}"); log.Total != lines || happened.Total != events {
		t.Errorf("%d of %d lines, %d of %d events have a layer", lines, log.Total, events, happened.Total)
	}
}
