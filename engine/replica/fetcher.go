package replica

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// FetchState is what a follower's fetcher has to do for a partition.
type FetchState struct {
	Name        string
	Offset      int64 // to ask for next; when Truncating, the high watermark to cut to
	HasLag      bool
	Lag         int64 // records behind the leader's high watermark
	LeaderEpoch int32
	HasEpoch    bool
	LastEpoch   int32 // of the last record here
	Truncating  bool  // the log is to be cut first
	Delayed     bool  // an error has come up; Kafka keeps that until the next answer
	Due         int64 // ms, the end of that delay
}

// waits says that the delay after an error is not over.
func (s *FetchState) waits(now int64) bool { return s.Delayed && s.Due > now }

// fetcher is the thread that fetches from one leader. The order of its partitions is that in which they are asked for.
type fetcher struct {
	leader int32
	host   string
	port   int32
	states []FetchState // replaced, never changed in place
}

func (f *fetcher) find(name string) int {
	return slices.IndexFunc(f.states, func(s FetchState) bool { return s.Name == name })
}

// toEnd replaces a state and moves it behind the others.
func (f *fetcher) toEnd(s FetchState) {
	f.states = slices.DeleteFunc(slices.Clone(f.states), func(x FetchState) bool { return x.Name == s.Name })
	f.states = append(f.states, s)
}

func (f *fetcher) code(c *store.Coder) {
	c.Int32(&f.leader)
	c.String(&f.host)
	c.Int32(&f.port)
	store.Slice(c, &f.states, func(c *store.Coder, s *FetchState) {
		c.String(&s.Name)
		c.Int64(&s.Offset)
		c.Int64(&s.Lag)
		c.Int32(&s.LeaderEpoch)
		c.Int32(&s.LastEpoch)
		c.Int64(&s.Due)
		for _, b := range [...]*bool{&s.HasLag, &s.HasEpoch, &s.Truncating, &s.Delayed} {
			c.Bool(b)
		}
	})
}

// edit returns the fetcher of a leader for changing it, nil if there is none.
func (m *Manager) fetcher(leader int32) *fetcher {
	i := slices.IndexFunc(m.fetchers, func(f fetcher) bool { return f.leader == leader })
	if i < 0 {
		return nil
	}
	m.fetchers = slices.Clone(m.fetchers)
	return &m.fetchers[i]
}

func (m *Manager) fetcherSays(env *Env, text string) {
	env.Broker.Emit(env.Host, event.ReplicasNote{What: event.FetchersChanged, Note: event.Said(event.INFO, event.LogFetcherManager, nil, "[ReplicaFetcherManager on broker %d] %s", m.id, text)})
}

func (m *Manager) movers(env *Env, text string) {
	env.Broker.Emit(env.Host, event.ReplicasNote{What: event.FetchersChanged, Note: event.Said(event.INFO, event.LogMoverManager, nil, "[ReplicaAlterLogDirsManager on broker %d] %s", m.id, text)})
}

func removedText(names []string) string {
	return "Removed fetcher for partitions Set(" + strings.Join(names, ", ") + ")"
}

// removeFetchers stops fetching partitions.
func (m *Manager) removeFetchers(env *Env, names []string) {
	m.dropStates(names)
	m.failed = without(m.failed, names...)
	m.fetcherSays(env, removedText(names))
}

func (m *Manager) dropStates(names []string) {
	m.fetchers = slices.Clone(m.fetchers)
	for i := range m.fetchers {
		f := &m.fetchers[i]
		f.states = slices.DeleteFunc(slices.Clone(f.states), func(s FetchState) bool { return slices.Contains(names, s.Name) })
	}
}

// addFetchers begins to fetch partitions from their leaders, where the log ends, or, if no leader epoch is known, after a
// cut to the high watermark.
func (m *Manager) addFetchers(env *Env, names []string) {
	byLeader := map[int32][]string{}
	var leaders []int32
	for _, name := range names {
		p, _ := m.parts.Get(name)
		if _, ok := m.image.Brokers.Get(p.leader); !ok {
			continue
		}
		if byLeader[p.leader] == nil {
			leaders = append(leaders, p.leader)
		}
		byLeader[p.leader] = append(byLeader[p.leader], name)
	}
	hash := func(id int32) uint32 {
		b, _ := m.image.Brokers.Get(id)
		return endPointHash(b)
	}
	for _, leader := range inTrieOrder(leaders, hash, 0) {
		m.fetchFrom(env, leader, byLeader[leader])
	}
}

func (m *Manager) fetchFrom(env *Env, leader int32, names []string) {
	b, _ := m.image.Brokers.Get(leader)
	f := m.fetcher(leader)
	if f == nil {
		m.beginFetcher(env, b)
		f = m.fetcher(leader)
	}
	m.failed = without(m.failed, names...)
	texts := make([]string, len(names))
	for i, name := range names {
		p, _ := m.parts.Get(name)
		l := env.log(name)
		s := initialState(name, p.leaderEpoch, l)
		texts[i] = fmt.Sprintf("%s -> InitialFetchState(Some(%s),BrokerEndPoint[id=%d, host=%s, port=%d],%d,%d)", name, p.topicID, leader, b.Host, b.Port, p.leaderEpoch, s.Offset)
		if at := f.find(name); at >= 0 && f.states[at].LeaderEpoch == p.leaderEpoch {
			s = f.states[at]
		}
		f.toEnd(s)
	}
	m.fetcherSays(env, fmt.Sprintf("Added fetcher to broker %d for partitions HashMap(%s)", leader, strings.Join(texts, ", ")))
}

// beginFetcher starts the thread that fetches from a broker.
func (m *Manager) beginFetcher(env *Env, b metadata.Broker) {
	m.fetchers = append(slices.Clip(m.fetchers), fetcher{leader: b.ID, host: b.Host, port: b.Port})
	slices.SortFunc(m.fetchers, func(a, b fetcher) int { return int(a.leader - b.leader) })
	m.threadSays(env, b.ID, event.FetcherThread, "Starting")
}

func initialState(name string, leaderEpoch int32, l *plog.Log) FetchState {
	epoch, ok := l.LatestEpoch()
	if !ok {
		return FetchState{Name: name, Offset: l.HighWatermark(), LeaderEpoch: leaderEpoch, Truncating: true}
	}
	return FetchState{Name: name, Offset: l.LogEndOffset(), LeaderEpoch: leaderEpoch, HasEpoch: true, LastEpoch: epoch}
}

// threadSays tells of a fetcher's thread: that it begins or ends.
func (m *Manager) threadSays(env *Env, leader int32, what, text string) {
	env.Broker.Emit(env.Host, event.ReplicasNote{What: what, Note: event.Said(event.INFO, event.LogFetcherThread, nil, "[ReplicaFetcherThread-0-%d]: %s", leader, text)})
}

// endIdleFetchers ends the threads that have nothing to fetch.
func (m *Manager) endIdleFetchers(env *Env) {
	var rest []fetcher
	for _, f := range m.fetchers {
		if len(f.states) > 0 {
			rest = append(rest, f)
			continue
		}
		m.threadSays(env, f.leader, event.FetchersChanged, "Shutting down")
		m.threadSays(env, f.leader, event.FetcherThread, "Stopped")
		m.threadSays(env, f.leader, event.FetchersChanged, "Shutdown completed")
	}
	m.fetchers = rest
}

// endFetchers ends all of them.
func (m *Manager) endFetchers(env *Env) {
	m.fetcherSays(env, "shutting down")
	for _, f := range m.fetchers {
		m.threadSays(env, f.leader, event.FetchersChanged, "Shutting down")
	}
	for _, f := range m.fetchers {
		m.threadSays(env, f.leader, event.FetcherThread, "Stopped")
		m.threadSays(env, f.leader, event.FetchersChanged, "Shutdown completed")
	}
	m.fetchers = nil
	m.fetcherSays(env, "shutdown completed")
}
