package broker

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// loading is the load of all log directories: what the metadata knows, and what is counted on the way.
type loading struct {
	overrides func(topic string) config.Properties
	assigned  func(topic string, number int32) (topicID string, ok bool) // nil: no log is stray for that
	replicas  func(topicID string, number int32) []int32                 // of a partition in the metadata, empty: there is none; nil: not asked
	total     int
	unclean   []string
	failed    []dirFailure
}

// dirFailure is an I/O error that was met while a directory was loaded.
type dirFailure struct {
	dir    string
	thrown error
}

// load opens all logs of all directories.
func (b *Broker) load(h *Host, l *loading) error {
	b.emit(h, event.LoadingLogs{Dirs: paths(b.live())})
	for _, d := range b.live() {
		if err := b.loadDir(h, d, l); err != nil {
			return err
		}
	}
	for _, f := range l.failed {
		b.offline(h, f.dir, "Error while loading log dir "+f.dir, f.thrown)
	}
	b.emit(h, event.LogsLoaded{Logs: l.total, Unclean: l.unclean})
	return nil
}

// loadDir opens the logs of one directory. An I/O error takes only the directory out of service.
func (b *Broker) loadDir(h *Host, d logDir, l *loading) error {
	job, err := b.survey(h, d)
	if isIO(err) {
		b.loadFailed(h, d.path, err, l)
		return nil
	}
	if err != nil {
		return err
	}
	l.total += len(job.logs)
	if !job.clean && len(job.logs) > 0 {
		l.unclean = append(l.unclean, d.path)
	}
	h.within("log-recovery-"+d.path+"-0", func() { err = b.loadLogs(h, d, job, l) })
	if err != nil {
		b.emit(h, event.LoadFailed{Thrown: err})
		return err
	}
	d, _ = b.dir(d.path)
	d.clean = !d.offline
	b.setDir(d)
	return nil
}

// dirJob is what a log directory holds, and the two checkpoints that loading needs.
type dirJob struct {
	logs                      []logName
	clean                     bool
	recoveryPoints, logStarts map[checkpoint.TopicPartition]int64
}

// survey looks what a directory holds and takes its clean marker away.
func (b *Broker) survey(h *Host, d logDir) (job dirJob, err error) {
	marker := d.path + "/" + checkpoint.CleanShutdown
	if job.clean = b.disk.Exists(marker); job.clean {
		if err := b.disk.Remove(marker); err != nil {
			return job, err
		}
	}
	job.recoveryPoints = b.readOffsets(h, d, checkpoint.RecoveryPoint)
	job.logStarts = b.readOffsets(h, d, checkpoint.LogStart)
	if job.logs, err = b.logsIn(d.path); err != nil {
		return job, err
	}
	b.emit(h, event.LogDirLoading{Dir: d.path, Logs: len(job.logs), Clean: job.clean})
	return job, nil
}

// loadFailed notes an I/O error; the directory goes out of service once the others are loaded.
func (b *Broker) loadFailed(h *Host, dir string, err error, l *loading) {
	b.emit(h, event.LogDirLoadFailed{Dir: dir, Thrown: err})
	l.failed = append(l.failed, dirFailure{dir, err})
}

// readOffsets reads a checkpoint; one that cannot be understood counts as empty.
func (b *Broker) readOffsets(h *Host, d logDir, file string) map[checkpoint.TopicPartition]int64 {
	list, err := checkpoint.ReadOffsets(b.disk, d.path+"/"+file)
	if storageError(err) {
		e := kerr.As(err)
		b.offline(h, d.path, e.Message, e.Cause)
	}
	switch {
	case err != nil && file == checkpoint.RecoveryPoint:
		b.emit(h, event.RecoveryPointsUnreadable{Dir: d.path, Thrown: err})
	case err != nil && file == checkpoint.LogStart:
		b.emit(h, event.LogStartsUnreadable{Dir: d.path, Thrown: err})
	}
	m := make(map[checkpoint.TopicPartition]int64, len(list))
	for _, e := range list {
		m[e.TopicPartition] = e.Offset
	}
	return m
}

// loadLogs opens one log after the other. One that fails by an I/O error is left closed.
func (b *Broker) loadLogs(h *Host, d logDir, job dirJob, l *loading) error {
	for i, n := range job.logs {
		log, err := b.loadLog(h, d, n, job, l)
		if isIO(err) {
			b.loadFailed(h, d.path, err, l)
		} else if err != nil && !storageError(err) {
			b.loaded(h, d, n, nil, i+1, len(job.logs))
			return err
		}
		b.loaded(h, d, n, log, i+1, len(job.logs))
	}
	return nil
}

// loaded reports one log, nil if it could not be opened.
func (b *Broker) loaded(h *Host, d logDir, n logName, l *plog.Log, done, total int) {
	if l == nil {
		part := event.Partition{Topic: n.topic, Number: n.number, LogDir: d.path, DirName: n.name}
		b.emit(h, event.LogLoadFailed{Partition: part, Done: done, Total: total})
		return
	}
	b.emit(h, event.LogLoaded{Partition: l.Partition(), Log: l.Describe(), Segments: l.NumberOfSegments(),
		LocalLogStart: l.LogStartOffset(), Done: done, Total: total})
}

func (b *Broker) loadLog(h *Host, d logDir, n logName, job dirJob, l *loading) (*plog.Log, error) {
	r := Replica{Topic: n.topic, Number: n.number, Overrides: l.overrides(n.topic)}
	tp := checkpoint.TopicPartition{Topic: n.topic, Partition: n.number}
	path := d.path + "/" + n.name
	o := opening{clean: job.clean, recoveryPoint: job.recoveryPoints[tp], logStart: job.logStarts[tp]}
	if err := b.twice(r.Name(), path, n.suffix); err != nil {
		return nil, err
	}
	log, err := b.open(h, r, path, d.path, o)
	if err != nil {
		return nil, err
	}
	switch n.suffix {
	case deleteSuffix:
		b.queue = append(b.queue[:len(b.queue):len(b.queue)], deletion{path, h.Now()})
	case straySuffix:
		b.emit(h, event.StrayLoaded{Partition: event.Partition{Topic: n.topic, Number: n.number, LogDir: d.path}, Path: path})
	case "":
		return log, b.checkStray(h, r, l)
	}
	return log, nil
}

// twice refuses a second directory of a partition.
func (b *Broker) twice(name, path, suffix string) error {
	if other := b.Log(name); other != nil && suffix == "" {
		return kerr.ErrIllegalState.With("Duplicate log directories for %s are found in both %s and %s. It is likely because log directory failure happened while broker was replacing current replica with future replica. Recover broker from this failure by manually deleting one of the two directories for this partition. It is recommended to delete the partition in the log directory that is known to have failed recently.",
			name, path, other.Dir())
	}
	if other := b.Future(name); other != nil && suffix == futureSuffix {
		return kerr.ErrIllegalState.With("Duplicate log directories found: %s, %s", path, other.Dir())
	}
	return nil
}

// checkStray renames a log that the metadata does not give to this broker.
func (b *Broker) checkStray(h *Host, r Replica, how *loading) error {
	l := b.Log(r.Name())
	if !b.isStray(h, r, l, how) {
		return nil
	}
	from := l.Dir()
	to, err := b.condemn(h, &b.logs, r.Name(), straySuffix, func() {})
	if err == nil {
		b.emit(h, event.StrayRenamed{Partition: l.Partition(), Path: from, To: to})
	}
	return err
}

// isStray says why a log does not belong to this broker.
func (b *Broker) isStray(h *Host, r Replica, l *plog.Log, how *loading) bool {
	switch {
	case how.assigned != nil:
		if id, ok := how.assigned(r.Topic, r.Number); ok && (l.TopicID().IsZero() || l.TopicID().String() == id) {
			return false
		}
	case how.replicas == nil:
		return false
	case l.TopicID().IsZero():
		return true
	default:
		list := how.replicas(l.TopicID().String(), r.Number)
		if slices.Contains(list, b.id) {
			return false
		}
		if len(list) > 0 {
			b.emit(h, event.StrayNotAssigned{Partition: l.Partition(), Log: l.Describe(), Replicas: list, Broker: b.id})
			return true
		}
	}
	b.emit(h, event.StrayUnknownTopic{Partition: l.Partition(), Log: l.Describe(), TopicID: l.TopicID().String()})
	return true
}

// Endings of the directories of partitions that are not live.
const (
	deleteSuffix = "-delete"
	straySuffix  = "-stray"
	futureSuffix = "-future"
)

// logName is the name of a partition's directory, taken apart.
type logName struct {
	name   string
	topic  string
	number int32
	suffix string // "" for a live partition
}

func parseDir(logDir, name string) (logName, error) {
	rest, suffix := name, ""
	for _, s := range []string{deleteSuffix, straySuffix, futureSuffix} {
		if strings.HasSuffix(name, s) {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				return logName{}, notALog(logDir, name)
			}
			rest, suffix = name[:dot], s
		}
	}
	dash := strings.LastIndexByte(rest, '-')
	if dash <= 0 {
		return logName{}, notALog(logDir, name)
	}
	n, err := strconv.ParseInt(rest[dash+1:], 10, 32)
	if err != nil {
		return logName{}, notALog(logDir, name)
	}
	return logName{name, rest[:dash], int32(n), suffix}, nil
}

func notALog(logDir, name string) error {
	return kerr.ErrKafka.With("Found directory %s/%s, '%s' is not in the form of topic-partition or topic-partition.uniqueId-delete (if marked for deletion).\nKafka's log directories (and children) should only contain Kafka topic data.",
		logDir, name, name)
}
