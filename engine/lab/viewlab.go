package lab

import (
	"sort"
	"strconv"

	"logarium/engine/cluster"
	"logarium/engine/config"
	"logarium/engine/message"
	"logarium/engine/plog"
)

func (k *look) labView() message.Lab {
	l := k.lab
	v := message.Lab{
		Name: k.machine.name, Seed: k.cluster.Options().Seed, Rulebook: rulebookName(k.cluster.Rulebook()),
		Position: l.Position(), Saved: min(l.savedUpTo, l.Position()), Dirty: l.Dirty(), Undo: l.position - l.oldest(), Redo: l.total() - l.position,
		Store: l.kind, Bytes: l.blocks.bytes,
	}
	if l.halt != nil && l.running == nil {
		v.Undo++
		v.Break = &l.halt.Break
	}
	if k.p.Digest {
		v.Digest = digest(k.cluster)
	}
	return v
}

func rulebookName(r plog.Rulebook) string {
	if r == plog.Articles {
		return "articles"
	}
	return "kafka"
}

func (k *look) clock() message.Clock {
	v := message.Clock{Now: k.cluster.Now(), Start: k.cluster.Start(), Next: -1}
	if t, ok := k.cluster.Next(); ok {
		v.Next = t.Due
	}
	return v
}

const (
	maxTasks      = 1000
	maxThresholds = 100
)

func (k *look) schedule() (message.Schedule, error) {
	total := k.cluster.Clock().Len()
	from, to := window(k.p.From, min(k.p.Limit, maxTasks), maxTasks, int64(total))
	v := message.Schedule{Total: total, From: int(from), Tasks: []message.Task{}, Thresholds: []message.Threshold{}}
	n := int64(0)
	for t := range k.cluster.Tasks() {
		if n >= to {
			break
		}
		if n++; n > from {
			v.Tasks = append(v.Tasks, message.Task{ID: t.ID, Name: t.Name, Owner: t.Owner, Due: t.Due, Period: t.Period, Args: shortArgs(t.Args)})
		}
	}
	for _, l := range k.broker.Logs() {
		if err := k.thresholds(l.Fork(), &v); err != nil {
			return v, err
		}
	}
	sort.SliceStable(v.Thresholds, func(i, j int) bool { return v.Thresholds[i].At < v.Thresholds[j].At })
	v.Thresholds = v.Thresholds[:min(len(v.Thresholds), maxThresholds)]
	return v, nil
}

// shortArgs are the arguments of a task as far as a person reads them.
func shortArgs(args []string) []string {
	const most = 8
	return args[:min(len(args), most)]
}

// thresholds adds when the oldest segments pass retention.ms.
func (k *look) thresholds(l *plog.Log, v *message.Schedule) error {
	if l.Config().RetentionMs < 0 || !l.Config().Delete {
		return nil
	}
	const ahead, looked = 8, 128 // segments of a partition: that are shown, and that are looked at
	n, left := 0, looked
	for s := range l.Segments(0) {
		largest, _, err := l.OpenSegment(s.Base()).LargestTimestamp(l.IO(k.env()))
		if err != nil {
			return err
		}
		at := largest + l.Config().RetentionMs + 1
		if left--; left == 0 {
			break
		}
		if largest < 0 || at <= k.cluster.Now() {
			continue
		}
		v.Thresholds = append(v.Thresholds, message.Threshold{At: at, Text: strconv.FormatInt(s.Base(), 10) + " past retention", Topic: l.Name(), Base: s.Base()})
		if n++; n == ahead {
			break
		}
	}
	return nil
}

func (k *look) clusterView() message.Cluster {
	v := message.Cluster{Topics: []message.Topic{}}
	for _, id := range k.cluster.Brokers() {
		v.Brokers = append(v.Brokers, k.brokerView(id))
	}
	for _, t := range k.cluster.Topics() {
		v.Topics = append(v.Topics, message.Topic{Name: t.Name, ID: t.ID, Partitions: len(t.Partitions), Internal: t.Internal})
	}
	v.Fleet = k.fleet()
	return v
}

func (k *look) brokerView(id int32) message.Broker {
	b := k.cluster.Broker(id)
	v := message.Broker{ID: id, PID: b.PID(), Running: b.Running(), Since: b.Since(), Dirs: []message.LogDir{}}
	for _, d := range b.Dirs() {
		dir := message.LogDir{Path: d.Path, Offline: d.Offline, Partitions: []message.PartitionSummary{}}
		if !v.Running || d.Offline {
			dir.Partitions = k.offline(id, d.Path)
		}
		for name, l := range b.Logs() {
			if l.Partition().LogDir == d.Path {
				dir.Partitions = append(dir.Partitions, summary(name, k.role(id, l), l))
			}
		}
		for _, l := range b.Doomed() {
			if l.Partition().LogDir == d.Path {
				dir.Partitions = append(dir.Partitions, summary(l.Name(), "deleting", l))
			}
		}
		v.Dirs = append(v.Dirs, dir)
	}
	return v
}

// offline lists the partitions whose directories are there, though no log is loaded from them: the broker does not run, or
// has given the log directory up.
func (k *look) offline(id int32, dir string) []message.PartitionSummary {
	list := []message.PartitionSummary{}
	disk := k.cluster.Broker(id).Disk()
	for _, t := range k.cluster.Topics() {
		for _, p := range t.Partitions {
			name := t.Name + "-" + strconv.Itoa(int(p.Number))
			if disk.Exists(join(dir, name)) {
				list = append(list, message.PartitionSummary{Name: name, Role: "offline", Epoch: -1})
			}
		}
	}
	return list
}

func summary(name, role string, l *plog.Log) message.PartitionSummary {
	epoch, _ := l.LatestEpoch()
	return message.PartitionSummary{Name: name, Role: role, Epoch: epoch, Segments: l.NumberOfSegments(), Size: l.Size()}
}

func (k *look) role(id int32, l *plog.Log) string {
	p := l.Partition()
	t, ok := k.cluster.Topic(p.Topic)
	switch {
	case !ok || int(p.Number) >= len(t.Partitions):
		return "stray"
	case t.Partitions[p.Number].Leader == id:
		return "leader"
	}
	return "follower"
}

func (k *look) config() (message.Config, error) {
	r := cluster.Resource{Type: cluster.ResourceType(k.p.Type), Name: k.p.Name}
	switch r.Type {
	case "topic":
		r.Type = cluster.TopicResource
	case "broker", "":
		r.Type = cluster.BrokerResource
	}
	settings, err := k.cluster.Settings(r)
	v := message.Config{Entity: string(r.Type) + " " + r.Name, Settings: []message.Setting{}}
	for _, s := range settings {
		v.Settings = append(v.Settings, settingView(s))
	}
	return v, err
}

func settingView(s config.Setting) message.Setting {
	v := message.Setting{Name: s.Name, Value: s.Value, Source: string(s.Source), Synonyms: []message.Layer{}}
	if d := s.Def; d != nil {
		v.Default, v.Type, v.Unit = d.Default, d.Type.String(), d.Unit.String()
		v.Doc, v.Effect, v.Dynamic, v.Warning = d.Description(), d.Effect(), d.Update != config.ReadOnly, d.Warning(s.Value)
	}
	for _, l := range s.Synonyms {
		v.Synonyms = append(v.Synonyms, message.Layer{Source: string(l.Source), Name: l.Name, Value: l.Value})
	}
	return v
}

func (k *look) journal() message.Journal {
	l := k.lab
	total := int64(l.total())
	from, to := window(k.p.From, k.p.Limit, maxTasks, total)
	v := message.Journal{Position: l.position, Total: int(total), From: int(from), Commands: []message.Command{}}
	for n, c := range l.journal.Ascend(int(from) + 1) {
		if int64(n) > to {
			break
		}
		v.Commands = append(v.Commands, message.Command{N: n, At: c.At, After: c.After, Line: c.Line, Undone: n > l.position})
	}
	return v
}
