package web

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// TestMeter: what was written, by the real time that it took; one line for each size of a batch.
func TestMeter(t *testing.T) {
	b := open(t)
	b.meter("10000 batches of 1 record sent to orders", 500)
	b.meter("100 batches of 100 records sent to orders", 20)
	b.meter("10000 batches of 1 record sent to orders", 250)
	b.meter("3 batches of 1 record sent to orders", 1) // too few to say anything
	b.meter("Created topic orders.", 1)
	b.meter("1000 batches of 10 records sent to orders", 0)
	if facts := b.meterLines(); len(facts) != 2 || b.paces[0] != (pace{100, 500_000}) || b.paces[1] != (pace{1, 40_000}) {
		t.Errorf("%+v", b.paces)
	}
	b.Do("tool:produce")
	if html := b.html(); !strings.Contains(html, "measured in this tab, 100 a batch") || !strings.Contains(html, "records/s") {
		t.Error("the panel does not show it")
	}
}

// TestMeterIsRead: a command's answer moves the meter.
func TestMeterIsRead(t *testing.T) {
	b := open(t)
	b.exec("produce orders --count 1000 --records-per-batch 5", false, nil)
	b.now += 100
	for id, line := range b.running {
		r := message.Result{Out: "1000 batches of 5 records sent to orders\n"}
		b.finished(id, line, false, r, nil, nil)
	}
	if len(b.paces) != 1 || b.paces[0] != (pace{5, 50_000}) {
		t.Errorf("%+v", b.paces)
	}
}
