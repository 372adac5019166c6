package lab

import (
	"strings"

	"logarium/engine/message"
)

const (
	maxMetrics    = 200
	defaultPoints = 60
)

// metrics lists the metrics whose name contains the filter, each with its latest samples.
func (k *look) metrics() message.Metrics {
	limit := k.p.Limit
	if limit <= 0 {
		limit = defaultPoints
	}
	v := message.Metrics{Step: k.broker.SampleStep(), Metrics: []message.Metric{}}
	for i, m := range k.broker.Metrics() {
		if !strings.Contains(m.Name, k.p.Filter) || len(v.Metrics) == maxMetrics {
			continue
		}
		points := [][2]int64{}
		history := k.broker.History(i)
		for _, p := range history[max(0, len(history)-limit):] {
			points = append(points, [2]int64{p.At, p.Value})
		}
		alarm, most, ok := k.broker.Alarm(m)
		if !ok {
			alarm, most = -1, -1
		}
		v.Metrics = append(v.Metrics, message.Metric{Name: m.Name, Attribute: m.Attribute, Value: m.Value, Unit: m.Unit, Alarm: alarm, Limit: most, Points: points})
	}
	return v
}
