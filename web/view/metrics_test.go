package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestMetricsPanel(t *testing.T) {
	p := Metrics{Answer: message.Metrics{Step: 1000, Metrics: []message.Metric{
		{Name: "kafka.log:type=Log,name=Size,topic=orders,partition=0", Attribute: "Value", Value: 61496, Unit: "B", Points: [][2]int64{{0, 0}, {1000, 30748}, {2000, 61496}}},
		{Name: "kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec", Attribute: "Count", Value: 2857, Points: [][2]int64{{0, 5}, {2000, 5}}},
		{Name: "kafka.log:type=LogManager,name=OfflineLogDirectoryCount", Attribute: "Value"}}}}
	blocks := p.Blocks()
	got := written(blocks)
	for _, want := range []string{"Every 1 s of virtual time", "Size | M0.0 30.0L80.0 16.0L160.0 2.0 | 60.1 KiB", "MessagesInPerSec, Count | M0.0 16.0L160.0 16.0 | 2 857", "OfflineLogDirectoryCount |  | 0"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	rows := blocks[len(blocks)-1].Rows
	if title := strings.NewReplacer(Narrow, " ", nb, " ").Replace(rows[0].Cells[1].Title); title != "Size: 60.1 KiB now, 0 B to 60.1 KiB over 2 s" {
		t.Error(title)
	}
	p.Broker = true
	if got := written(p.Blocks()); strings.Contains(got, "Size |") {
		t.Error("a partition's metric stands among the broker's")
	}
	for range 40 {
		p.Answer.Metrics = append(p.Answer.Metrics, p.Answer.Metrics[2])
	}
	if got := written(p.Blocks()); !strings.Contains(got, "18 more; the filter finds them.") {
		t.Error(got)
	}
	p.Answer.Metrics = nil
	if got := written(p.Blocks()); !strings.Contains(got, "No metric") {
		t.Error(got)
	}
}
