package lab

import (
	"encoding/json"
	"fmt"

	"logarium/engine/broker"
	"logarium/engine/cluster"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// params are the parameters of all views; docs/api.md says which view reads which.
type params struct {
	Broker    int32  `json:"broker"`
	Other     int32  `json:"other"`
	Partition string `json:"partition"`
	Dir       string `json:"dir"`
	Path      string `json:"path"`
	Type      string `json:"type"`
	Name      string `json:"name"`
	Level     string `json:"level"`
	Filter    string `json:"filter"`
	Layer     string `json:"layer"`
	Kind      string `json:"kind"`
	From      *int64 `json:"from"`
	To        *int64 `json:"to"`
	Moment    *int64 `json:"moment"`
	Limit     int    `json:"limit"`
	Base      *int64 `json:"base"`
	At        *int64 `json:"at"`
	Offset    *int64 `json:"offset"`
	Time      *int64 `json:"time"`
	Length    int64  `json:"length"`
	First     int    `json:"first"`
	Records   int    `json:"records"`
	Digest    bool   `json:"digest"`
	Summary   bool   `json:"summary"`
	Unpack    bool   `json:"unpack"`

	Lines    bool    `json:"lines"`
	Opened   []int64 `json:"opened"`
	Closed   []int64 `json:"closed"`
	Unfolded []int64 `json:"unfolded"`

	Bases []int64 `json:"bases"`
	Last  int     `json:"last"`
}

// look is one view in the making: the machine, on a fork where reading leaves no trace.
type look struct {
	lab     *Lab
	machine *machine
	cluster *cluster.Cluster
	broker  *broker.Broker
	p       params
	first   int32  // broker as it was asked for, 0: not
	file    string // of a comparison; all of the directory without
}

// View answers a view by its name in docs/api.md. It reads a fork, so that it changes nothing: not even the page
// cache. Error: unknown name, parameters that do not parse, something that is not there.
func (l *Lab) View(name string, raw json.RawMessage) (view any, err error) {
	defer store.Catch(&err)
	defer l.catchAtBreak(name, &err)
	k := look{lab: l}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &k.p); err != nil {
			return nil, fmt.Errorf("parameters of view %s: %w", name, err)
		}
	}
	k.machine = l.visible()
	if k.p.Moment != nil {
		if k.machine, err = l.state(int(*k.p.Moment)); err != nil {
			return nil, err
		}
	}
	k.machine = k.machine.fork()
	k.cluster = k.machine.cluster
	if k.first = k.p.Broker; k.p.Broker == 0 || k.p.Broker == cluster.Controller && name == "serverLog" && k.cluster.Several() {
		k.p.Broker = 1
	}
	if k.broker = k.cluster.Broker(k.p.Broker); k.broker == nil {
		return nil, fmt.Errorf("there is no broker %d", k.p.Broker)
	}
	return k.view(name)
}

func (k *look) view(name string) (any, error) {
	switch name {
	case "lab":
		return k.labView(), nil
	case "clock":
		return k.clock(), nil
	case "schedule":
		return k.schedule()
	case "cluster":
		return k.clusterView(), nil
	case "files":
		return k.files()
	case "partition":
		return k.partition()
	case "segments":
		return k.segments()
	case "batches":
		return k.batches()
	case "headers":
		return k.headersView()
	case "hex":
		return k.hex()
	case "fields":
		return k.fields()
	case "lookup":
		k.p.Unpack = true
		return k.lookup()
	case "verdicts":
		return k.verdicts()
	case "cleaning":
		return k.cleaning()
	case "config":
		return k.config()
	case "consumers":
		return k.consumers(), nil
	case "diff":
		return k.diff()
	case "replicas":
		return k.replicas()
	case "metrics":
		return k.metrics(), nil
	case "follow":
		return k.follow()
	case "sweep":
		return k.sweepView(), nil
	case "serverLog":
		return k.serverLog()
	case "events":
		return k.events()
	case "journal":
		return k.journal(), nil
	case "machine":
		return k.machineView(), nil
	}
	return nil, fmt.Errorf("there is no view %q", name)
}

// env is for reading logs; nothing that they say is kept.
func (k *look) env() *plog.Env {
	env := k.broker.Env(k.cluster.Host())
	env.Emit = event.Discard
	return env
}

// log finds the log that the view is about, live or waiting for its removal.
func (k *look) log() (*plog.Log, error) {
	if l := k.broker.Log(k.p.Partition); l != nil {
		return l.Fork(), nil
	}
	for _, l := range k.broker.Doomed() {
		if l.Name() == k.p.Partition {
			return l.Fork(), nil
		}
	}
	return nil, kerr.ErrUnknownTopicOrPartition.With("broker %d has no partition %q", k.p.Broker, k.p.Partition)
}

// window turns from and limit into a range of [0, total). A negative from counts from the end.
func window(from *int64, limit, otherwise int, total int64) (first, last int64) {
	if limit <= 0 {
		limit = otherwise
	}
	switch {
	case from == nil:
		first = 0
	case *from < 0:
		first = total + *from
	default:
		first = *from
	}
	first = min(max(first, 0), total)
	return first, min(first+int64(limit), total)
}
