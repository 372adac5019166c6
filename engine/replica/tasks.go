package replica

import (
	"slices"
	"strconv"

	"logarium/engine/event"
	"logarium/engine/machine/clock"
)

// Names of the manager's tasks, as in Kafka. Their owner is the broker.
const (
	TaskISR            = "isr-expiration"
	TaskHighWatermark  = "highwatermark-checkpoint"
	TaskTimeout        = "request-timeout"
	TaskAlterPartition = "send-alter-partition"
)

func (m *Manager) owner() string { return says("b%d", m.id) }

// Owns says that a task is this manager's to perform.
func (m *Manager) Owns(t clock.Task) bool {
	return t.Owner == m.owner() && slices.Contains([]string{TaskISR, TaskHighWatermark, TaskTimeout, TaskAlterPartition}, t.Name)
}

// Perform runs a task that is due.
func (m *Manager) Perform(env *Env, t clock.Task) {
	switch t.Name {
	case TaskISR:
		m.ShrinkISRs(env)
	case TaskHighWatermark:
		m.CheckpointHighWatermarks(env)
	case TaskAlterPartition:
		m.propagate()
	case TaskTimeout:
		id, _ := strconv.ParseInt(t.Args[0], 10, 64) // await wrote it
		m.expire(env, id)
	}
}

// StartISRExpiration schedules the task that shrinks ISRs, every half of replica.lag.time.max.ms.
func (m *Manager) StartISRExpiration(env *Env) {
	m.schedule(env, TaskISR, env.now(), max(env.lagMax()/2, 1))
}

// StartHighWatermarkCheckpoints schedules the task that writes replication-offset-checkpoint.
func (m *Manager) StartHighWatermarkCheckpoints(env *Env) {
	m.schedule(env, TaskHighWatermark, env.now(), env.Broker.Config().Int("replica.high.watermark.checkpoint.interval.ms"))
}

// CheckpointHighWatermarks writes replication-offset-checkpoint in every log directory in which there is a hosted partition.
func (m *Manager) CheckpointHighWatermarks(env *Env) {
	var names []string
	for _, name := range m.inMapOrder() {
		if p, _ := m.parts.Get(name); p.hasLog && !p.offline {
			names = append(names, name)
		}
	}
	env.Broker.LogManager().CheckpointHighWatermarks(env.Host, names)
}

// BeginShutdown notes that a controlled shutdown has begun: partitions are not fetched from new leaders any more.
func (m *Manager) BeginShutdown() { m.stopping = true }

// Shutdown ends the fetchers and writes the high watermarks.
func (m *Manager) Shutdown(env *Env) {
	m.managerSays(env, "Shutting down")
	m.endFetchers(env)
	m.movers(env, "shutting down")
	m.movers(env, "shutdown completed")
	m.CheckpointHighWatermarks(env)
	m.managerSays(env, "Shut down completely")
}

func (m *Manager) managerSays(env *Env, text string) {
	env.Broker.Emit(env.Host, event.ReplicasNote{What: event.ReplicasChanging, Note: event.Said(event.INFO, event.LogReplicaManager, nil, "[ReplicaManager broker=%d] %s", m.id, text)})
}

// DirFailed takes partitions out of service whose log directory has failed, until the process ends. The broker says so itself.
func (m *Manager) DirFailed(names []string) {
	m.dropStates(names)
	m.failed = without(m.failed, names...)
	for _, name := range names {
		if p := m.parts.Edit(name); p != nil {
			p.offline, p.hasLog = true, false
		}
	}
}
