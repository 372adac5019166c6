// Package config knows every setting of a topic and of a broker that matters to log storage: its type, default, range,
// who may change it and when, and which setting stands in when it is missing. It does not know who reads a setting.
//
// Values travel as text, as Kafka's tools and files have them, and are typed where they are read: Log holds the
// typed settings of one partition.
package config

import "strings"

// Type of a value.
type Type uint8

// The types that Kafka's definitions use.
const (
	Boolean Type = iota
	String
	Int  // 32 bit
	Long // 64 bit
	Double
	List // texts separated by commas
)

var typeNames = [...]string{"BOOLEAN", "STRING", "INT", "LONG", "DOUBLE", "LIST"}

func (t Type) String() string { return typeNames[t] }

// Unit of a number; the zero Unit is a plain number.
type Unit uint8

// The units.
const (
	None Unit = iota
	Milliseconds
	Seconds
	Minutes
	Hours
	Bytes
	BytesPerSecond
)

var unitNames = [...]string{"", "ms", "s", "min", "h", "bytes", "bytes/s"}

func (u Unit) String() string { return unitNames[u] }

// Update says when a setting may be changed.
type Update uint8

// ReadOnly settings need a restart; PerBroker ones may be changed for one running broker, ClusterWide ones also for
// all of them at once; Anytime is a topic setting.
const (
	ReadOnly Update = iota
	PerBroker
	ClusterWide
	Anytime
)

var updateNames = [...]string{"read-only", "per-broker", "cluster-wide", "anytime"}

func (u Update) String() string { return updateNames[u] }

// Null is the default of a setting that has none.
const Null = "null"

// Def defines one setting.
type Def struct {
	Name     string
	Doc      string // one sentence; see Description
	Default  string // as text, Null if there is none
	Valid    string // "[0,...]", "[1,...,9] or -1", "[a, b]"; empty: any value of the type
	Synonyms string // topic setting: broker settings that stand in, strongest first, separated by blanks
	For      string // broker setting: the topic setting whose default it is
	Type     Type
	Unit     Unit
	Update   Update
	Internal bool // never listed unless it is set
}

// Topic finds a topic setting.
func Topic(name string) (*Def, bool) { return find(topicDefs[:], name) }

// Brokers finds a broker setting.
func Brokers(name string) (*Def, bool) { return find(brokerDefs[:], name) }

// TopicDefs are all topic settings, ordered by name. The caller owns the slice.
func TopicDefs() []*Def { return sorted(topicDefs[:]) }

// BrokerDefs are all broker settings, ordered by name. The caller owns the slice.
func BrokerDefs() []*Def { return sorted(brokerDefs[:]) }

func find(defs []Def, name string) (*Def, bool) {
	for i := range defs {
		if defs[i].Name == name {
			return &defs[i], true
		}
	}
	return nil, false
}

// Description is the Doc, or that of the topic setting whose default this is.
func (d *Def) Description() string {
	if d.Doc != "" || d.For == "" {
		return d.Doc
	}
	topic, _ := Topic(d.For) // a test keeps every For known
	return "Default of the topic setting " + d.For + ". " + topic.Doc
}

// Effect says why a setting changes nothing in this simulation, or is empty.
func (d *Def) Effect() string {
	switch {
	case strings.HasPrefix(d.Name, "remote.") || strings.HasPrefix(d.Name, "local.retention") || strings.HasPrefix(d.For, "remote.") ||
		strings.HasPrefix(d.For, "local.retention") || d.Name == "follower.fetch.last.tiered.offset.enable":
		return "there is no tiered storage here"
	case strings.HasPrefix(d.Name, "metadata.") || strings.HasPrefix(d.Name, "internal.metadata."):
		return "the controller keeps no log on disk here"
	case strings.Contains(d.Name, "quota") || strings.HasSuffix(d.Name, "throttled.replicas"):
		return "replication is not throttled here"
	case strings.HasPrefix(d.Name, "group."):
		return "a consumer here joins, reads and leaves within one command"
	case strings.HasSuffix(d.Name, ".load.buffer.size") || d.Name == "offsets.commit.timeout.ms" ||
		strings.Contains(d.Name, "purgatory") || strings.Contains(d.Name, ".socket.") || strings.HasPrefix(d.Name, "max.incremental.fetch"):
		return "requests take no memory and no sockets here"
	case strings.HasSuffix(d.Name, ".threads") && d.Name != "log.cleaner.threads" && d.Name != "num.recovery.threads.per.data.dir":
		return "there are no threads here: tasks run one after the other"
	case strings.HasPrefix(d.Name, "replica.fetch.") && d.Name != "replica.fetch.max.bytes" || strings.HasPrefix(d.Name, "replica.lag.") || strings.HasPrefix(d.Name, "unclean.") ||
		strings.HasPrefix(d.Name, "leader.imbalance.") || d.Name == "auto.leader.rebalance.enable":
		return "replicas do not copy from each other here, and leadership stays where it is"
	case d.Name == "log.dir.failure.timeout.ms":
		return "the controller always hears of a failed directory at once"
	case d.Name == "offset.metadata.max.bytes":
		return "no client here stores a text with its offsets"
	case d.Name == "errors.deadletterqueue.group.enable" || d.Name == "replica.selector.class":
		return "there are no share groups and no racks here"
	}
	return ""
}
