package shell

import "logarium/engine/cluster"

// sender sends many batches, each of them an atomic step, and lets virtual time pass between them.
type sender struct {
	*Call
	topic   string
	total   int64 // batches
	rate    cluster.Rate
	timed   bool // batch i is sent at start + rate.At(i)
	options cluster.ProduceOptions
	unit    string
	next    func(i int64) []cluster.Record
	client  *sending                  // nil: without a client's limits
	words   func(done int64) []string // the command for the first done batches only
}

// run sends the batches. It stops at the first that is refused, or when asked to; sent says how many went through.
// Refused, the command as typed stands in the journal, since whatever led to the refusal, chance included, belongs to it.
func (s *sender) run() (sent int64, err error) {
	s.shorten(s.words)
	start := s.Now()
	for sent < s.total {
		if err := s.one(sent); err != nil {
			return sent, err
		}
		sent++
		if s.timed {
			s.wait(start + s.rate.At(sent))
		}
		if sent < s.total && s.Control.Step(sent, s.total, s.unit) {
			s.short = s.words(sent)
			break
		}
	}
	return sent, nil
}

// wait lets time pass, so that a command stopped here ends at the very instant at which the shortened one does.
func (s *sender) wait(until int64) {
	if until > s.Now() {
		s.Cluster.AdvanceTo(until, nil)
		s.Changed = true
	}
}

func (s *sender) one(i int64) error {
	records := s.next(i)
	if s.client != nil {
		if err := s.client.tooLarge(records); err != nil {
			return err
		}
	}
	produced, err := s.Cluster.Produce(s.topic, records, s.options)
	for _, p := range produced {
		if p.Request > 0 || p.Bumped {
			s.Changed = true // it is in the leader's log, whatever became of it, or was refused and the producer has a new epoch
		}
		if p.Err == nil {
			s.Changed = true
		} else if err == nil && !s.options.Fire {
			err = s.shown(p.Err)
		}
	}
	return err
}

// shown is a broker's error as the command shows it: a client gets less than the broker knows.
func (s *sender) shown(err error) error {
	if s.client != nil {
		return answeredFirst(err)
	}
	return refused(err)
}
