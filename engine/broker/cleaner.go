package broker

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cleaner"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/plog"
)

// TaskCleaner is the beginning of the name of a cleaner thread, which is a task here; its number follows.
const TaskCleaner = "kafka-log-cleaner-thread-"

// cleanerThread reads the number in a thread's name.
func cleanerThread(task string) (int, bool) {
	number, ok := strings.CutPrefix(task, TaskCleaner)
	n, err := strconv.Atoi(number)
	return n, ok && err == nil
}

// startCleaner starts the cleaner's threads; they look for work at once.
func (b *Broker) startCleaner(h *Host) {
	if !b.config.Bool("log.cleaner.enable") {
		b.emit(h, event.CleanerDisabled{})
		return
	}
	for _, d := range b.live() {
		b.ensure(h, d, checkpoint.CleanerOffset)
	}
	b.emit(h, event.CleanerStarted{})
	for thread := range b.cleanerThreads() {
		if b.config.Int("log.cleaner.dedupe.buffer.size")/int64(b.cleanerThreads()) > math.MaxInt32 {
			b.emit(h, event.CleanerBufferExcess{Thread: thread})
		}
		b.emit(h, event.CleanerThread{Thread: thread, Step: event.ThreadStarting})
		b.cleanLater(h, thread, 0)
	}
	if b.cleanerThreads() == 0 {
		b.emit(h, event.CleanerWithoutThreads{})
	}
}

// stopCleaner ends the threads. What they had begun is given up, and its files go.
func (b *Broker) stopCleaner(h *Host) {
	if !b.config.Bool("log.cleaner.enable") {
		return
	}
	b.emit(h, event.CleanerStopping{})
	for thread := range b.cleanerThreads() {
		for _, step := range [...]string{event.ThreadStopping, event.ThreadStopped, event.ThreadCompleted} {
			b.emit(h, event.CleanerThread{Thread: thread, Step: step})
		}
	}
	for _, name := range b.liveNames() {
		b.abortCleaning(h, name)
	}
}

func (b *Broker) cleanerThreads() int { return int(b.config.Int("log.cleaner.threads")) }

// cleanerConfig are the settings in force.
func (b *Broker) cleanerConfig() cleaner.Config { return cleanerConfig(b.config) }

func cleanerConfig(c config.Broker) cleaner.Config {
	return cleaner.Config{
		Threads: int(c.Int("log.cleaner.threads")), DedupeBuffer: c.Int("log.cleaner.dedupe.buffer.size"), LoadFactor: c.Float("log.cleaner.io.buffer.load.factor"),
		IOBuffer: int(c.Int("log.cleaner.io.buffer.size")), MaxMessage: int(c.Int("message.max.bytes")),
		BytesPerSecond: c.Float("log.cleaner.io.max.bytes.per.second"),
	}
}

// reconfigureCleaner starts the threads anew if one of their settings is about to change.
func (b *Broker) reconfigureCleaner(h *Host, next config.Broker) (restart func()) {
	was, is := b.cleanerConfig(), cleanerConfig(next)
	const backoff = "log.cleaner.backoff.ms"
	if was == is && b.config.Int(backoff) == next.Int(backoff) || !b.running || !b.config.Bool("log.cleaner.enable") {
		return func() {}
	}
	if was.BytesPerSecond != is.BytesPerSecond {
		b.emit(h, event.CleanerThrottleChanged{BytesPerSecond: is.BytesPerSecond})
	}
	b.stopCleaner(h)
	for t := range h.Clock.Tasks() {
		if _, ok := cleanerThread(t.Name); ok && t.Owner == b.owner() {
			h.Clock.Cancel(t.ID)
		}
	}
	return func() { b.startCleaner(h) }
}

// cleanLater lets a thread go on after a while.
func (b *Broker) cleanLater(h *Host, thread int, delay int64) {
	h.Clock.Schedule(clock.Task{Name: TaskCleaner + strconv.Itoa(thread), Owner: b.owner(), Due: h.Now() + delay})
}

// clean is the loop of a cleaner thread until it sleeps: because there is nothing to clean, for
// log.cleaner.backoff.ms, or because it has read and written as much as the throttle allows.
func (b *Broker) clean(h *Host, thread int) {
	cfg, logs := b.cleanerConfig(), b.cleanable()
	for {
		name, pass := b.cleaner.Working(thread)
		if name == "" {
			logs = b.cleanable() // the pass before may have taken a directory out of service
			if !b.takeLog(h, cfg, logs, thread) {
				break
			}
			continue
		}
		more, ok := b.cleaner.Step(b.env(h), b.edit(&b.logs, name), logs, thread)
		if ok && !more {
			ok = b.cleaner.DeleteOld(b.env(h), logs, thread)
		}
		switch wait := cfg.Wait(pass.Moved()); {
		case !ok:
			b.cleanLater(h, thread, b.config.Int("log.cleaner.backoff.ms"))
			return
		case more && wait > 0:
			b.cleanLater(h, thread, wait)
			return
		}
	}
	b.cleaner.Forget(logs)
	b.cleanLater(h, thread, b.config.Int("log.cleaner.backoff.ms"))
}

// takeLog gives a thread the filthiest log. Without one, what is too old is deleted.
func (b *Broker) takeLog(h *Host, cfg cleaner.Config, logs []*plog.Log, thread int) bool {
	var dirs []string
	for _, d := range b.live() {
		dirs = append(dirs, d.path)
	}
	_, chosen, ok := b.cleaner.Choose(b.env(h), cfg, dirs, logs, thread)
	if chosen == "" && ok {
		b.cleaner.DeleteOld(b.env(h), logs, thread)
	}
	return chosen != ""
}

// cleanable are the live logs in directories that are in service, those that may be cleaned for changing.
func (b *Broker) cleanable() (logs []*plog.Log) {
	for _, name := range b.liveNames() {
		l := b.Log(name)
		if !b.serves(l.Partition().LogDir) {
			continue
		}
		if l.Config().Compact {
			l = b.edit(&b.logs, name)
		}
		logs = append(logs, l)
	}
	return logs
}

// abortCleaning gives up the cleaning of a log, if there is one.
func (b *Broker) abortCleaning(h *Host, name string) {
	if l := b.edit(&b.logs, name); l != nil {
		b.cleaner.Abort(b.env(h), l)
	}
}

// tidyCleaner drops deleted partitions from the cleaner's checkpoint of a directory.
func (b *Broker) tidyCleaner(h *Host, dir string) {
	if b.config.Bool("log.cleaner.enable") {
		b.cleaner.Tidy(b.env(h), b.cleanable(), dir)
	}
}

// CleanerVerdicts says of every compacted log here whether it would be cleaned now, and why. It is meant for a fork
// that is thrown away: measuring opens indexes.
func (b *Broker) CleanerVerdicts(h *Host) ([]cleaner.Verdict, error) {
	if !b.running {
		return nil, fmt.Errorf("broker %d is not running", b.id)
	}
	var dirs []string
	for _, d := range b.live() {
		dirs = append(dirs, d.path)
	}
	aside := b.cleaner.Fork()
	verdicts, _, _ := aside.Choose(b.env(h), b.cleanerConfig(), dirs, b.cleanable(), -1)
	return verdicts, nil
}
