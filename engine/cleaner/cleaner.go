package cleaner

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// Config are the broker's settings of the cleaner.
type Config struct {
	Threads        int     // log.cleaner.threads
	DedupeBuffer   int64   // log.cleaner.dedupe.buffer.size, of all threads together, bytes
	LoadFactor     float64 // log.cleaner.io.buffer.load.factor
	IOBuffer       int     // log.cleaner.io.buffer.size, of all threads together, bytes
	MaxMessage     int     // message.max.bytes
	BytesPerSecond float64 // log.cleaner.io.max.bytes.per.second
}

// options are those of one thread.
func (c Config) options(thread int) Options {
	threads := max(c.Threads, 1)
	return Options{
		Thread: thread, Memory: min(c.DedupeBuffer/int64(threads), math.MaxInt32), LoadFactor: c.LoadFactor,
		Buffer: c.IOBuffer / threads / 2, MaxBuffer: c.MaxMessage,
	}
}

// Cleaner is the state of the cleaner of one process: what is being cleaned, and what must not be. The logs themselves,
// and the checkpoint files, are the caller's. Fork copies it.
type Cleaner struct {
	work        []work     // one for each thread that is busy; replaced, never changed in place
	paused      []pause    // by name; replaced, never changed in place
	uncleanable []location // replaced, never changed in place
}

// work is a log in the hands of a thread.
type work struct {
	thread int
	name   string
	pass   *Pass
	behind event.CleanersBehind // how it stood when the log was chosen
}

type pause struct {
	name  string
	count int
}

type location struct{ dir, name string }

// Choose judges the logs and gives the filthiest one to a thread. The logs are those of the broker that are open, for
// changing; dirs are the log directories in service. It returns the verdicts in the order in which Kafka looks at the
// logs, and the chosen log, "" if there is none. ok is false if a log could not be judged; it is uncleanable from now on.
func (c *Cleaner) Choose(env *plog.Env, cfg Config, dirs []string, logs []*plog.Log, thread int) (verdicts []Verdict, chosen string, ok bool) {
	known := ReadCheckpoints(env, dirs)
	behind := event.CleanersBehind{Thread: thread}
	var best *Verdict
	var of *plog.Log
	for _, l := range mapOrder(logs) {
		v, err := c.judge(env, l, known)
		if err != nil {
			c.giveUp(env, l, thread, err)
			return verdicts, "", false
		}
		if v.WasReset() {
			c.checkpoint(env, logs, l, v.FirstDirty)
		}
		if v.Delay > 0 {
			behind.Delayed, behind.MaxDelay = behind.Delayed+1, max(behind.MaxDelay, v.Delay)
		}
		verdicts = append(verdicts, v)
		if v.Outcome != Cleanable {
			continue
		}
		behind.Cleanable++
		if now := &verdicts[len(verdicts)-1]; best == nil || now.Ratio > best.Ratio {
			best, of = now, l
		}
	}
	if of == nil {
		return verdicts, "", true
	}
	mark(verdicts, best.Log)
	pass := NewPass(of, best.FirstDirty, best.FirstUncleanable, env.Now, cfg.options(thread))
	c.work = append(slices.Clone(c.work), work{thread, of.Name(), pass, behind})
	return verdicts, of.Name(), true
}

func mark(verdicts []Verdict, name string) {
	for i := range verdicts {
		if verdicts[i].Log == name {
			verdicts[i].Outcome = Chosen
		}
	}
}

// judge is Judge for a log that may be out of the question.
func (c *Cleaner) judge(env *plog.Env, l *plog.Log, known map[checkpoint.TopicPartition]int64) (Verdict, error) {
	outcome := c.excluded(l)
	if outcome != Chosen {
		return Verdict{Log: l.Name(), Outcome: outcome}, nil
	}
	offset, has := known[partition(l)]
	return Judge(env, l, offset, has)
}

// excluded says why a log is out of the question; Chosen if it is not.
func (c *Cleaner) excluded(l *plog.Log) Outcome {
	name := l.Name()
	switch {
	case !l.Config().Compact:
		return NotCompacted
	case slices.ContainsFunc(c.work, func(w work) bool { return w.name == name }):
		return Busy
	case slices.ContainsFunc(c.paused, func(p pause) bool { return p.name == name }):
		return Paused
	case slices.Contains(c.uncleanable, whereabouts(l)):
		return Uncleanable
	}
	return Chosen
}

// Working returns the log that a thread works on, "" if it is idle, and the pass, for looking at it.
func (c *Cleaner) Working(thread int) (name string, pass *Pass) {
	for _, w := range c.work {
		if w.thread == thread {
			return w.name, w.pass
		}
	}
	return "", nil
}

// Step does the next piece of a thread's work on its log. more is false when the log is done, well or not; ok tells a
// pass that ended in failure from the others.
func (c *Cleaner) Step(env *plog.Env, l *plog.Log, logs []*plog.Log, thread int) (more, ok bool) {
	at := slices.IndexFunc(c.work, func(w work) bool { return w.thread == thread })
	if at < 0 {
		return false, true
	}
	w := c.work[at]
	more, err := w.pass.Step(env, l, nil)
	if err == nil && more {
		return true, true
	}
	if err != nil {
		w.pass.Abandon(env, l, errors.Is(err, ErrAborted))
	}
	c.work = slices.Delete(slices.Clone(c.work), at, at+1)
	return false, c.done(env, l, logs, w, err)
}

// done is the end of a log's cleaning: statistics, checkpoint, and what is to be said of a failure.
func (c *Cleaner) done(env *plog.Env, l *plog.Log, logs []*plog.Log, w work, err error) (ok bool) {
	end := w.pass.first
	if err == nil {
		end = w.pass.End()
		c.report(env, l, w)
	}
	// Of an I/O error the log directory has been told, and nobody will clean there any more.
	failed := err != nil && !errors.Is(err, ErrAborted) && !errors.Is(err, kerr.ErrKafkaStorage) && !l.CleaningFailed(env, err)
	c.checkpoint(env, logs, l, end)
	if failed {
		c.giveUp(env, l, w.thread, err)
	}
	return !failed
}

func (c *Cleaner) report(env *plog.Env, l *plog.Log, w work) {
	s := w.pass.Stats()
	env.Emit(s.report(l.Partition(), w.thread, w.pass.first, w.pass.End()))
	if w.behind.Delayed > 0 {
		env.Emit(w.behind)
	}
	if s.InvalidMessages > 0 {
		env.Emit(event.InvalidMessagesCleaned{Partition: l.Partition(), Thread: w.thread, Count: s.InvalidMessages})
	}
}

// giveUp marks a log as uncleanable until the process ends.
func (c *Cleaner) giveUp(env *plog.Env, l *plog.Log, thread int, err error) {
	thrown := kerr.New("LogCleaningException", "%s", message(err)).Because(err)
	env.Emit(event.MarkedUncleanable{Partition: l.Partition(), Thread: thread, Log: l.Describe(), Thrown: thrown})
	if at := whereabouts(l); !slices.Contains(c.uncleanable, at) {
		c.uncleanable = append(slices.Clone(c.uncleanable), at)
	}
}

func message(err error) string {
	if e := kerr.As(err); e != nil {
		return e.Message
	}
	return err.Error()
}

// DeleteOld runs retention on the compacted logs, as a cleaner thread does after every attempt at cleaning: those with
// delete in their policy lose what is too old or too much, all of them what lies below the log start offset. It ends at
// the first log that refuses, which is uncleanable from now on; then ok is false, and the thread rests.
func (c *Cleaner) DeleteOld(env *plog.Env, logs []*plog.Log, thread int) (ok bool) {
	for _, l := range mapOrder(logs) {
		if c.excluded(l) != Chosen {
			continue
		}
		if _, err := l.DeleteOldSegments(env); err != nil {
			c.giveUp(env, l, thread, err)
			return false
		}
	}
	return true
}

// Round is one turn of a thread's loop: choose a log, clean it, delete what is old. cleaned tells that there was a log,
// so that the thread goes on at once; otherwise it waits for log.cleaner.backoff.ms.
func (c *Cleaner) Round(env *plog.Env, cfg Config, dirs []string, logs []*plog.Log, thread int) (cleaned bool, stats Stats) {
	_, name, ok := c.Choose(env, cfg, dirs, logs, thread)
	if !ok {
		return false, stats
	}
	if name != "" {
		_, pass := c.Working(thread)
		l := logs[slices.IndexFunc(logs, func(l *plog.Log) bool { return l.Name() == name })]
		for more := true; more; {
			more, ok = c.Step(env, l, logs, thread)
		}
		stats = pass.Stats()
		if !ok {
			return false, stats
		}
	}
	ok = c.DeleteOld(env, logs, thread)
	c.Forget(logs)
	return name != "" && ok, stats
}

// Forget drops what is known of logs that are gone.
func (c *Cleaner) Forget(logs []*plog.Log) {
	c.uncleanable = slices.DeleteFunc(slices.Clone(c.uncleanable), func(u location) bool {
		return !slices.ContainsFunc(logs, func(l *plog.Log) bool { return l.Name() == u.name })
	})
}

// Abort gives up the cleaning of a log, if it is being cleaned; its unfinished output is removed. nil: the log's files
// are gone or about to go.
func (c *Cleaner) Abort(env *plog.Env, l *plog.Log) (was bool) {
	at := slices.IndexFunc(c.work, func(w work) bool { return w.name == l.Name() })
	if at < 0 {
		return false
	}
	c.work[at].pass.Abandon(env, l, true)
	c.work = slices.Delete(slices.Clone(c.work), at, at+1)
	return true
}

// Pause is Abort and keeps threads off the log until Resume was called as often.
func (c *Cleaner) Pause(env *plog.Env, l *plog.Log) {
	c.Abort(env, l)
	c.paused = slices.Clone(c.paused)
	if at := slices.IndexFunc(c.paused, func(p pause) bool { return p.name == l.Name() }); at >= 0 {
		c.paused[at].count++
		return
	}
	c.paused = append(c.paused, pause{l.Name(), 1})
}

// Resume lets threads have a log again. Error: kerr.ErrIllegalState if it was not paused.
func (c *Cleaner) Resume(name string) error {
	at := slices.IndexFunc(c.paused, func(p pause) bool { return p.name == name })
	if at < 0 {
		return failing("Compaction for partition %s cannot be resumed since it is not paused.", name)
	}
	c.paused = slices.Clone(c.paused)
	if c.paused[at].count--; c.paused[at].count == 0 {
		c.paused = slices.Delete(c.paused, at, at+1)
	}
	return nil
}

// Fork returns a copy.
func (c *Cleaner) Fork() Cleaner {
	f := *c
	f.work = slices.Clone(c.work)
	for i := range f.work {
		f.work[i].pass = f.work[i].pass.Fork()
	}
	return f
}

// Code writes or reads the cleaner.
func (c *Cleaner) Code(s *store.Coder) {
	s.Version(1)
	store.Slice(s, &c.work, func(s *store.Coder, w *work) {
		s.Int(&w.thread)
		s.String(&w.name)
		if s.Reading() {
			w.pass = new(Pass)
		}
		w.pass.Code(s)
		s.Int(&w.behind.Thread)
		s.Int(&w.behind.Cleanable)
		s.Int(&w.behind.Delayed)
		s.Int64(&w.behind.MaxDelay)
	})
	store.Slice(s, &c.paused, func(s *store.Coder, p *pause) {
		s.String(&p.name)
		s.Int(&p.count)
	})
	store.Slice(s, &c.uncleanable, func(s *store.Coder, u *location) {
		s.String(&u.dir)
		s.String(&u.name)
	})
}

func partition(l *plog.Log) checkpoint.TopicPartition {
	return checkpoint.TopicPartition{Topic: l.Partition().Topic, Partition: l.Partition().Number}
}

func whereabouts(l *plog.Log) location { return location{l.Partition().LogDir, l.Name()} }

// mapOrder is the order in which a java.util.concurrent.ConcurrentHashMap with the logs yields them. Its table doubles
// when it becomes three quarters full.
func mapOrder(logs []*plog.Log) []*plog.Log {
	order := slices.Clone(logs)
	slices.SortFunc(order, func(a, b *plog.Log) int { return cmp.Compare(a.Name(), b.Name()) })
	buckets := 16
	for len(order) >= buckets/4*3 {
		buckets *= 2
	}
	checkpoint.HashOrder(order, buckets, func(l *plog.Log) int32 { return partition(l).Hash() })
	return order
}

// Wait is the time in ms that a thread has to pause after it has read and written so many bytes, by
// log.cleaner.io.max.bytes.per.second. Work itself takes no virtual time; this is the only way in which a pass lasts.
func (c Config) Wait(bytes int64) int64 {
	if c.BytesPerSecond <= 0 {
		return 0
	}
	return int64(min(float64(bytes)*1000/c.BytesPerSecond+0.5, math.MaxInt32))
}
