package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
	"logarium/web/view"
)

// Size of a poster in the units of the strip.
const (
	posterWidth  = 620
	posterHeight = 198
)

// still is a lab at rest: what a poster shows of it.
type still struct {
	name  string
	strip *view.Strip
}

// run builds a lab from its script and looks at the partition that holds most.
func run(name, script string) (*still, error) {
	l, err := lab.New(store.NewMemory(), lab.Options{Name: name})
	if err != nil {
		return nil, err
	}
	if res := l.Build(nil, script); res.Exit != 0 {
		return nil, fmt.Errorf("%s: %s", name, strings.TrimSpace(res.Err))
	}
	s := &still{name: name}
	s.strip, err = look(l)
	return s, err
}

// look asks the lab for the same views that the page asks for.
func look(l *lab.Lab) (*view.Strip, error) {
	q := questions{lab: l}
	var cluster message.Cluster
	q.ask("cluster", nil, &cluster)
	name, broker := largest(cluster)
	if q.err != nil || name == "" {
		return nil, fmt.Errorf("%s: no partition to look at (%v)", l.Name(), q.err)
	}
	s := &view.Strip{Axis: "bytes", Zoom: 1, W: posterWidth, H: posterHeight, Base: -1, Batches: map[int64]message.Batches{}}
	part := map[string]any{"partition": name, "broker": broker}
	var clock message.Clock
	var segments message.Segments
	var consumers message.Consumers
	q.ask("clock", nil, &clock)
	q.ask("partition", part, &s.Part)
	q.ask("segments", part, &segments)
	q.ask("consumers", nil, &consumers)
	s.Now, s.Readers = clock.Now, view.Readers(consumers, name)
	for _, seg := range segments.Segments {
		if seg.State == "renamed" && len(segments.Segments) > 4 {
			continue // as on a small screen: they would leave no room for the others
		}
		s.Segments = append(s.Segments, seg)
		var batches message.Batches
		q.ask("batches", map[string]any{"partition": name, "broker": broker, "base": seg.Base, "from": 0, "limit": 512}, &batches)
		s.Batches[seg.Base] = batches
	}
	return s, q.err
}

// largest is the partition with the most bytes, no internal one.
func largest(c message.Cluster) (name string, broker int32) {
	most := int64(-1)
	for _, b := range c.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				if p.Size > most && !strings.HasPrefix(p.Name, "__") {
					name, broker, most = p.Name, b.ID, p.Size
				}
			}
		}
	}
	return name, broker
}

// questions asks views until one fails.
type questions struct {
	lab *lab.Lab
	err error
}

func (q *questions) ask(name string, params map[string]any, into any) {
	if q.err != nil {
		return
	}
	var raw, data []byte
	var answer any
	if raw, q.err = json.Marshal(params); q.err != nil {
		return
	}
	if answer, q.err = q.lab.View(name, raw); q.err != nil {
		return
	}
	if data, q.err = json.Marshal(answer); q.err == nil {
		q.err = json.Unmarshal(data, into)
	}
}
