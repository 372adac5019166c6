package broker

import (
	"slices"

	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
)

// enter tells the disk the time and on whose behalf it works. Every change begins with it.
func (b *Broker) enter(h *Host) {
	b.disk.SetTime(h.Now())
	b.disk.SetProcess(b.PID())
}

// env is what a log needs from outside for one call.
func (b *Broker) env(h *Host) *plog.Env {
	b.enter(h)
	return &plog.Env{
		Now:      h.Now(),
		Disk:     b.disk,
		Emit:     func(e event.Event) { b.emit(h, e) },
		Schedule: func(t clock.Task) uint64 { return h.Clock.Schedule(t) },
		Cancel:   func(id uint64) { h.Clock.Cancel(id) },
		Jitter:   h.Random.Int32,
		Offline:  func(dir string) bool { d, ok := b.dir(dir); return ok && d.offline },
		Fail:     func(dir string) { b.fail(h, dir) },
		Codecs:   h.Codecs,
		Trace:    h.Walk != nil,
		Stages:   h.Walk != nil,
	}
}

// Env is for reading a log by its own methods, on a fork that is thrown away.
func (b *Broker) Env(h *Host) *plog.Env { return b.env(h) }

// fail takes a log directory out of service after an I/O error. The logs in it are dealt with by handleFailure, as
// Kafka's LogDirFailureHandler does a moment later.
func (b *Broker) fail(h *Host, dir string) {
	d, ok := b.dir(dir)
	if !ok || d.offline {
		return
	}
	d.offline, d.clean = true, false
	b.setDir(d)
	h.Clock.Schedule(clock.Task{Name: TaskDirFailure, Owner: b.owner(), Due: h.Now(), Args: []string{dir}})
}

// offline takes a log directory out of service and says why, as LogDirFailureChannel does: every time, not only the first.
func (b *Broker) offline(h *Host, dir, what string, err error) {
	b.emit(h, event.IOFailed{Dir: dir, Message: what, Thrown: err})
	b.fail(h, dir)
}

// With runs a change of a live log.
func (b *Broker) With(h *Host, name string, change func(*plog.Env, *plog.Log) error) error {
	if !b.running {
		return kerr.ErrTimeout.With("Broker %d is not running", b.id)
	}
	l := b.edit(&b.logs, name)
	if l == nil {
		return kerr.ErrNotLeaderOrFollower.With("Leader not local for partition %s on broker %d", name, b.id)
	}
	return change(b.env(h), l)
}

// appendLog writes to server.log, or to log-cleaner.log what Kafka's configuration of its loggers sends there. Like a
// logger, it gives up silently when the disk does.
func (b *Broker) appendLog(logger, text string) {
	file, size := b.logFile, &b.logSize
	switch logger {
	case event.LogCleaner, event.LogLogCleaner, event.LogCleanerThread:
		file, size = b.cleanerFile, &b.cleanerSize
	}
	if file == 0 {
		return
	}
	n, err := b.disk.WriteAt(file, []byte(text), *size)
	if err == nil || n > 0 {
		*size += int64(n)
	}
}

// openLogs opens server.log and log-cleaner.log for appending.
func (b *Broker) openLogs() {
	if b.disk.MkdirAll("/var/log/kafka") == nil {
		b.logFile, b.logSize = b.openLog(LogPath)
		b.cleanerFile, b.cleanerSize = b.openLog(CleanerLogPath)
	}
}

func (b *Broker) openLog(path string) (disk.Handle, int64) {
	file, err := b.disk.Create(path)
	if err != nil {
		return 0, 0
	}
	info, _ := b.disk.StatHandle(file) // an open handle has a file
	return file, info.Size
}

// liveNames lists the live logs, so that a loop may change the map.
func (b *Broker) liveNames() []string {
	return names(&b.logs)
}

func names(m *cow.Map[string, held]) []string {
	list := make([]string, 0, m.Len())
	for name := range m.All() {
		list = append(list, name)
	}
	return list
}

func paths(dirs []logDir) []string {
	list := make([]string, len(dirs))
	for i, d := range dirs {
		list[i] = d.path
	}
	return list
}

// serves says that a log directory is in service. A log manager without LogDirFailureHandler goes on with one that has
// failed.
func (b *Broker) serves(dir string) bool {
	d, ok := b.dir(dir)
	return ok && !d.gone && (!d.offline || b.unattended)
}

// live lists the directories that are in service.
func (b *Broker) live() []logDir {
	return slices.DeleteFunc(slices.Clone(b.dirs), func(d logDir) bool { return !b.serves(d.path) })
}

// failedDirs lists the paths of those that are not.
func (b *Broker) failedDirs() []string {
	return paths(slices.DeleteFunc(slices.Clone(b.dirs), func(d logDir) bool { return b.serves(d.path) }))
}
