// Package broker is one Kafka broker on one machine: its log directories, the partitions in them, the background tasks
// with Kafka's names and periods, start and stop, server.log. It does not know other brokers; what the controller has
// decided comes as Replica values.
//
// A Broker is the machine with its disk and, while it is running, the process. What the process knows ends with the
// process: Kill forgets it and leaves the page cache, PowerLoss takes that too.
package broker

import (
	"fmt"
	"iter"
	"slices"

	"logarium/engine/cleaner"
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// firstPID is the process id of broker 1; broker 2 has the next.
const firstPID = 101

// Options say which broker this is and how its machine is made.
type Options struct {
	ID        int32
	ClusterID string
	Static    config.Properties // server.properties
	Cluster   config.Properties // dynamic default of all brokers
	Disk      disk.Options

	Machine *disk.Disk // a disk that is there already; nil: a new one
}

// Broker is a machine with a broker process on it, or without.
type Broker struct {
	id        int32
	clusterID string
	config    config.Broker
	disk      *disk.Disk
	dirs      []logDir // replaced, never changed in place

	running    bool
	unattended bool  // only the log manager runs, for a comparison: nobody deals with failed directories
	since      int64 // start of the process
	epoch      int64 // broker epoch of this incarnation, counted by the controller
	logFile    disk.Handle
	logSize    int64

	cleaner     cleaner.Cleaner
	cleanerFile disk.Handle // log-cleaner.log
	cleanerSize int64

	logs    cow.Map[string, held] // live partitions by name, "orders-0"
	futures cow.Map[string, held] // by name: copies on their way to another log directory
	doomed  cow.Map[string, held] // by directory: renamed to -delete, or -stray
	queue   []deletion            // replaced, never changed in place
	wanted  []preference          // replaced, never changed in place
	token   *token                // who may change a held log
	rules   plog.Rulebook

	levels []logLevel // replaced, never changed in place
	meters meters
	lines  ring[LogLine]
	events ring[Happening]
}

// logDir is one of log.dirs.
type logDir struct {
	path    string
	id      string // directory.id of meta.properties
	lock    disk.Handle
	clean   bool // was closed cleanly, or all its logs are open: gets the marker at shutdown
	offline bool // an I/O error was met
	gone    bool // LogDirFailureHandler has closed what was in it
}

// deletion is a partition that waits for kafka-delete-logs.
type deletion struct {
	dir   string // path of its directory, the key in doomed
	since int64  // ms
}

// held is a log in a map, with the fork of the broker that may change it in place.
type held struct {
	log *plog.Log
	own *token
}

type token struct{ _ byte }

// New makes a machine without a process. Format prepares its log directories.
func New(o Options) *Broker {
	return &Broker{
		id: o.ID, clusterID: o.ClusterID, config: config.Broker{Static: o.Static, Cluster: o.Cluster},
		disk: machine(o), epoch: -1, token: new(token),
	}
}

func machine(o Options) *disk.Disk {
	if o.Machine != nil {
		return o.Machine
	}
	return disk.New(o.Disk)
}

// Fork returns a copy in constant time; the two are independent from then on.
func (b *Broker) Fork() *Broker {
	c := *b
	c.disk = b.disk.Fork()
	c.logs, c.futures, c.doomed = b.logs.Fork(), b.futures.Fork(), b.doomed.Fork()
	c.lines, c.events, c.meters.samples = b.lines.fork(), b.events.fork(), b.meters.samples.fork()
	c.cleaner = b.cleaner.Fork()
	b.token, c.token = new(token), new(token)
	return &c
}

// Code writes or reads the broker.
func (b *Broker) Code(c *store.Coder) {
	version := c.Version(6)
	c.Int32(&b.id)
	c.String(&b.clusterID)
	b.config.Dynamic.Code(c)
	b.config.Cluster.Code(c)
	b.config.Static.Code(c)
	if c.Reading() {
		b.disk, b.token = new(disk.Disk), new(token)
	}
	b.disk.Code(c)
	store.Slice(c, &b.dirs, func(c *store.Coder, d *logDir) { codeDir(c, d, version) })
	c.Bool(&b.running)
	c.Int64(&b.since)
	c.Int64(&b.epoch)
	c.Uint32((*uint32)(&b.logFile))
	c.Int64(&b.logSize)
	b.logs.Code(c, (*store.Coder).String, codeHeld)
	b.doomed.Code(c, (*store.Coder).String, codeHeld)
	store.Slice(c, &b.queue, codeDeletion)
	store.Number(c, &b.rules)
	b.lines.code(c, func(c *store.Coder, l *LogLine) { l.code(c) })
	b.events.code(c, func(c *store.Coder, h *Happening) { h.code(c) })
	if version >= 2 {
		b.cleaner.Code(c)
		c.Uint32((*uint32)(&b.cleanerFile))
		c.Int64(&b.cleanerSize)
	}
	if version >= 3 {
		b.futures.Code(c, (*store.Coder).String, codeHeld)
		store.Slice(c, &b.wanted, codePreference)
	}
	if version >= 4 {
		store.Slice(c, &b.levels, codeLogLevel)
	}
	if version >= 5 {
		b.meters.code(c, version)
	}
}

func codeDir(c *store.Coder, d *logDir, version int) {
	c.String(&d.path)
	c.String(&d.id)
	c.Uint32((*uint32)(&d.lock))
	c.Bool(&d.clean)
	c.Bool(&d.offline)
	if version >= 3 {
		c.Bool(&d.gone)
	} else {
		d.gone = d.offline
	}
}

func codeDeletion(c *store.Coder, d *deletion) {
	c.String(&d.dir)
	c.Int64(&d.since)
}

// codeHeld codes a log; one that was read belongs to nobody, so that its first change makes a fork.
func codeHeld(c *store.Coder, h *held) {
	if c.Reading() {
		h.log = new(plog.Log)
	}
	h.log.Code(c)
}

// ID is the node id.
func (b *Broker) ID() int32 { return b.id }

// PID is the process id that the broker has when it runs.
func (b *Broker) PID() int { return firstPID - 1 + int(b.id) }

// Running says that there is a process.
func (b *Broker) Running() bool { return b.running }

// Since is when the process began, in ms.
func (b *Broker) Since() int64 { return b.since }

// Epoch is the broker epoch of the process.
func (b *Broker) Epoch() int64 { return b.epoch }

// Config is the broker's configuration with its layers.
func (b *Broker) Config() config.Broker { return b.config }

// Disk is the machine's disk, for whoever works on its files by hand. The broker notices nothing of that.
func (b *Broker) Disk() *disk.Disk { return b.disk }

// LogDirs are the paths of log.dirs.
func (b *Broker) LogDirs() []string { return b.config.LogDirs() }

// Rulebook is the set of rules by which retention judges here.
func (b *Broker) Rulebook() plog.Rulebook { return b.rules }

// SetRulebook changes the rules by which retention judges, of all logs.
func (b *Broker) SetRulebook(r plog.Rulebook) {
	b.rules = r
	for _, name := range b.liveNames() {
		b.edit(&b.logs, name).SetRulebook(r)
	}
	for _, name := range names(&b.futures) {
		b.edit(&b.futures, name).SetRulebook(r)
	}
}

// Dir is a log directory as others see it.
type Dir struct {
	Path    string
	ID      string
	Offline bool
}

// Dirs are the log directories in the order of log.dirs.
func (b *Broker) Dirs() []Dir {
	dirs := make([]Dir, len(b.dirs))
	for i, d := range b.dirs {
		dirs[i] = Dir{d.path, d.id, d.offline}
	}
	return dirs
}

// Log returns the live log of a partition, "orders-0", for reading only; nil if there is none here.
func (b *Broker) Log(name string) *plog.Log {
	h, _ := b.logs.Get(name)
	return h.log
}

// Logs goes over the live logs by name, for reading only.
func (b *Broker) Logs() iter.Seq2[string, *plog.Log] {
	return func(yield func(string, *plog.Log) bool) {
		for name, h := range b.logs.All() {
			if !yield(name, h.log) {
				return
			}
		}
	}
}

// Future returns the copy of a partition that is on its way to another log directory, for reading only; nil if there
// is none.
func (b *Broker) Future(name string) *plog.Log {
	h, _ := b.futures.Get(name)
	return h.log
}

// Futures goes over those copies by the partition's name.
func (b *Broker) Futures() iter.Seq2[string, *plog.Log] {
	return func(yield func(string, *plog.Log) bool) {
		for name, h := range b.futures.All() {
			if !yield(name, h.log) {
				return
			}
		}
	}
}

// Doomed goes over the logs that were renamed to -delete or -stray, by directory.
func (b *Broker) Doomed() iter.Seq2[string, *plog.Log] {
	return func(yield func(string, *plog.Log) bool) {
		for dir, h := range b.doomed.All() {
			if !yield(dir, h.log) {
				return
			}
		}
	}
}

// edit returns a log of the map for changing it: a fork of it if another fork of the broker may see it.
func (b *Broker) edit(m *cow.Map[string, held], key string) *plog.Log {
	h, ok := m.Get(key)
	if !ok {
		return nil
	}
	if h.own != b.token {
		h = held{h.log.Fork(), b.token}
		m.Set(key, h)
	}
	return h.log
}

// dir finds a log directory by its path.
func (b *Broker) dir(path string) (logDir, bool) {
	i := slices.IndexFunc(b.dirs, func(d logDir) bool { return d.path == path })
	if i < 0 {
		return logDir{}, false
	}
	return b.dirs[i], true
}

// setDir replaces what is known of a log directory.
func (b *Broker) setDir(d logDir) {
	b.dirs = slices.Clone(b.dirs)
	for i := range b.dirs {
		if b.dirs[i].path == d.path {
			b.dirs[i] = d
		}
	}
}

// owner names the broker as the owner of tasks; its logs' owners begin with it.
func (b *Broker) owner() string { return fmt.Sprintf("b%d", b.id) }

// kernel names the machine as the owner of tasks that go on without the process.
func (b *Broker) kernel() string { return fmt.Sprintf("m%d", b.id) }
