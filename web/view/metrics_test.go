package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestMetricsPanel(t *testing.T) {
	p := Metrics{Answer: message.Metrics{Step: 1000, Metrics: []message.Metric{
		{Name: "kafka.log:type=Log,name=Size,topic=orders,partition=0", Attribute: "Value", Value: 61496, Unit: "B", Alarm: -1, Points: [][2]int64{{0, 0}, {1000, 30748}, {2000, 61496}}},
		{Name: "kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec", Attribute: "Count", Value: 2857, Alarm: -1, Points: [][2]int64{{0, 5}, {2000, 5}}},
		{Name: "kafka.log:type=LogManager,name=OfflineLogDirectoryCount", Attribute: "Value", Alarm: -1}}}}
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
	testOwnMetrics(t)
	p.Answer.Metrics = nil
	if got := written(p.Blocks()); !strings.Contains(got, "No metric") {
		t.Error(got)
	}
}

// testOwnMetrics: what no MBean of Kafka has stands apart and says so, and an alarm line is always within the plot.
func testOwnMetrics(t *testing.T) {
	p := Metrics{Broker: true, Answer: message.Metrics{Step: 1000, Metrics: []message.Metric{
		{Name: "logarium:name=OpenFiles", Attribute: "Value", Value: 25, Alarm: 24, Limit: 30, Points: [][2]int64{{0, 12}, {1000, 25}}},
		{Name: "logarium:name=IndexBytes", Attribute: "Value", Value: 200, Unit: "B", Alarm: -1, Limit: -1, Points: [][2]int64{{0, 100}, {1000, 200}}},
		{Name: "kafka.server:type=ReplicaManager,name=PartitionCount", Attribute: "Value", Value: 1, Alarm: -1, Limit: -1}}}}
	blocks := p.Blocks()
	kafkas, own := blocks[len(blocks)-2], blocks[len(blocks)-1]
	if len(kafkas.Rows) != 1 || len(own.Rows) != 2 || own.Title != "Not in Kafka" {
		t.Fatalf("%s", written(blocks))
	}
	files, now := own.Rows[0].Cells[1], own.Rows[0].Cells[2]
	if files.Text != "M0.0 16.6L160.0 2.0" || files.Alarm != "M0.0 3.1L160.0 3.1" || !strings.HasSuffix(files.Title, ". Alarm above 24, the limit is 30") {
		t.Errorf("%q, alarm %q: %s", files.Text, files.Alarm, files.Title)
	}
	if now.Class != "bad r" || now.Text != "25, alarm" {
		t.Errorf("%+v", now)
	}
	if quiet := own.Rows[1].Cells; quiet[1].Alarm != "" || quiet[2].Class != "num" {
		t.Errorf("%+v", quiet)
	}
	p.Answer.Metrics[0].Value, p.Answer.Metrics[0].Alarm = 13, 838860
	if first := p.Blocks()[3].Rows[0].Cells; first[1].Alarm != "M0.0 2.0L160.0 2.0" || first[2].Class != "num" {
		t.Errorf("%+v", first)
	}
}
