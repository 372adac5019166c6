package fuzz

import (
	"fmt"
	"maps"
)

// managerGen is what the mix manager remembers: a broker's log manager with its topics, directories and partitions.
type managerGen struct {
	now     int64
	dirs    []string
	topics  map[string]map[string]any
	logs    map[string]*managedLog
	gone    map[string]bool // names that were deleted: a broker would give them another topic id
	running bool
	leaving int // directories that may still wait for their removal
}

// managedLog is one partition.
type managedLog struct {
	end, seq int
	paused   bool
	future   int // messages in the copy on its way to another directory, counted from 1; 0: there is none
}

func newManagerGen() managerGen {
	return managerGen{now: 1735689600000, logs: map[string]*managedLog{}, gone: map[string]bool{}, topics: map[string]map[string]any{
		"a": {}, "m": {"flush.ms": "2000"},
		"d": {"retention.bytes": "900", "retention.ms": "-1"},
		"g": {"cleanup.policy": "compact", "min.cleanable.dirty.ratio": "0.1", "retention.ms": "-1"},
		"j": {"cleanup.policy": "compact,delete", "retention.ms": "40000", "min.cleanable.dirty.ratio": "0.3"},
	}}
}

// managerSteps are what happens to a log manager; the weights are per thousand.
func managerSteps() []step {
	return []step{
		{"create", 100, (*Gen).managedCreate}, {"append", 440, (*Gen).managedAppend}, {"advance", 160, (*Gen).managedAdvance},
		{"delete", 30, (*Gen).managedDelete}, {"move", 40, (*Gen).managedMove}, {"truncate", 40, (*Gen).managedTruncate},
		{"deleteRecords", 30, (*Gen).managedDeleteRecords}, {"config", 20, (*Gen).managedConfig}, {"look", 70, (*Gen).managedLook},
		{"flush", 20, (*Gen).managedFlush}, {"restart", 22, (*Gen).managedRestart}, {"crash", 18, (*Gen).managedCrash},
		{"damage", 5, (*Gen).managedDamage},
	}
}

// managed begins a step of the mix manager: it starts the manager first if there is none.
func (g *Gen) managed() {
	if !g.manager.running {
		g.manager.dirs = []string{"d0", "d1", "d2"}[:pick(g, 1, 2, 2, 3)]
		g.startManager()
		return
	}
	g.step()
}

// startManager starts a log manager over the directories with intervals of its own.
func (g *Gen) startManager() {
	m := &g.manager
	topics := map[string]any{}
	for name, settings := range m.topics {
		topics[name] = maps.Clone(settings)
	}
	o := op("lmOpen", "dirs", m.dirs, "topics", topics, "cleaner", Op{"backoffMs": pick(g, 5000, 15000)},
		"defaults", Op{"internal.segment.bytes": "400", "segment.index.bytes": "200", "index.interval.bytes": "100", "retention.ms": "60000",
			"file.delete.delay.ms": "5000", "cleanup.policy": "delete"},
		"autoClean", g.chance(80), "initialTaskDelayMs", pick(g, 1000, 30000), "retentionCheckMs", pick(g, 10000, 60000, 300000),
		"recoveryPointCheckpointMs", pick(g, 5000, 60000))
	if g.chance(40) {
		o["flushCheckMs"] = 1000
	}
	g.do(o)
	if g.chance(30) {
		g.do(op("lmReadCleanShutdownEpoch"))
	}
	g.do(op("lmStartup"))
	m.running = true
	for _, name := range sorted(m.logs) {
		m.logs[name].paused = false
	}
}

// someLog is a partition, or none if there is none yet.
func (g *Gen) someLog() (string, *managedLog) {
	names := sorted(g.manager.logs)
	if len(names) == 0 {
		return "", nil
	}
	name := names[g.r.IntN(len(names))]
	return name, g.manager.logs[name]
}

// withLog runs a step on one of the partitions; the first step makes one.
func (g *Gen) withLog(run func(name string, l *managedLog)) {
	if name, l := g.someLog(); l != nil {
		run(name, l)
	} else {
		g.managedCreate()
	}
}

func (g *Gen) managedCreate() {
	m := &g.manager
	topic := pick(g, sorted(m.topics)...)
	name := fmt.Sprintf("%s-%d", topic, g.r.IntN(3))
	if m.gone[name] {
		return
	}
	o := op("lmGetOrCreate", "log", name, "isNew", g.chance(80))
	if m.logs[name] == nil {
		if g.chance(40) {
			o["dir"] = pick(g, m.dirs...)
		}
		if g.chance(60) {
			o["topicId"] = "AAAAAAAAAAAAAAAAAAAA" + map[string]string{"a": "AQ", "d": "Ag", "g": "Aw", "j": "BA", "m": "BQ"}[topic]
		}
		m.logs[name] = &managedLog{}
	}
	g.do(o)
}

func (g *Gen) managedAppend() {
	g.withLog(func(name string, l *managedLog) {
		n := pick(g, 1, 1, 2, 3)
		plain := name[0] != 'g' && name[0] != 'j' && g.chance(50)
		var records []any
		for range n {
			r := Op{"ts": g.manager.now, "key": fmt.Sprint("k", g.r.IntN(5)), "value": Op{"fill": "v", "n": pick(g, 10, 60, 110)}}
			switch {
			case plain:
				r.with("key", nil, "value", Op{"fill": "v", "n": 80})
			case g.chance(30):
				r["value"] = nil
			}
			if g.chance(50) {
				r["ts"] = g.manager.now + pick[int64](g, 0, 0, 0, -50000, -100000, 5000, -1)
			}
			records = append(records, r)
		}
		batch := Op{"records": records}
		if g.chance(10) {
			batch.with("pid", 7, "pepoch", 0, "seq", l.seq)
			l.seq += n
		}
		g.do(op("appendLeader", "log", name, "epoch", 0, "batch", batch, "hw", g.chance(85)))
		l.end += n
	})
}

func (g *Gen) managedAdvance() {
	g.pass(pick(g, 1, 1, 2, 4, 5, 6, 15, 20))
}

// pass lets seconds pass, each by itself: files that a task writes get the time at which the operation ends.
func (g *Gen) pass(seconds int) {
	for range seconds {
		g.manager.now += 1000
		g.do(op("advance", "ms", 1000))
	}
}

func (g *Gen) managedDelete() {
	g.withLog(func(name string, l *managedLog) {
		if g.wild {
			return
		}
		g.do(op("lmAsyncDelete", "log", name, "stray", g.chance(25)))
		if l.future > 0 {
			g.do(op("lmAsyncDelete", "log", name, "future", true))
			g.manager.leaving++
		}
		delete(g.manager.logs, name)
		g.manager.gone[name] = true
		g.manager.leaving++
	})
}

// managedMove moves a partition to another directory: a copy is made, filled as a fetcher would, and takes the place.
func (g *Gen) managedMove() {
	g.withLog(func(name string, l *managedLog) {
		if len(g.manager.dirs) < 2 || g.wild { // a move that fails half-way leaves two directories, which are found in any order
			return
		}
		if l.future > 0 && g.chance(50) {
			record := Op{"ts": g.manager.now, "key": fmt.Sprint("k", g.r.IntN(4)), "value": Op{"fill": "v", "n": 110}}
			g.do(op("appendFollower", "log", name+"@future", "epoch", 100, "batches", []any{Op{"records": []any{record}, "baseOffset": l.future - 1, "leaderEpoch": 0}}))
			l.future++
			return
		}
		if !l.paused {
			g.do(op("lmPauseCleaning", "log", name))
			l.paused = true
		}
		if l.future == 0 {
			g.do(op("lmGetOrCreate", "log", name, "future", true, "dir", pick(g, g.manager.dirs...)))
			l.future = 1
			return
		}
		g.do(op("lmReplaceFuture", "log", name))
		g.manager.leaving++ // the old directory
		l.future, l.paused = 0, false
	})
}

func (g *Gen) managedTruncate() {
	g.withLog(func(name string, l *managedLog) {
		if g.chance(25) {
			g.do(op("lmTruncateFully", "log", name, "offset", g.r.IntN(20)))
			return
		}
		g.do(op("lmTruncateTo", "log", name, "offset", g.r.IntN(l.end+2)))
	})
}

func (g *Gen) managedDeleteRecords() {
	g.withLog(func(name string, l *managedLog) {
		g.do(op("deleteRecords", "log", name, "offset", pick(g, -1, 0, 1, 2, l.end)))
	})
}

func (g *Gen) managedConfig() {
	topic := pick(g, sorted(g.manager.topics)...)
	settings := maps.Clone(g.manager.topics[topic])
	maps.Copy(settings, pick(g, map[string]any{"retention.ms": "1000"}, map[string]any{"flush.ms": "500"}, map[string]any{"cleanup.policy": "delete"},
		map[string]any{"cleanup.policy": "compact"}, map[string]any{"retention.bytes": "500"}, map[string]any{"internal.segment.bytes": "300"}))
	g.manager.topics[topic] = settings
	g.do(op("lmTopicConfig", "topic", topic, "config", maps.Clone(settings)))
}

// managerFiles are the checkpoints in each directory.
var managerFiles = []string{"recovery-point-offset-checkpoint", "log-start-offset-checkpoint", "cleaner-offset-checkpoint"}

func (g *Gen) managedLook() {
	switch g.r.IntN(5) {
	case 0:
		g.do(op("lmNextDirs"))
	case 1:
		g.do(op("tasks"))
	case 2:
		g.do(op("cleanerCheckpoints"))
	case 3:
		g.do(op("lmCheckpoint"))
	default:
		g.do(op("fsRead", "file", pick(g, g.manager.dirs...)+"/"+pick(g, managerFiles...), "text", true))
	}
}

func (g *Gen) managedFlush() {
	g.withLog(func(name string, _ *managedLog) {
		g.do(op("flush", "log", name, "forceFlushActiveSegment", g.chance(50)))
	})
}

// settle waits until deleted directories have gone, unless it is one alone: a broker finds several in the order in which
// its file system lists their random names.
func (g *Gen) settle() {
	if g.manager.leaving > 1 {
		g.pass(45)
		g.manager.leaving = 0
	}
}

// managedRestart stops and starts the broker; what a stopped broker leaves may be touched meanwhile.
func (g *Gen) managedRestart() {
	g.settle()
	g.do(op("lmShutdown", "brokerEpoch", g.r.IntN(50)))
	if g.chance(30) {
		g.do(op("fsDelete", "file", pick(g, g.manager.dirs...)+"/.kafka_cleanshutdown"))
	}
	if g.chance(15) {
		g.do(op("fsMkdir", "file", g.manager.dirs[0]+"/"+pick(g, "q-3", "remote-log-index-cache", "__cluster_metadata-0")))
	}
	g.startManager()
}

func (g *Gen) managedCrash() {
	g.settle()
	g.do(op("crash"))
	g.startManager()
}

// managedDamage puts another checkpoint in a directory's place while the broker is down. A directory that fails by it
// keeps what waits there for its removal.
func (g *Gen) managedDamage() {
	g.manager.leaving *= 2
	g.settle()
	g.do(op("crash"))
	g.odd(op("fsPut", "file", pick(g, g.manager.dirs...)+"/"+pick(g, managerFiles...),
		"data", pick(g, "", "7\n", "garbage\n", "0\n1\na 0 5\n", "0\n2\na 0 1\n")))
	g.startManager()
}
