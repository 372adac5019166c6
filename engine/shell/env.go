package shell

import (
	"fmt"
	"path"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/cluster"
	"logarium/engine/machine/disk"
)

// Env is what commands work on. The caller hands in a cluster that it may throw away afterwards: a command
// that fails, or only reads, leaves Changed unset and may have touched the page cache.
type Env struct {
	Cluster *cluster.Cluster
	Control *cluster.Control // may be nil
	Node    int32            // the broker on whose machine Unix commands run; 0: the first
}

// Broker is the process on the machine at hand.
func (e *Env) Broker() *broker.Broker {
	id := e.Node
	if id == 0 {
		id = e.Cluster.Brokers()[0]
	}
	return e.Cluster.Broker(id)
}

// Disk is the disk of the machine at hand.
func (e *Env) Disk() *disk.Disk { return e.Broker().Disk() }

// PID is the process id of the broker at hand.
func (e *Env) PID() int { return e.Broker().PID() }

// health is which brokers run, and with which log directories.
func (e *Env) health() string {
	var b strings.Builder
	for _, id := range e.Cluster.Brokers() {
		one := e.Cluster.Broker(id)
		fmt.Fprint(&b, id, one.Running())
		for _, d := range one.Dirs() {
			fmt.Fprint(&b, " ", d.Path, d.Offline)
		}
	}
	return b.String()
}

// Now is the virtual time in ms.
func (e *Env) Now() int64 { return e.Cluster.Now() }

// Home is where a relative path begins: the first log directory.
func (e *Env) Home() string {
	if dirs := e.Broker().LogDirs(); len(dirs) > 0 {
		return dirs[0]
	}
	return "/"
}

// Path makes a path absolute.
func (e *Env) Path(name string) string {
	if strings.HasPrefix(name, "/") {
		return path.Clean(name)
	}
	return path.Join(e.Home(), name)
}

// topicNames completes topics.
func topicNames(e *Env) []string {
	var names []string
	for _, t := range e.Cluster.Topics() {
		names = append(names, t.Name)
	}
	return names
}

// PartitionNames completes partitions, as orders-0.
func PartitionNames(e *Env) []string {
	var names []string
	for _, t := range e.Cluster.Topics() {
		for _, p := range t.Partitions {
			names = append(names, cluster.TopicPartition{Topic: t.Name, Partition: p.Number}.String())
		}
	}
	return names
}
