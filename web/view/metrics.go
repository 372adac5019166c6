package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// mostPlots are shown at a time; the filter finds the others.
const mostPlots = 24

// Metrics is the panel of what the broker measures, over virtual time.
type Metrics struct {
	Answer message.Metrics
	Broker bool // those of the broker, not of the partition
}

// Blocks is the panel's content.
func (p *Metrics) Blocks() []Block {
	of := map[bool]string{true: "broker", false: "partition"}[p.Broker]
	out := []Block{{Columns: "--cols:minmax(0,1fr) auto", Class: "sticky", Rows: []Row{{Class: "line bare", Cells: []Cell{Field("metrics-filter", "filter-metrics", words.T("Filter the metrics"), words.T("Filter")),
		Toggle(words.T("Metrics of the"), "metrics-of:", of, Option{Value: "partition", Text: words.T("partition")}, Option{Value: "broker", Text: words.T("broker")})}}}}}
	b := Block{Class: "plots", Label: words.T("Metrics"), Columns: "--cols:minmax(0,1fr) 96px auto"}
	own := Block{Class: "plots", Label: words.T("Not in Kafka"), Title: words.T("Not in Kafka"), Text: words.T("Counted here; no MBean of Kafka has it."), Columns: b.Columns}
	left := 0
	for i := range p.Answer.Metrics {
		switch m := &p.Answer.Metrics[i]; {
		case p.Broker && strings.Contains(m.Name, "partition="):
		case len(b.Rows)+len(own.Rows) == mostPlots:
			left++
		case strings.HasPrefix(m.Name, "logarium:"):
			own.Rows = append(own.Rows, plot(m))
		default:
			b.Rows = append(b.Rows, plot(m))
		}
	}
	if p.Answer.Step > 0 && len(b.Rows)+len(own.Rows) > 0 {
		out = append(out, Block{Class: "label", Text: words.F("Every %1 of virtual time a point. Names are those of Kafka's MBeans.", Period(p.Answer.Step))})
	}
	if len(b.Rows) > 0 {
		out = append(out, b)
	}
	switch {
	case len(own.Rows) > 0:
		out = append(out, own)
	case len(b.Rows) == 0:
		return append(out, Block{Class: "label", Text: words.T("No metric has that in its name.")})
	}
	if left > 0 {
		out = append(out, Block{Class: "label", Text: words.F("%1 more; the filter finds them.", Group(int64(left)))})
	}
	return out
}

// plot is a metric: its name, how it went, and what it is.
func plot(m *message.Metric) Row {
	name := Say("ell", metricName(m))
	name.Title = m.Name + " " + m.Attribute
	value := amount(m.Value, m.Unit)
	line := Say("", "")
	if len(m.Points) > 1 {
		low, high := m.Points[0][1], m.Points[0][1]
		for _, q := range m.Points {
			low, high = min(low, q[1]), max(high, q[1])
		}
		span := m.Points[len(m.Points)-1][0] - m.Points[0][0]
		line = Cell{Kind: "plot", Title: words.F("%1: %2 now, %3 to %4 over %5", name.Text, value, amount(low, m.Unit), amount(high, m.Unit), Age(span))}
		if m.Alarm >= 0 { // the scale reaches from nothing to the alarm line, which is always seen
			low, high = 0, max(high, m.Alarm)
			line.Alarm = plotPath([][2]int64{{0, m.Alarm}, {1, m.Alarm}}, low, high)
			line.Title += alarmWords(m)
		}
		line.Text = plotPath(m.Points, low, high)
	}
	now := Say("num", value)
	if m.Alarm >= 0 {
		now.Title = strings.TrimPrefix(alarmWords(m), ". ")
		if m.Value > m.Alarm {
			now.Class, now.Text = "bad r", words.F("%1, alarm", value)
		}
	}
	return Row{Class: "line", Cells: []Cell{name, line, now}}
}

// alarmWords says where the alarm line lies.
func alarmWords(m *message.Metric) string {
	return words.F(". Alarm above %1, the limit is %2", Group(m.Alarm), Group(m.Limit))
}

// metricName is the name within the MBean, and the attribute unless it is the value.
func metricName(m *message.Metric) string {
	name := m.Name
	if at := strings.Index(name, "name="); at >= 0 {
		name, _, _ = strings.Cut(name[at+len("name="):], ",")
	} else if at := strings.LastIndexByte(name, '='); at >= 0 {
		name = name[at+1:]
	}
	if m.Attribute != "" && m.Attribute != "Value" {
		name += ", " + m.Attribute
	}
	return name
}

func amount(n int64, unit string) string {
	switch unit {
	case "B":
		return Bytes(n)
	case "ms":
		return Age(n)
	case "%":
		return Group(n) + nb + "%"
	case "":
		return Group(n)
	}
	return Group(n) + nb + unit
}

// plotPath draws the points into 160 by 32, the largest at the top; a level line in the middle.
func plotPath(points [][2]int64, low, high int64) string {
	first, last := points[0][0], points[len(points)-1][0]
	var b strings.Builder
	for i, q := range points {
		y := 16.0
		if high > low {
			y = 30 - 28*float64(q[1]-low)/float64(high-low)
		}
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(strconv.FormatFloat(160*float64(q[0]-first)/float64(max(1, last-first)), 'f', 1, 64) + " " + strconv.FormatFloat(y, 'f', 1, 64))
	}
	return b.String()
}
