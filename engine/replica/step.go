package replica

import (
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// Network carries a follower's requests to a leader. Error: the connection failed.
type Network interface {
	Fetch(to int32, r Fetch) ([]Fetched, error)
	ListOffsets(to int32, q ListOffsets) (Listed, error) // also the error that the leader answers with
}

// Failed is the error of a request that did not reach a broker; every other error is an answer.
func Failed(host string, port int32, id int32) error {
	return kerr.ErrIO.With("Connection to %s:%d (id: %d rack: null isFenced: false) failed.", host, port, id)
}

// stepping is one round of a fetcher.
type stepping struct {
	*Manager
	env *Env
	f   *fetcher
	bad []string // partitions that are to wait because of an error
}

// Leaders lists the brokers from which this one fetches, ascending.
func (m *Manager) Leaders() []int32 {
	list := make([]int32, len(m.fetchers))
	for i, f := range m.fetchers {
		list[i] = f.leader
	}
	return list
}

// Ready says that a fetcher has something to do now.
func (m *Manager) Ready(leader int32, now int64) bool {
	i := slices.IndexFunc(m.fetchers, func(f fetcher) bool { return f.leader == leader })
	return i >= 0 && slices.ContainsFunc(m.fetchers[i].states, func(s FetchState) bool { return !s.waits(now) })
}

// Step is one round of the fetcher for a leader: it cuts logs that have to be cut, sends one fetch request for all partitions
// that are not waiting, and deals with the answer. It says whether there was anything to do.
func (m *Manager) Step(env *Env, leader int32) bool {
	if !m.Ready(leader, env.now()) {
		return false
	}
	if request, ok := m.Prepare(env, leader); ok {
		answers, err := env.Network.Fetch(leader, request)
		m.Handle(env, leader, request, answers, err)
	}
	return true
}

// Prepare is the first half of a round: cuts, and the request that goes to the leader next; false: there is nothing to ask.
func (m *Manager) Prepare(env *Env, leader int32) (Fetch, bool) {
	f := m.fetcher(leader)
	if f == nil {
		return Fetch{}, false
	}
	s := &stepping{Manager: m, env: env, f: f}
	s.truncateToHighWatermarks()
	request := s.request()
	return request, len(request.Partitions) > 0
}

// Handle is the second half: it deals with the answer to a request that Prepare has made, however much later, or with the
// error of a connection that has failed. What has changed meanwhile is left alone. It may ask the leader for offsets.
func (m *Manager) Handle(env *Env, leader int32, r Fetch, answers []Fetched, err error) {
	f := m.fetcher(leader)
	if f == nil {
		return
	}
	s := &stepping{Manager: m, env: env, f: f}
	if err != nil {
		s.unreachable(r, err)
	}
	s.process(r, answers)
}

// request asks for all partitions that are being fetched.
func (s *stepping) request() Fetch {
	c := s.env.Broker.Config()
	r := Fetch{Replica: s.id, ReplicaEpoch: s.epoch, MinBytes: int32(c.Int("replica.fetch.min.bytes")), MaxWait: int32(c.Int("replica.fetch.wait.max.ms")), MaxBytes: int32(c.Int("replica.fetch.response.max.bytes"))}
	for _, state := range s.f.states {
		l := s.env.log(state.Name)
		if state.Truncating || state.waits(s.env.now()) || l == nil {
			continue
		}
		p, _ := s.parts.Get(state.Name)
		q := FetchPartition{Name: state.Name, TopicID: p.topicID, Offset: state.Offset, LogStart: l.LogStartOffset(), MaxBytes: int32(c.Int("replica.fetch.max.bytes")), LeaderEpoch: state.LeaderEpoch, LastEpoch: NoEpoch}
		if state.HasEpoch {
			q.LastEpoch = state.LastEpoch
		}
		r.Partitions = append(r.Partitions, q)
	}
	return r
}

// say tells something as the fetcher's thread does.
func (s *stepping) say(what string, level event.Level, err error, name, format string, args ...any) {
	prefix := says("[ReplicaFetcher replicaId=%d, leaderId=%d, fetcherId=0] ", s.id, s.f.leader)
	line := event.Said(level, event.LogFetcherThread, err, "%s"+format, append([]any{prefix}, args...)...)
	if p := s.parts.Edit(name); p != nil {
		s.note(s.env, p, what, line)
		return
	}
	s.env.Broker.Emit(s.env.Host, event.ReplicasNote{What: what, Note: line})
}

// unreachable deals with a leader that does not answer: all its partitions wait.
func (s *stepping) unreachable(r Fetch, err error) {
	session := event.Said(event.INFO, event.LogFetchSession, err, "[ReplicaFetcher replicaId=%d, leaderId=%d, fetcherId=0] Error sending fetch request (sessionId=INVALID, epoch=INITIAL) to node %d:", s.id, s.f.leader, s.f.leader)
	s.env.Broker.Emit(s.env.Host, event.ReplicasNote{What: event.FetchFailed, Note: session})
	s.say(event.FetchFailed, event.WARN, err, "", "Error in response for fetch request %s", r.describe())
	for _, state := range s.f.states {
		s.bad = append(s.bad, state.Name)
	}
}

// describe is a request as Kafka prints it.
func (r *Fetch) describe() string {
	parts := make([]string, len(r.Partitions))
	for i, q := range r.Partitions {
		parts[i] = says("%s=PartitionData(topicId=%s, fetchOffset=%d, logStartOffset=%d, maxBytes=%d, currentLeaderEpoch=Optional[%d], lastFetchedEpoch=%s)",
			q.Name, q.TopicID, q.Offset, q.LogStart, q.MaxBytes, q.LeaderEpoch, optional(q.LastEpoch))
	}
	return says("(type=FetchRequest, replicaId=%d, maxWait=%d, minBytes=%d, maxBytes=%d, fetchData={%s}, isolationLevel=read_uncommitted, removed=, replaced=, metadata=(sessionId=INVALID, epoch=INITIAL), rackId=)",
		r.Replica, r.MaxWait, r.MinBytes, r.MaxBytes, strings.Join(parts, ", "))
}

func optional(epoch int32) string {
	if epoch == NoEpoch {
		return "Optional.empty"
	}
	return says("Optional[%d]", epoch)
}

// process deals with the answer, partition by partition; cuts come after all others, then those with errors are put off.
func (s *stepping) process(r Fetch, answers []Fetched) {
	var diverging []Fetched
	for i := range answers {
		a := &answers[i]
		at := slices.IndexFunc(r.Partitions, func(q FetchPartition) bool { return q.Name == a.Name })
		state, ok := s.state(a.Name)
		if at < 0 || !ok || r.Partitions[at].Offset != state.Offset || r.Partitions[at].LeaderEpoch != state.LeaderEpoch || state.Truncating || state.waits(s.env.now()) {
			continue
		}
		switch {
		case a.Err != nil:
			s.error(state, kerr.Code(a.Err))
		case a.Diverging:
			diverging = append(diverging, *a)
		default:
			s.data(state, a)
		}
	}
	if len(diverging) > 0 {
		s.truncateAll(diverging)
	}
	s.putOff(s.bad)
}

func (s *stepping) state(name string) (FetchState, bool) {
	i := s.f.find(name)
	if i < 0 {
		return FetchState{}, false
	}
	return s.f.states[i], true
}

// putOff lets partitions wait for replica.fetch.backoff.ms.
func (s *stepping) putOff(names []string) {
	for _, name := range names {
		state, ok := s.state(name)
		if !ok || state.waits(s.env.now()) {
			continue
		}
		state.Delayed, state.Due = true, s.env.now()+s.backoff()
		s.f.toEnd(state)
	}
}

func (s *stepping) backoff() int64 { return s.env.Broker.Config().Int("replica.fetch.backoff.ms") }

// data appends records and takes over the leader's marks.
func (s *stepping) data(state FetchState, a *Fetched) {
	info, err := s.append(state, a)
	if err != nil {
		s.unusable(state, err)
		return
	}
	next := state
	next.Delayed, next.Due = false, 0
	if info.ValidBytes > 0 {
		next.Offset = info.LastOffset + 1
	}
	if info.LastLeaderEpoch != NoEpoch {
		next.HasEpoch, next.LastEpoch = true, info.LastLeaderEpoch
	}
	if info.ValidBytes > 0 || !state.HasLag {
		next.HasLag, next.Lag = true, max(0, a.HighWatermark-next.Offset)
		s.f.toEnd(next)
	}
}

// append is ReplicaFetcherThread.processPartitionData.
func (s *stepping) append(state FetchState, a *Fetched) (info plog.AppendInfo, err error) {
	l, env := s.env.log(state.Name), s.env.env()
	if state.Offset != l.LogEndOffset() {
		return info, kerr.ErrIllegalState.With("Offset mismatch for partition %s: fetched offset = %d, log end offset = %d.", state.Name, state.Offset, l.LogEndOffset())
	}
	if info, err = s.appendFollower(l, env, state, a.Bytes); err != nil {
		return info, err
	}
	if _, _, err = l.MaybeUpdateHighWatermark(env, a.HighWatermark); err != nil {
		return info, err
	}
	_, err = l.IncrementLogStartOffset(env, a.LogStart, event.ForLeader)
	return info, err
}

// appendFollower appends. The first batch of an empty log may begin before its start: the leader's log start offset lies within
// that batch. Then the log begins with the batch.
func (s *stepping) appendFollower(l *plog.Log, env *plog.Env, state FetchState, records []byte) (plog.AppendInfo, error) {
	info, err := l.AppendFollower(env, records, state.LeaderEpoch)
	end := l.LogEndOffset()
	if e := kerr.As(err); e == nil || e.Class != kerr.ErrUnexpectedAppendOffset.Class || end != l.LogStartOffset() || info.FirstOffset >= end || info.LastOffset < end {
		return info, err
	}
	p := s.parts.Edit(state.Name)
	s.Manager.say(s.env, p, event.FetchReset, event.INFO, "Unexpected offset in append to %s. First offset %d is less than log start offset %d. Since this is the first record to be appended to the follower's log, will start the log from offset %d.",
		state.Name, info.FirstOffset, l.LogStartOffset(), info.FirstOffset)
	if err := s.env.Broker.LogManager().TruncateFully(s.env.Host, state.Name, info.FirstOffset, -1, false); err != nil {
		return info, err
	}
	return l.AppendFollower(env, records, state.LeaderEpoch)
}

// unusable deals with records that cannot be appended: damaged ones are fetched again, anything else ends the fetching of the
// partition.
func (s *stepping) unusable(state FetchState, err error) {
	switch kerr.Code(err) {
	case "CORRUPT_MESSAGE", "INVALID_RECORD":
		s.say(event.FetchFailed, event.ERROR, err, state.Name, "Found invalid messages during fetch for partition %s offset %d", state.Name, state.Offset)
		s.bad = append(s.bad, state.Name)
		return
	case "KAFKA_STORAGE_ERROR":
		s.say(event.FetchFailed, event.ERROR, err, state.Name, "Error while processing data for partition %s at offset %d", state.Name, state.Offset)
	default:
		s.say(event.FetchFailed, event.ERROR, err, state.Name, "Unexpected error occurred while processing data for partition %s at offset %d", state.Name, state.Offset)
	}
	s.giveUp(state.Name)
}

// giveUp ends the fetching of a partition until newer metadata comes.
func (s *stepping) giveUp(name string) {
	s.failed = with(s.failed, name)
	s.dropStates([]string{name})
	s.f = s.fetcher(s.f.leader)
	s.say(event.FetchFailed, event.WARN, nil, name, "Partition %s marked as failed", name)
}
