package broker

import (
	"fmt"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// A broker of several starts and stops in pieces: between them it talks to the controller, and its replica manager does what a
// broker alone does itself.

// Boot starts the process up to where it asks the controller to be registered: its logs are loaded. replicas is what the controller
// has assigned to it. It returns the broker epoch of the clean shutdown markers, -1 without them. On an error the process is gone.
func (b *Broker) Boot(h *Host, incarnation string, replicas []Replica) (previous int64, err error) {
	if b.running {
		return -1, kerr.ErrIllegalState.With("Broker %d is running already", b.id)
	}
	b.enter(h)
	b.openLogs()
	b.running, b.since, b.epoch = true, h.Now(), -1
	b.meters.begin()
	if previous, err = b.bootLogs(h, incarnation, replicas); err != nil {
		b.Kill(h)
	}
	return previous, err
}

func (b *Broker) bootLogs(h *Host, incarnation string, replicas []Replica) (previous int64, err error) {
	b.server(h, "Transition from SHUTDOWN to STARTING")
	b.server(h, "Starting broker")
	if err := b.openDirs(h); err != nil {
		return -1, err
	}
	for _, d := range b.live() {
		b.ensure(h, d, checkpoint.HighWatermark)
	}
	previous, clean := b.readBrokerEpoch(h)
	if !clean {
		previous = -1
	}
	b.lifecycle(h, "Incarnation %s of broker %d in cluster %s is now STARTING.", incarnation, b.id, b.clusterID)
	if err := b.startup(h, assigned(replicas)); err != nil {
		b.emit(h, said{"fatal", event.Line{Level: event.ERROR, Logger: loggerFault, Text: "Encountered fatal fault: Error starting LogManager", Thrown: kerr.JavaText(err)}})
		return -1, err
	}
	return previous, nil
}

// Registered tells the process its broker epoch.
func (b *Broker) Registered(h *Host, epoch int64) {
	b.enter(h)
	b.epoch = epoch
	b.lifecycle(h, "Successfully registered broker %d with broker epoch %d", b.id, epoch)
	b.lifecycle(h, "The broker has caught up. Transitioning from STARTING to RECOVERY.")
}

// NotRegistered tells the process that the controller has refused it; it tries again.
func (b *Broker) NotRegistered(h *Host, code string) {
	b.enter(h)
	text := fmt.Sprintf("[BrokerLifecycleManager id=%d] Unable to register broker %d because the controller returned error %s", b.id, b.id, code)
	b.say(h, "lifecycle", event.INFO, loggerLifecycle, text)
}

// Unfenced tells the process that it serves from now on.
func (b *Broker) Unfenced(h *Host, replicas []Replica) {
	b.enter(h)
	b.resumeMoves(h, replicas)
	b.lifecycle(h, "The broker has been unfenced. Transitioning from RECOVERY to RUNNING.")
	b.server(h, "Transition from STARTING to STARTED")
	b.say(h, "broker", event.INFO, loggerRaftServer, fmt.Sprintf("[KafkaRaftServer nodeId=%d] Kafka Server started", b.id))
}

// StopAround is the controlled shutdown: leave gives the leaderships away, down ends the replica manager.
func (b *Broker) StopAround(h *Host, leave, down func()) error {
	if !b.running {
		return kerr.ErrIllegalState.With("Broker %d is not running", b.id)
	}
	b.enter(h)
	b.server(h, "Transition from STARTED to SHUTTING_DOWN")
	b.server(h, "shutting down")
	b.lifecycle(h, "Beginning controlled shutdown.")
	leave()
	b.lifecycle(h, "The controller has asked us to exit controlled shutdown.")
	b.lifecycle(h, "Transitioning from PENDING_CONTROLLED_SHUTDOWN to SHUTTING_DOWN.")
	down()
	if err := b.shutdown(h, b.epoch); err != nil {
		text := "Exception while execution the action"
		b.emit(h, said{"shutdown-failed", event.Line{Level: event.WARN, Logger: loggerServer, Text: text, Thrown: kerr.JavaText(err)}})
	}
	b.server(h, "shut down completed")
	b.server(h, "Transition from SHUTTING_DOWN to SHUTDOWN")
	b.end(h)
	return nil
}

// Code writes or reads a line that somebody else keeps.
func (l *LogLine) Code(c *store.Coder) { l.code(c) }
