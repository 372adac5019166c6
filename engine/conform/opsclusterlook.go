package conform

import (
	"fmt"
	"maps"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/metadata"
	"logarium/engine/plog"
)

// What a result tells of a cluster.

// logs are the logs of all brokers, by the names of their directories.
func (c *simCluster) logs() map[string]*plog.Log {
	all := map[string]*plog.Log{}
	for _, b := range c.brokers {
		if b.alive {
			maps.Copy(all, b.manager.open())
		}
	}
	return all
}

// host is the broker in whose directory a log lies.
func (c *simCluster) host(log string) *simBroker {
	for _, b := range c.brokers {
		if strings.HasPrefix(log, "b"+numeral(b.id)+"/") {
			return b
		}
	}
	return nil
}

// log is the log that an operation means.
func (c *simCluster) log() (*openLog, error) {
	b := c.host(c.current)
	if b == nil {
		return nil, kerr.ErrIllegalState.With("no log %s", c.current)
	}
	if _, err := running(b, nil); err != nil {
		return nil, err
	}
	_, name, _ := strings.Cut(c.current, "/")
	l := b.broker.LogManager().Edit(name, false)
	if l == nil {
		return nil, kerr.ErrIllegalState.With("no log %s", c.current)
	}
	return &openLog{Log: l, name: c.current}, nil
}

// report adds what only a cluster has to tell.
func (c *simCluster) report(out map[string]any, state bool) {
	if len(c.calls) > 0 {
		out["calls"], c.calls = c.calls, nil
	}
	if len(c.acks) > 0 {
		out["acks"], c.acks = c.acks, nil
	}
	if !state {
		return
	}
	if moves := c.moves(); len(moves) > 0 {
		out["moves"] = moves
	}
	now, change := plain(c.state()), map[string]any{}
	for key, value := range now {
		if c.last == nil || !same(value, c.last[key]) {
			change[key] = value
		}
	}
	for key := range c.last {
		if _, ok := now[key]; !ok {
			change[key] = nil
		}
	}
	if len(change) > 0 {
		out["cluster"] = change
	}
	c.last = now
}

// moves are the marks of logs that have changed, of those that were open before.
func (c *simCluster) moves() (moves []any) {
	now := map[string][4]int64{}
	open := c.logs()
	for _, name := range sortedKeys(open) {
		l := open[name]
		now[name] = [4]int64{l.LogStartOffset(), l.HighWatermark(), l.LastStableOffset(), l.LogEndOffset()}
		before, known := c.marks[name]
		for i, what := range [...]string{"start", "hw", "lso", "leo"} {
			if known && before[i] != now[name][i] {
				moves = append(moves, []any{name, what, before[i], now[name][i]})
			}
		}
	}
	c.marks = now
	return moves
}

// state is the cluster as the controller has it.
func (c *simCluster) state() map[string]any {
	brokers, partitions := map[string]any{}, map[string]any{}
	image := c.controller.Image()
	for _, b := range c.brokers {
		brokers[numeral(b.id)] = c.brokerRow(b, image)
	}
	for _, name := range c.partitions {
		p, _ := image.Partitions.Get(name)
		partitions[name] = registrationMap(p)
	}
	o := map[string]any{"brokers": brokers, "partitions": partitions}
	if len(c.queue) > 0 {
		list := []any{}
		for _, q := range c.queue {
			list = append(list, alterText(q))
		}
		o["alterPartition"] = list
	}
	if len(c.waiting) > 0 {
		list := []any{}
		for _, w := range c.waiting {
			list = append(list, map[string]any{"id": w.id, "api": w.api, "broker": w.broker, "partition": w.partition})
		}
		o["waiting"] = list
	}
	if len(c.cuts) > 0 {
		o["cut"] = c.cuts
	}
	return o
}

func (c *simCluster) brokerRow(b *simBroker, image *metadata.Image) map[string]any {
	r, registered := image.Brokers.Get(b.id)
	row := map[string]any{"running": b.alive, "epoch": int64(-1), "fenced": true}
	if registered {
		row["epoch"], row["fenced"] = r.Epoch, r.Fenced
	}
	if r.ShuttingDown {
		row["shuttingDown"] = true
	}
	if b.held {
		row["held"] = true
	}
	if behind := image.Offset - b.delivered; b.alive && behind > 0 {
		row["metadataBehind"] = behind
	}
	return row
}

// role is what a broker's replica manager knows of a partition.
func (c *simCluster) role(log string) map[string]any {
	b := c.host(log)
	_, name, _ := strings.Cut(log, "/")
	v, ok := b.rm.View(name)
	if !ok {
		return map[string]any{"role": "none"}
	}
	if v.Offline {
		return map[string]any{"role": "offline"}
	}
	o := map[string]any{"role": "follower", "leader": nil, "leaderEpoch": v.LeaderEpoch, "partitionEpoch": v.PartitionEpoch}
	if v.HasLeader {
		o["leader"] = v.Leader
	}
	if !v.Leads {
		o["fetch"] = c.fetchRow(b, name)
		return o
	}
	o["role"], o["isr"], o["recovery"], o["epochStart"] = "leader", sorted(v.ISR), v.Recovery.String(), v.EpochStart
	if v.Pending {
		o["maximalIsr"] = sorted(v.MaximalISR)
	}
	remote := []any{}
	for _, r := range v.Remote {
		row := []any{r.ID, r.LogEnd.Offset, r.LogStart, r.LeaderEndAtLastFetch, r.LastFetch, r.LastCaughtUp, nil}
		if r.HasEpoch {
			row[6] = r.BrokerEpoch
		}
		remote = append(remote, row)
	}
	o["remote"] = remote
	return o
}

// fetchRow is [leader, offset, leaderEpoch, lastFetchedEpoch, FETCHING|TRUNCATING, lag(, delayed until)].
func (c *simCluster) fetchRow(b *simBroker, name string) any {
	leader, s, ok := b.rm.FetchState(name)
	if !ok {
		if b.rm.FetchFailed(name) {
			return "failed"
		}
		return nil
	}
	row := []any{leader, s.Offset, s.LeaderEpoch, nil, "FETCHING", nil}
	if s.HasEpoch {
		row[3] = s.LastEpoch
	}
	if s.Truncating {
		row[4] = "TRUNCATING"
	}
	if s.HasLag {
		row[5] = s.Lag
	}
	if due := b.delays[leader][name]; due > c.clock.Now() {
		row = append(row, due)
	}
	return row
}

// end ends all processes at once.
func (c *simCluster) end() {
	if c == nil {
		return
	}
	for _, b := range c.brokers {
		b.end()
	}
	c.cluster = nil
}

// openNow are the logs of all brokers, for changing.
func (c *simCluster) openNow() (list []*plog.Log) {
	for _, b := range c.brokers {
		for name := range b.broker.Logs() {
			list = append(list, b.broker.LogManager().Edit(name, false))
		}
	}
	return list
}

// taskRows are the rows of the scheduled tasks.
func (c *simCluster) taskRows() []any {
	rows := []any{}
	for t := range c.clock.Tasks() {
		period := t.Period
		if period == 0 {
			period = -1
		}
		rows = append(rows, []any{c.norm(c.taskName(t)), t.Due, period})
	}
	return rows
}

// check holds the invariants of all brokers and their logs.
func (c *simCluster) check() error {
	for _, b := range c.brokers {
		if !b.alive {
			continue
		}
		if err := b.rm.Check(c.of(b)); err != nil {
			return fmt.Errorf("broker %d: %w", b.id, err)
		}
		for name, l := range b.broker.Logs() {
			if err := l.Check(b.broker.Env(&b.host)); err != nil {
				return fmt.Errorf("broker %d: %s: %w", b.id, name, err)
			}
		}
	}
	return nil
}
