package broker

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// Format prepares the log directories of a new machine, as kafka-storage format does, and starts its kernel.
func (b *Broker) Format(h *Host) error {
	b.enter(h)
	b.startKernel(h)
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
	if err := b.boot(h, replicas); err != nil {
		b.emit(h, event.LoadFailed{Thrown: err})
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
	b.lifecycle(h, "Incarnation %s of broker %d in cluster %s is now STARTING.", h.Random.ID(), b.id, b.clusterID)
	assigned := map[string]Replica{}
	for _, r := range replicas {
		assigned[r.Name()] = r
	}
	if err := b.load(h, assigned); err != nil {
		return err
	}
	b.schedule(h)
	b.lifecycle(h, "The broker has caught up. Transitioning from STARTING to RECOVERY.")
	if err := b.leadAll(h, replicas); err != nil {
		return err
	}
	b.lifecycle(h, "The broker has been unfenced. Transitioning from RECOVERY to RUNNING.")
	b.server(h, "Transition from STARTING to STARTED")
	b.say(h, "broker", event.INFO, loggerRaftServer, fmt.Sprintf("[KafkaRaftServer nodeId=%d] Kafka Server started", b.id))
	return nil
}

// openDirs makes, locks and identifies the log directories. One that cannot be used is left out; without any the
// broker does not start.
func (b *Broker) openDirs(h *Host) error {
	b.dirs = nil
	for _, path := range b.config.LogDirs() {
		d, err := b.openDir(h, path)
		switch {
		case kerr.As(err) != nil && kerr.As(err).Class == kerr.ErrKafka.Class:
			return err
		case err != nil:
			b.emit(h, event.IOFailed{Dir: path, Message: "Failed to create or validate data directory " + path, Thrown: err})
			d.offline = true
		}
		b.dirs = append(b.dirs, d)
	}
	if len(b.online()) == 0 {
		b.emit(h, event.AllDirsFailed{Dirs: b.dirPaths(), AtStart: true})
		return kerr.ErrKafkaStorage.With("Shutdown broker because none of the specified log dirs from %s can be created or validated", strings.Join(b.dirPaths(), ", "))
	}
	for _, d := range b.online() {
		if _, ok := checkpoint.ReadCleanShutdown(b.disk, d.path+"/"+checkpoint.CleanShutdown); !ok {
			b.emit(h, event.BrokerEpochUnreadable{Dir: d.path})
		}
	}
	return nil
}

func (b *Broker) openDir(h *Host, path string) (logDir, error) {
	d := logDir{path: path}
	if !b.disk.Exists(path) {
		b.emit(h, event.LogDirCreated{Dir: path})
		if err := b.disk.MkdirAll(path); err != nil {
			return d, err
		}
	}
	lock, err := checkpoint.Lock(b.disk, path)
	if err != nil {
		return d, err
	}
	d.lock = lock
	meta := path + "/" + checkpoint.MetaPropertiesFile
	if !b.disk.Exists(meta) {
		b.emit(h, event.NoMetaProperties{Dir: path})
	} else if m, err := checkpoint.ReadMeta(b.disk, meta); err != nil {
		return d, err
	} else {
		d.id = m.DirectoryID.String()
	}
	for _, file := range []string{checkpoint.RecoveryPoint, checkpoint.LogStart, checkpoint.CleanerOffset, checkpoint.HighWatermark} {
		if err := checkpoint.Ensure(b.disk, path+"/"+file); err != nil {
			return d, err
		}
	}
	return d, nil
}

// load opens all logs of all directories.
func (b *Broker) load(h *Host, assigned map[string]Replica) error {
	b.emit(h, event.LoadingLogs{Dirs: b.dirPaths()})
	total, unclean := 0, []string(nil)
	for _, d := range b.online() {
		n, clean, err := b.loadDir(h, d, assigned)
		if err != nil {
			return err
		}
		if !clean {
			unclean = append(unclean, d.path)
		}
		total += n
	}
	b.emit(h, event.LogsLoaded{Logs: total, Unclean: unclean})
	return nil
}

// loadDir opens the logs of one directory. clean is also true of a directory without logs: there was nothing to
// recover.
func (b *Broker) loadDir(h *Host, d logDir, assigned map[string]Replica) (n int, clean bool, err error) {
	marker := d.path + "/" + checkpoint.CleanShutdown
	if clean = b.disk.Exists(marker); clean {
		if err := b.disk.Remove(marker); err != nil {
			return 0, false, err
		}
	}
	logs, err := b.logDirsIn(d.path)
	if err != nil {
		return 0, false, err
	}
	b.emit(h, event.LogDirLoading{Dir: d.path, Logs: len(logs), Clean: clean})
	o := offsets{
		recoveryPoints: b.readOffsets(h, d, checkpoint.RecoveryPoint),
		logStarts:      b.readOffsets(h, d, checkpoint.LogStart),
	}
	for i, name := range logs {
		if err := b.loadLog(h, d, name, clean, o, assigned); err != nil {
			return 0, false, err
		}
		b.loaded(h, d, name, i+1, len(logs))
	}
	d.clean = true
	b.setDir(d)
	return len(logs), clean || len(logs) == 0, nil
}

// offsets are the two checkpoints that loading needs.
type offsets struct {
	recoveryPoints, logStarts map[checkpoint.TopicPartition]int64
}

// readOffsets reads a checkpoint; one that cannot be understood counts as empty.
func (b *Broker) readOffsets(h *Host, d logDir, file string) map[checkpoint.TopicPartition]int64 {
	list, err := checkpoint.ReadOffsets(b.disk, d.path+"/"+file)
	switch {
	case err != nil && file == checkpoint.RecoveryPoint:
		b.emit(h, event.RecoveryPointsUnreadable{Dir: d.path, Thrown: err})
	case err != nil && file == checkpoint.LogStart:
		b.emit(h, event.LogStartsUnreadable{Dir: d.path, Thrown: err})
	}
	if storageError(err) {
		b.fail(h, d.path)
	}
	m := make(map[checkpoint.TopicPartition]int64, len(list))
	for _, e := range list {
		m[e.TopicPartition] = e.Offset
	}
	return m
}

// logDirsIn lists the directories in a log directory that are logs.
func (b *Broker) logDirsIn(path string) (names []string, err error) {
	infos, err := b.disk.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, i := range infos {
		if i.Dir && i.Name != "remote-log-index-cache" && !strings.HasPrefix(i.Name, "__cluster_metadata-") {
			names = append(names, i.Name)
		}
	}
	return names, nil
}

func (b *Broker) loadLog(h *Host, d logDir, dirName string, clean bool, o offsets, assigned map[string]Replica) error {
	topic, number, suffix, err := parseDir(d.path, dirName)
	if err != nil {
		return err
	}
	r := Replica{Topic: topic, Number: number}
	if a, ok := assigned[r.Name()]; ok && suffix == "" {
		r = a
	}
	tp := checkpoint.TopicPartition{Topic: topic, Partition: number}
	opening := opening{clean: clean, recoveryPoint: o.recoveryPoints[tp], logStart: o.logStarts[tp], doomed: suffix != ""}
	path := d.path + "/" + dirName
	if other := b.Log(r.Name()); other != nil && suffix == "" {
		return duplicateDirs(r.Name(), other, path)
	}
	if _, err := b.open(h, r, path, d.path, opening); err != nil {
		return err
	}
	switch {
	case suffix == "-delete":
		b.queue = append(b.queue[:len(b.queue):len(b.queue)], deletion{path, h.Now()})
	case suffix == "-stray":
		b.emit(h, event.StrayLoaded{Partition: event.Partition{Topic: topic, Number: number, LogDir: d.path}, Path: path})
	default:
		return b.checkStray(h, r, assigned)
	}
	return nil
}

func duplicateDirs(name string, other *plog.Log, path string) error {
	return kerr.ErrIllegalState.With("Duplicate log directories for %s are found in both %s and %s. It is likely because log directory failure happened while broker was replacing current replica with future replica. Recover broker from this failure by manually deleting one of the two directories for this partition. It is recommended to delete the partition in the log directory that is known to have failed recently.",
		name, path, other.Dir())
}

// checkStray renames a log that the metadata does not give to this broker.
func (b *Broker) checkStray(h *Host, r Replica, assigned map[string]Replica) error {
	l := b.Log(r.Name())
	a, ok := assigned[r.Name()]
	if ok && (l.TopicID().IsZero() || l.TopicID().String() == a.TopicID) {
		return nil
	}
	b.emit(h, event.StrayUnknownTopic{Partition: l.Partition(), Log: l.Describe(), TopicID: l.TopicID().String()})
	from := l.Dir()
	to, err := b.condemn(h, r.Name(), "-stray")
	if err == nil {
		b.emit(h, event.StrayRenamed{Partition: l.Partition(), Path: from, To: to})
	}
	return err
}

// loaded reports one log.
func (b *Broker) loaded(h *Host, d logDir, dirName string, done, total int) {
	l := b.Log(dirName)
	if l == nil {
		held, ok := b.doomed.Get(d.path + "/" + dirName)
		if !ok {
			return
		}
		l = held.log
	}
	b.emit(h, event.LogLoaded{Partition: l.Partition(), Log: l.Describe(), Segments: l.NumberOfSegments(),
		LocalLogStart: l.LogStartOffset(), Done: done, Total: total})
}

// leadAll makes this broker the leader of its partitions, and makes the directories of those that have none yet.
func (b *Broker) leadAll(h *Host, replicas []Replica) error {
	known := map[checkpoint.TopicPartition]int64{}
	for _, d := range b.online() {
		for tp, hw := range b.readOffsets(h, d, checkpoint.HighWatermark) {
			known[tp] = hw
		}
	}
	for _, r := range replicas {
		l := b.edit(&b.logs, r.Name())
		switch {
		case l != nil:
			if err := b.lead(h, l, r.LeaderEpoch, known); err != nil {
				return err
			}
		case len(b.online()) == len(b.dirs):
			if err := b.create(h, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseDir takes the name of a partition's directory apart.
func parseDir(logDir, name string) (topic string, number int32, suffix string, err error) {
	rest := name
	for _, s := range []string{"-delete", "-stray", "-future"} {
		if strings.HasSuffix(name, s) {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				return "", 0, "", notALog(logDir, name)
			}
			rest, suffix = name[:dot], s
		}
	}
	dash := strings.LastIndexByte(rest, '-')
	if dash <= 0 {
		return "", 0, "", notALog(logDir, name)
	}
	n, err := strconv.ParseInt(rest[dash+1:], 10, 32)
	if err != nil {
		return "", 0, "", notALog(logDir, name)
	}
	return rest[:dash], int32(n), suffix, nil
}

func notALog(logDir, name string) error {
	return kerr.ErrKafka.With("Found directory %s/%s, '%s' is not in the form of topic-partition or topic-partition.uniqueId-delete (if marked for deletion).\nKafka's log directories (and children) should only contain Kafka topic data.",
		logDir, name, name)
}
