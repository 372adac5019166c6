package lab

import (
	"fmt"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/cluster"
	"logarium/engine/event"
	"logarium/engine/message"
)

// Limits of one answer.
const (
	defaultLines = 1000
	maxRows      = 50_000
)

func (k *look) serverLog() (message.ServerLog, error) {
	level, err := levelNamed(k.p.Level)
	if err != nil {
		return message.ServerLog{}, err
	}
	match := func(l broker.LogLine) bool {
		return l.Level >= level && k.inLayer(broker.Layer("", l.Logger)) && contains(k.p.Filter, l.Text, l.Partition, l.Logger)
	}
	all := level <= event.INFO && k.p.Filter == "" && k.p.Layer == ""
	v := message.ServerLog{Lines: []message.LogLine{}}
	last, from := k.broker.Lines(), k.broker.LinesFrom
	if k.first == cluster.Controller {
		last, from = k.cluster.ControllerLast(), k.cluster.ControllerLines
	}
	v.Total, v.From, err = rows(k, all, last, from, match, func(n int64, l broker.LogLine) {
		v.Lines = append(v.Lines, lineView(n, l))
	})
	return v, err
}

func lineView(n int64, l broker.LogLine) message.LogLine {
	text := l.Text
	if l.Thrown != "" {
		text += "\n" + l.Thrown
	}
	return message.LogLine{Seq: n, Time: l.Time, Level: l.Level.String(), Logger: l.Logger, Text: text, Topic: l.Partition, Base: l.Base, Pos: l.Command, Layer: broker.Layer("", l.Logger)}
}

// inLayer tells that a layer is the one that was asked for.
func (k *look) inLayer(layer string) bool { return k.p.Layer == "" || k.p.Layer == layer }

// levelNamed finds a level; "" is the lowest that is kept.
func levelNamed(name string) (event.Level, error) {
	if name == "" {
		return event.INFO, nil
	}
	for l := event.TRACE; l <= event.FATAL; l++ {
		if l.String() == strings.ToUpper(name) {
			return l, nil
		}
	}
	return 0, fmt.Errorf("there is no level %q", name)
}

// contains tells that one of the texts contains the filter.
func contains(filter string, texts ...string) bool {
	for _, t := range texts {
		if strings.Contains(t, filter) {
			return true
		}
	}
	return false
}

func (k *look) events() (message.Events, error) {
	match := func(h broker.Happening) bool {
		return (k.p.Kind == "" || h.Kind == k.p.Kind) && k.inLayer(broker.Layer(h.Kind, "")) && contains(k.p.Filter, h.Text, h.Partition, h.Kind)
	}
	v := message.Events{Rows: []message.Happened{}}
	all := k.p.Kind == "" && k.p.Filter == "" && k.p.Layer == ""
	var err error
	v.Total, v.From, err = rows(k, all, k.broker.Events(), k.broker.EventsFrom, match, func(n int64, h broker.Happening) {
		v.Rows = append(v.Rows, message.Happened{Seq: n, Time: h.Time, Kind: h.Kind, Text: h.Text, Topic: h.Partition, Base: h.Base, Pos: h.Command, Layer: broker.Layer(h.Kind, "")})
	})
	return v, err
}
