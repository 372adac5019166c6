package cleaner

import (
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/plog"
)

// Explain tells what a pass over a log would do now, whether it is due or not: the numbers of the choice, and the fate of
// every batch and record. It is the pass itself, on copies of the log and of the disk; nothing of it stays.
func Explain(env *plog.Env, l *plog.Log, cfg Config, checkpoint int64, has bool) (Verdict, Trace, error) {
	aside := *env
	aside.Disk, aside.Emit = env.Disk.Fork(), event.Discard
	aside.Schedule, aside.Cancel = func(clock.Task) uint64 { return 0 }, func(uint64) {}
	aside.Fail = func(string) {}
	c := l.Fork()
	v, err := Judge(&aside, c, checkpoint, has)
	if err != nil {
		return v, Trace{}, err
	}
	var t Trace
	p := NewPass(c, v.FirstDirty, v.FirstUncleanable, env.Now, cfg.options(0))
	err = p.Run(&aside, c, &t)
	return v, t, err
}
