package conform

import (
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cleaner"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// openCleaner is a cleaner over the logs that were open when it was made.
type openCleaner struct {
	state cleaner.Cleaner
	cfg   cleaner.Config
	dirs  []string
	logs  []*plog.Log
}

func cleanerOperations() map[string]operation {
	return map[string]operation{
		"mapOpen": (*Driver).mapOpen, "mapPut": (*Driver).mapPut, "mapGet": (*Driver).mapGet,
		"cleanerOpen": (*Driver).cleanerOpen, "cleanerCandidates": (*Driver).cleanerCandidates, "cleanerCheckpoints": (*Driver).cleanerCheckpoints,
		"clean": (*Driver).clean, "cleanDirect": (*Driver).cleanDirect,
	}
}

func (d *Driver) mapOpen(op node) (any, error) {
	m := cleaner.NewOffsetMap(op.num("memory", 1024))
	d.small.maps[op.str("map", "m")] = &m
	return map[string]any{"slots": m.Slots()}, nil
}

// offsetMap is the map that an operation names.
func (d *Driver) offsetMap(op node) (*cleaner.OffsetMap, []byte, error) {
	m, ok := d.small.maps[op.str("map", "m")]
	if !ok {
		return nil, nil, &badOperation{"no such map"}
	}
	key, err := data(op["key"])
	return m, key, err
}

func (d *Driver) mapPut(op node) (any, error) {
	m, key, err := d.offsetMap(op)
	if err == nil {
		err = m.Put(key, op.num("offset", 0))
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{"size": m.Size(), "latestOffset": m.Latest()}, nil
}

func (d *Driver) mapGet(op node) (any, error) {
	m, key, err := d.offsetMap(op)
	if err != nil {
		return nil, err
	}
	return map[string]any{"offset": m.Get(key)}, nil
}

func (d *Driver) cleanerOpen(op node) (any, error) {
	given := op.object("config")
	c := &openCleaner{cfg: cleaner.Config{
		Threads: int(given.num("threads", 1)), DedupeBuffer: given.num("dedupeBufferSize", 4<<20), LoadFactor: given.float("loadFactor", 0.9),
		IOBuffer: int(given.num("ioBufferSize", 524288)), MaxMessage: int(given.num("maxMessageSize", 1048588)),
	}}
	for _, name := range sortedKeys(d.logs) {
		l := d.logs[name].Log
		c.logs = append(c.logs, l)
		if dir := l.Partition().LogDir; !slices.Contains(c.dirs, dir) {
			c.dirs = append(c.dirs, dir)
		}
	}
	for _, dir := range c.dirs {
		if err := checkpoint.Ensure(d.disk, dir+"/"+checkpoint.CleanerOffset); err != nil {
			return nil, err
		}
	}
	d.cleaner = c
	return none(nil)
}

func (d *Driver) theCleaner() (*openCleaner, error) {
	if d.manager != nil {
		return d.manager.asCleaner(), nil
	}
	if d.cleaner == nil {
		return nil, kerr.ErrIllegalState.With("no cleaner")
	}
	return d.cleaner, nil
}

// cleanerCandidates shows the numbers by which the cleaner chooses.
func (d *Driver) cleanerCandidates(node) (any, error) {
	c, err := d.theCleaner()
	if err != nil {
		return nil, err
	}
	known := cleaner.ReadCheckpoints(d.env(), c.dirs)
	rows := []any{}
	for _, l := range d.openNow() {
		if !l.Config().Compact {
			continue
		}
		p := l.Partition()
		offset, has := known[checkpoint.TopicPartition{Topic: p.Topic, Partition: p.Number}]
		v, err := cleaner.Judge(d.env(), l, offset, has)
		if err != nil {
			return nil, err
		}
		rows = append(rows, candidateRow(v))
	}
	return map[string]any{"candidates": rows}, nil
}

func candidateRow(v cleaner.Verdict) map[string]any {
	row := map[string]any{
		"log": v.Log, "checkpoint": nil, "firstDirtyOffset": v.FirstDirty, "firstUncleanableDirtyOffset": v.FirstUncleanable,
		"forceUpdateCheckpoint": v.WasReset(), "firstUncleanableOffset": v.Upper, "cleanBytes": v.CleanBytes, "cleanableBytes": v.CleanableBytes,
		"totalBytes": v.TotalBytes(), "ratio": event.Fixed(v.Ratio, 9), "compactionDelay": v.Delay,
	}
	if v.HasCheckpoint {
		row["checkpoint"] = v.Checkpoint
	}
	return row
}

func (d *Driver) cleanerCheckpoints(node) (any, error) {
	c, err := d.theCleaner()
	if err != nil {
		return nil, err
	}
	rows := []any{}
	for tp, offset := range cleaner.ReadCheckpoints(d.env(), c.dirs) {
		rows = append(rows, []any{tp.String(), offset})
	}
	slices.SortFunc(rows, func(a, b any) int { return strings.Compare(anyList(a)[0].(string), anyList(b)[0].(string)) })
	return map[string]any{"checkpoints": rows}, nil
}

// clean is one round of a cleaner thread.
func (d *Driver) clean(op node) (any, error) {
	c, err := d.theCleaner()
	if err != nil {
		return nil, err
	}
	cleaned, stats := c.state.Round(d.env(), c.cfg, c.dirs, c.logs, int(op.num("thread", 0)))
	row := map[string]any{"cleaned": cleaned}
	if cleaned {
		row["stats"] = statsRow(stats)
	}
	return row, nil
}

// cleanDirect is a pass over one log that nobody chose.
func (d *Driver) cleanDirect(op node) (any, error) {
	l, err := d.log()
	if err != nil {
		return nil, err
	}
	o := cleaner.Options{
		Thread: int(op.num("id", 0)), Memory: op.num("memory", 1<<20), LoadFactor: op.float("loadFactor", 0.9),
		Buffer: int(op.num("ioBufferSize", 262144)), MaxBuffer: int(op.num("maxIoBufferSize", 1048588)),
	}
	if op.has("slots") {
		o.Memory = 24 * op.num("slots", 0)
	}
	env := d.env()
	p := cleaner.NewPass(l.Log, op.num("firstDirty", l.LogStartOffset()), op.num("uncleanable", l.ActiveBase()), op.num("now", env.Now), o)
	if err := p.Run(env, l.Log, nil); err != nil {
		return nil, err
	}
	return map[string]any{"endOffset": p.End(), "mapSize": p.Map().Size(), "mapLatestOffset": p.Map().Latest(), "stats": statsRow(p.Stats())}, nil
}

func statsRow(s cleaner.Stats) map[string]any {
	return map[string]any{
		"bytesRead": s.BytesRead, "bytesWritten": s.BytesWritten, "mapMessagesRead": s.MapMessagesRead, "messagesRead": s.MessagesRead,
		"invalidMessagesRead": s.InvalidMessages, "messagesWritten": s.MessagesWritten, "bufferUtilization": event.Fixed(s.Utilization, 6),
	}
}

// withoutSpeeds replaces what the cleaner's statistics say about real time.
func withoutSpeeds(text string) string {
	if !strings.Contains(text, "Log cleaner thread ") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		at := strings.Index(line, " in ")
		if at < 0 || !strings.Contains(line, " seconds (") {
			continue
		}
		unit := "MB"
		if strings.Contains(line, "Mb/sec") {
			unit = "Mb"
		}
		rest := ")"
		switch {
		case strings.HasSuffix(line, "% of total time)"):
			rest = ", #% of total time)"
		case strings.HasSuffix(line, ")."):
			rest = ")."
		}
		lines[i] = line[:at] + " in # seconds (# " + unit + "/sec" + rest
	}
	return strings.Join(lines, "\n")
}
