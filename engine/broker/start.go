package broker

import (
	"fmt"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
)

// Format prepares the log directories of a new machine, as kafka-storage format does, and starts its kernel.
func (b *Broker) Format(h *Host) error {
	b.enter(h)
	b.startKernel(h)
	if err := b.disk.MkdirAll("/tmp"); err != nil { // every machine has it
		return err
	}
	for _, path := range b.config.LogDirs() {
		id, err := checkpoint.ParseUUID(h.Random.ID())
		if err != nil {
			return err
		}
		if err := b.disk.MkdirAll(path); err != nil {
			return err
		}
		m := checkpoint.MetaProperties{Version: 1, ClusterID: b.clusterID, NodeID: b.id, HasNodeID: true, DirectoryID: id}
		if err := checkpoint.WriteMeta(b.disk, path+"/"+checkpoint.MetaPropertiesFile, m, h.Now()); err != nil {
			return err
		}
	}
	b.disk.SyncAll()
	return nil
}

// Start starts the process: it loads what the directories hold, and leads the given partitions. known tells of any
// topic id whether it exists. On an error the process is gone again.
func (b *Broker) Start(h *Host, epoch int64, replicas []Replica) error {
	if b.running {
		return kerr.ErrIllegalState.With("Broker %d is running already", b.id)
	}
	b.enter(h)
	b.openLogs()
	b.running, b.since, b.epoch = true, h.Now(), epoch
	b.meters.begin()
	if err := b.boot(h, replicas); err != nil {
		b.Kill(h)
		return err
	}
	return nil
}

func (b *Broker) boot(h *Host, replicas []Replica) error {
	b.server(h, "Transition from SHUTDOWN to STARTING")
	b.server(h, "Starting broker")
	if err := b.openDirs(h); err != nil {
		return err
	}
	for _, d := range b.live() {
		b.ensure(h, d, checkpoint.HighWatermark)
	}
	b.readBrokerEpoch(h)
	b.lifecycle(h, "Incarnation %s of broker %d in cluster %s is now STARTING.", h.Random.ID(), b.id, b.clusterID)
	if err := b.startup(h, assigned(replicas)); err != nil {
		b.emit(h, said{"fatal", event.Line{Level: event.ERROR, Logger: loggerFault, Text: "Encountered fatal fault: Error starting LogManager", Thrown: kerr.JavaText(err)}})
		return err
	}
	h.Clock.Schedule(clock.Task{Name: TaskHighWatermark, Owner: b.owner(), Due: h.Now(), Period: b.config.Int("replica.high.watermark.checkpoint.interval.ms")})
	b.lifecycle(h, "The broker has caught up. Transitioning from STARTING to RECOVERY.")
	if err := b.leadAll(h, replicas); err != nil {
		return err
	}
	b.lifecycle(h, "The broker has been unfenced. Transitioning from RECOVERY to RUNNING.")
	b.server(h, "Transition from STARTING to STARTED")
	b.say(h, "broker", event.INFO, loggerRaftServer, fmt.Sprintf("[KafkaRaftServer nodeId=%d] Kafka Server started", b.id))
	return nil
}

// startup loads all logs, then starts the background tasks of the log manager.
func (b *Broker) startup(h *Host, l *loading) error {
	if err := b.loadMapped(h, l); err != nil {
		return err
	}
	b.schedule(h)
	return nil
}

// assigned is what the metadata knows of this broker's partitions.
func assigned(replicas []Replica) *loading {
	known, topics := map[string]string{}, map[string]config.Properties{}
	for _, r := range replicas {
		known[r.Name()], topics[r.Topic] = r.TopicID, r.Overrides
	}
	return &loading{
		overrides: func(topic string) config.Properties { return topics[topic] },
		assigned: func(topic string, number int32) (string, bool) {
			id, ok := known[Replica{Topic: topic, Number: number}.Name()]
			return id, ok
		},
	}
}

// leadAll makes this broker the leader of its partitions, and makes the directories of those that have none yet.
func (b *Broker) leadAll(h *Host, replicas []Replica) error {
	known := map[checkpoint.TopicPartition]int64{}
	for _, d := range b.live() {
		for tp, hw := range b.readOffsets(h, d, checkpoint.HighWatermark) {
			known[tp] = hw
		}
	}
	for _, r := range inDeltaOrder(replicas) {
		l, err := b.getOrCreate(h, r, false, false)
		if storageError(err) {
			continue // it may lie in a directory that has failed
		}
		if err != nil {
			return err
		}
		if err := b.lead(h, l, r.LeaderEpoch, known); err != nil && !storageError(err) {
			return err
		}
	}
	b.resumeMoves(h, replicas)
	return nil
}
