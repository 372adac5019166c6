package replica

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// error deals with an error in the answer for a partition.
func (s *stepping) error(state FetchState, code string) {
	switch code {
	case "OFFSET_OUT_OF_RANGE":
		if s.outOfRange(state) {
			return
		}
	case "FENCED_LEADER_EPOCH":
		s.fenced(state)
		return
	case "UNKNOWN_LEADER_EPOCH", "NOT_LEADER_OR_FOLLOWER":
	case "UNKNOWN_TOPIC_OR_PARTITION", "UNKNOWN_TOPIC_ID", "INCONSISTENT_TOPIC_ID":
		s.say(event.FetchFailed, event.WARN, nil, state.Name, "Received %s from the leader for partition %s. This error may be returned transiently when the partition is being created or deleted, but it is not expected to persist.", code, state.Name)
	default:
		s.say(event.FetchFailed, event.ERROR, answer(code), state.Name, "Error for partition %s at offset %d", state.Name, state.Offset)
	}
	s.bad = append(s.bad, state.Name)
}

// fenced: the leader is of a newer epoch, of which this broker has not heard. The partition waits for that.
func (s *stepping) fenced(state FetchState) {
	s.say(event.FetchFailed, event.INFO, nil, state.Name, "Partition %s has an older epoch (%d) than the current leader. Will await the new LeaderAndIsr state before resuming fetching.", state.Name, state.LeaderEpoch)
	s.giveUp(state.Name)
}

// outOfRange looks where the leader's log begins and ends, and goes on where the follower's then can. false: the leader could
// not be asked.
func (s *stepping) outOfRange(state FetchState) bool {
	next, err := s.resetOffset(state)
	switch kerr.Code(err) {
	case "NONE":
		s.f.toEnd(next)
		s.say(event.FetchReset, event.INFO, nil, state.Name, "Current offset %d for partition %s is out of range, which typically implies a leader change. Reset fetch offset to %d", state.Offset, state.Name, next.Offset)
		return true
	case "FENCED_LEADER_EPOCH":
		s.fenced(state)
		return true
	case "UNKNOWN_TOPIC_OR_PARTITION", "UNKNOWN_LEADER_EPOCH", "NOT_LEADER_OR_FOLLOWER":
		s.say(event.FetchFailed, event.INFO, nil, state.Name, "Could not fetch offset for %s due to error: %s", state.Name, err)
	default:
		s.say(event.FetchFailed, event.ERROR, err, state.Name, "Error getting offset for partition %s", state.Name)
	}
	return false
}

// resetOffset is the fetcher's answer to OFFSET_OUT_OF_RANGE. If the leader's log ends before the follower's (an unclean
// election), the follower cuts its own; if it begins behind it, the follower begins anew there.
func (s *stepping) resetOffset(state FetchState) (FetchState, error) {
	l := s.env.log(state.Name)
	end := l.LogEndOffset()
	latest, err := s.ask(state, plog.LatestTimestamp)
	if err != nil {
		return state, err
	}
	if latest < end {
		s.say(event.FetchReset, event.WARN, nil, state.Name, "Reset fetch offset for partition %s from %d to current leader's latest offset %d", state.Name, end, latest)
		if err := s.env.Broker.LogManager().TruncateTo(s.env.Host, state.Name, latest, false); err != nil {
			return state, err
		}
		return s.restarted(state, latest, 0), nil
	}
	start, err := s.ask(state, plog.EarliestTimestamp)
	if err != nil {
		return state, err
	}
	if start <= end {
		s.say(event.FetchReset, event.INFO, nil, state.Name, "Reset fetch offset for partition %s from %d to the current local replica's end offset %d", state.Name, end, end)
		return s.restarted(state, end, latest-end), nil
	}
	s.say(event.FetchReset, event.WARN, nil, state.Name, "Truncate fully and reset fetch offset for partition %s from %d to the current leader's start offset %d because the local replica's end offset is smaller than the current leader's start offsets.", state.Name, end, start)
	if err := s.env.Broker.LogManager().TruncateFully(s.env.Host, state.Name, start, -1, false); err != nil {
		return state, err
	}
	return s.restarted(state, start, latest-start), nil
}

func (s *stepping) ask(state FetchState, ts int64) (int64, error) {
	a, err := s.env.Network.ListOffsets(s.f.leader, ListOffsets{Replica: s.id, Name: state.Name, Timestamp: ts, LeaderEpoch: state.LeaderEpoch})
	return a.Offset, err
}

// restarted is a state that goes on at an offset.
func (s *stepping) restarted(state FetchState, offset, lag int64) FetchState {
	next := FetchState{Name: state.Name, Offset: offset, HasLag: true, Lag: lag, LeaderEpoch: state.LeaderEpoch}
	next.LastEpoch, next.HasEpoch = s.env.log(state.Name).LatestEpoch()
	return next
}

// truncation is where a log is to be cut. completed false: the leader is to be asked again.
type truncation struct {
	offset    int64
	completed bool
}

func (t truncation) String() string {
	return says("TruncationState(offset=%d, completed=%v)", t.offset, t.completed)
}

// truncateToHighWatermarks cuts logs of which no leader epoch is known, as followers did before KIP-101.
func (s *stepping) truncateToHighWatermarks() {
	cut := map[string]truncation{}
	states := slices.Clone(s.f.states)
	s.hashOrder(states)
	for _, state := range states {
		if !state.Truncating || state.waits(s.env.now()) {
			continue
		}
		t := truncation{state.Offset, true}
		s.say(event.ReplicaTruncating, event.INFO, nil, state.Name, "Truncating partition %s with %v due to local high watermark %d", state.Name, t, state.Offset)
		if s.truncate(state.Name, t) {
			cut[state.Name] = t
		}
	}
	s.afterTruncation(cut)
}

// truncateAll cuts logs to where they part from the leader's (KIP-101, KIP-279).
func (s *stepping) truncateAll(diverging []Fetched) {
	cut := map[string]truncation{}
	for _, a := range diverging {
		state, ok := s.state(a.Name)
		if !ok {
			continue
		}
		p, _ := s.parts.Get(a.Name)
		t := s.place(state, a.DivergingEpoch, a.DivergingEnd)
		s.say(event.ReplicaTruncating, event.INFO, nil, a.Name, "Truncating partition %s with %v due to leader epoch and offset EpochEndOffset(errorCode=0, partition=%d, leaderEpoch=%d, endOffset=%d)",
			a.Name, t, p.number, a.DivergingEpoch, a.DivergingEnd)
		if s.truncate(a.Name, t) {
			cut[a.Name] = t
		}
	}
	s.afterTruncation(cut)
}

// place decides where to cut for a diverging epoch and its end in the leader's log.
func (s *stepping) place(state FetchState, epoch int32, end int64) truncation {
	l := s.env.log(state.Name)
	leo := l.LogEndOffset()
	if end == unknown {
		s.say(event.ReplicaTruncating, event.WARN, nil, state.Name, "Based on replica's leader epoch, leader replied with an unknown offset in %s. The initial fetch offset %d will be used for truncation.", state.Name, state.Offset)
		return truncation{state.Offset, true}
	}
	own, ownEnd := l.EndOffsetForEpoch(epoch)
	switch {
	case ownEnd == unknown:
		s.say(event.ReplicaTruncating, event.WARN, nil, state.Name, "Based on replica's leader epoch, leader replied with epoch %d below any replica's tracked epochs for %s. The leader's offset only %d will be used for truncation.", epoch, state.Name, end)
		return truncation{min(end, leo), true}
	case own != epoch:
		to := min(ownEnd, leo)
		s.say(event.ReplicaTruncating, event.INFO, nil, state.Name, "Based on replica's leader epoch, leader replied with epoch %d unknown to the replica for %s. Will truncate to %d and send another leader epoch request to the leader.", epoch, state.Name, to)
		return truncation{to, false}
	}
	return truncation{min(ownEnd, end, leo), true}
}

// truncate cuts a log; a failure ends the fetching of the partition.
func (s *stepping) truncate(name string, t truncation) bool {
	err := s.env.Broker.LogManager().TruncateTo(s.env.Host, name, t.offset, false)
	switch {
	case err == nil:
		return true
	case kerr.Code(err) == "KAFKA_STORAGE_ERROR":
		s.say(event.FetchFailed, event.ERROR, err, name, "Failed to truncate %s at offset %d", name, t.offset)
	default:
		s.say(event.FetchFailed, event.ERROR, err, name, "Unexpected error occurred during truncation for %s at offset %d", name, t.offset)
	}
	s.giveUp(name)
	return false
}

// afterTruncation goes on behind the cuts. Kafka makes all states of the fetcher anew here, in the order of a hash map; one that
// was put off by an error before is put off again.
func (s *stepping) afterTruncation(cut map[string]truncation) {
	if len(cut) == 0 {
		return
	}
	states := slices.Clone(s.f.states)
	for i := range states {
		t, ok := cut[states[i].Name]
		if !ok {
			continue
		}
		states[i].Offset, states[i].Truncating = t.offset, false
		states[i].LastEpoch, states[i].HasEpoch = s.env.log(states[i].Name).LatestEpoch()
		if states[i].Delayed {
			states[i].Due = s.env.now() + s.backoff()
		}
	}
	s.hashOrder(states)
	s.f.states = states
}

// hashOrder brings states into the order of a Scala hash map or set.
func (s *stepping) hashOrder(states []FetchState) {
	checkpoint.ScalaOrder(states, func(x FetchState) int32 {
		p, _ := s.parts.Get(x.Name)
		return p.key().Hash()
	})
}

// answer is an error as the protocol knows it, for the codes with a text of their own in the fetcher's lines.
func answer(code string) error {
	if code == "KAFKA_STORAGE_ERROR" {
		return kerr.ErrKafkaStorage.With("Disk error when trying to access log file on the disk.")
	}
	return kerr.ErrUnknownServer.With("The server experienced an unexpected error when processing the request.")
}
