package replica

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// Publish takes a newer image of the cluster: partitions that this broker holds no longer are deleted, those whose
// registration has changed become leaders or followers, and fetchers follow. The configurations of topics are the caller's
// (see broker.Reconfigure), after this.
func (m *Manager) Publish(env *Env, image metadata.Image) {
	before := m.image
	m.image, m.heard = image, true
	gone, leaders, followers, any := m.changes(&before)
	if !any {
		return
	}
	if len(gone) > 0 {
		m.changing(env, "Deleting %d partition(s).", len(gone))
		m.stop(env, gone, true)
	}
	if len(leaders)+len(followers) == 0 {
		return
	}
	marks := &becoming{}
	if len(leaders) > 0 {
		m.lead(env, leaders, &before, marks)
	}
	if len(followers) > 0 {
		m.follow(env, followers, &before, marks)
	}
	m.endIdleFetchers(env)
}

func (m *Manager) changing(env *Env, format string, args ...any) {
	m.changed(env, event.INFO, nil, format, args...)
}

func (m *Manager) changed(env *Env, level event.Level, err error, format string, args ...any) {
	prefix := fmt.Sprintf("[Broker id=%d] ", m.id)
	env.Broker.Emit(env.Host, event.ReplicasNote{What: event.ReplicasChanging, Note: event.Said(level, event.LogStateChange, err, "%s"+format, append([]any{prefix}, args...)...)})
}

// changes sorts what is new in the image into what this broker has to do, each in the order of Kafka's hash maps.
func (m *Manager) changes(before *metadata.Image) (gone []string, leaders, followers []metadata.Partition, any bool) {
	for name, now := range m.image.Partitions.All() {
		was, known := before.Partitions.Get(name)
		if known && was.PartitionEpoch == now.PartitionEpoch && was.LeaderEpoch == now.LeaderEpoch {
			continue
		}
		switch any = true; {
		case !now.HasReplica(m.id):
			if known && was.HasReplica(m.id) {
				gone = append(gone, name)
			}
		case now.Leader == m.id:
			leaders = append(leaders, now)
		default:
			followers = append(followers, now)
		}
	}
	for name, was := range before.Partitions.All() {
		if _, ok := m.image.Partitions.Get(name); !ok && was.HasReplica(m.id) {
			gone, any = append(gone, name), true
		}
	}
	checkpoint.HashOrder(gone, checkpoint.Buckets(len(gone)), m.hash)
	return gone, m.inDeltaOrder(leaders), m.inDeltaOrder(followers), any
}

func (m *Manager) inDeltaOrder(list []metadata.Partition) []metadata.Partition {
	slices.SortStableFunc(list, func(a, b metadata.Partition) int { return int(a.Number - b.Number) })
	checkpoint.DeltaOrder(list, func(p metadata.Partition) checkpoint.Changed {
		t, _ := m.image.Topics.Get(p.Topic)
		id, _ := checkpoint.ParseUUID(t.ID) // ids come from the controller
		return checkpoint.Changed{TopicPartition: checkpoint.TopicPartition{Topic: p.Topic, Partition: p.Number}, TopicID: id}
	})
	return list
}

// open finds a partition or makes it.
func (m *Manager) open(env *Env, to metadata.Partition, before *metadata.Image) (p *partition, isNew bool) {
	if p = m.parts.Edit(to.Name()); p != nil {
		return p, false
	}
	m.host(to)
	p = m.parts.Edit(to.Name())
	if _, known := before.Topics.Get(to.Topic); known {
		m.changed(env, event.ERROR, nil, "Expected partition %s with topic id %s to exist, but it was missing. Creating...", p.name(), p.topicID)
	} else {
		m.changing(env, "Creating new partition %s with topic id %s.", p.name(), p.topicID)
	}
	return p, true
}

func (m *Manager) lead(env *Env, list []metadata.Partition, before *metadata.Image, marks *becoming) {
	m.changing(env, "Transitioning %d partition(s) to local leaders.", len(list))
	m.removeFetchers(env, registered(list))
	for _, to := range list {
		p, isNew := m.open(env, to, before)
		x := &becoming{to: to, isNew: isNew, marks: marks.marks}
		_, err := m.makeLeader(env, p, x)
		marks.marks = x.marks
		if err != nil {
			m.changed(env, event.INFO, nil, "Skipped the become-leader state change for %s with topic id %s due to a storage error %s", p.name(), p.topicID, err)
			p.offline = true
		}
	}
}

// follow makes this broker a follower, and has it fetch from leaders whose epoch is new. In a controlled shutdown it stops what
// has no leader or what it is out of the ISR of.
func (m *Manager) follow(env *Env, list []metadata.Partition, before *metadata.Image, marks *becoming) {
	m.changing(env, "Transitioning %d partition(s) to local followers.", len(list))
	var start, stop []string
	for _, to := range list {
		p, isNew := m.open(env, to, before)
		x := &becoming{to: to, isNew: isNew, marks: marks.marks}
		isNewEpoch, err := m.makeFollower(env, p, x)
		marks.marks = x.marks
		switch {
		case err != nil:
			m.cannotFollow(env, p, err)
		case m.stopping && (to.Leader == metadata.NoLeader || !contains(to.ISR, m.id)):
			stop = append(stop, p.name())
		case isNewEpoch:
			start = append(start, p.name())
		}
	}
	m.inScalaOrder(start)
	m.inScalaOrder(stop)
	if len(start) > 0 {
		m.startFetching(env, start)
	}
	if len(stop) > 0 {
		m.stop(env, stop, false)
		m.changing(env, "Stopped fetchers as part of controlled shutdown for %d partitions", len(stop))
	}
}

// inScalaOrder sorts names of hosted partitions as Kafka's fetcher manager gets them.
func (m *Manager) inScalaOrder(names []string) {
	checkpoint.ScalaOrder(names, m.hash)
}

func (m *Manager) hash(name string) int32 {
	p, _ := m.parts.Get(name)
	return p.key().Hash()
}

func contains(list []int32, id int32) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

func (m *Manager) cannotFollow(env *Env, p *partition, err error) {
	if kerr.Code(err) == "KAFKA_STORAGE_ERROR" {
		m.changed(env, event.ERROR, err, "Unable to start fetching %s with topic ID %s due to a storage error %s", p.name(), p.topicID, err)
		m.removeFetchers(env, []string{p.name()})
		p.offline = true
		return
	}
	m.changed(env, event.ERROR, err, "Unable to start fetching %s with topic ID %s due to %s", p.name(), p.topicID, kerr.As(err).Class)
	m.failed = with(m.failed, p.name())
}

// startFetching begins to fetch from new leaders, as far as they are there.
func (m *Manager) startFetching(env *Env, names []string) {
	m.removeFetchers(env, names)
	m.changing(env, "Stopped fetchers as part of become-follower for %d partitions", len(names))
	m.addFetchers(env, names)
	m.changing(env, "Started fetchers as part of become-follower for %d partitions", len(names))
	for _, name := range names {
		m.complete(env, name, produce)
	}
}

// stop ends the fetching of partitions; with remove they are not hosted any more, and their logs go.
func (m *Manager) stop(env *Env, names []string, remove bool) {
	m.removeFetchers(env, names)
	m.movers(env, removedText(names))
	for _, name := range names {
		if remove {
			m.parts.Delete(name)
		}
		m.complete(env, name, produce)
	}
	if !remove {
		return
	}
	if err := env.Broker.LogManager().DeleteLogs(env.Host, names); err != nil {
		m.changed(env, event.ERROR, err, "Unable to delete replicas %s", strings.Join(names, ", "))
	}
}

func registered(list []metadata.Partition) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name()
	}
	return names
}
