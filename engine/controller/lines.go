package controller

import (
	"fmt"

	"logarium/engine/event"
)

// Loggers of the controller's classes.
const (
	classes                = "org.apache.kafka.controller."
	partitionChangeBuilder = classes + "PartitionChangeBuilder"
	replicationControl     = classes + "ReplicationControlManager"
	clusterControl         = classes + "ClusterControlManager"
	heartbeats             = classes + "BrokerHeartbeatManager"
	configurationControl   = classes + "ConfigurationControlManager"
)

// Said is something that the controller has decided, refused or taken over, as it logs it.
type Said struct {
	What   string // "election", "registration", "heartbeat", "partition", "isr", "reassignment", "config"
	Level  event.Level
	Logger string
	Text   string
}

// Kind is what it is about.
func (s Said) Kind() string { return s.What }

// Line is the line in controller.log.
func (s Said) Line() event.Line {
	return event.Line{Level: s.Level, Logger: s.Logger, Text: s.Text}
}

// say logs a line. PartitionChangeBuilder has no prefix.
func (c *Controller) say(env Env, what, logger, format string, args ...any) {
	c.log(env, event.INFO, what, logger, format, args...)
}

func (c *Controller) log(env Env, level event.Level, what, logger, format string, args ...any) {
	if env.Emit == nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	if logger != partitionChangeBuilder {
		text = fmt.Sprintf("[QuorumController id=%d] ", c.options.Node) + text
	}
	env.Emit(Said{what, level, logger, text})
}
