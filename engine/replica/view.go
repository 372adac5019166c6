package replica

import (
	"fmt"
	"slices"

	"logarium/engine/metadata"
)

// View is a hosted partition as others see it.
type View struct {
	Name           string
	TopicID        string
	Offline        bool // its log directory has failed
	Leads          bool
	HasLeader      bool
	Leader         int32
	LeaderEpoch    int32
	PartitionEpoch int32
	EpochStart     int64 // of a leader: where its epoch begins
	Replicas       []int32
	ISR            []int32 // of a leader, as committed
	MaximalISR     []int32 // with a replica that is about to join
	Pending        bool    // a change of the ISR is on its way
	Recovery       metadata.Recovery
	Remote         []Remote // of a leader: the other replicas
}

// Hosts says that the broker holds a replica of a partition.
func (m *Manager) Hosts(name string) bool {
	_, ok := m.parts.Get(name)
	return ok
}

// View shows a partition; false if it is not hosted here.
func (m *Manager) View(name string) (View, bool) {
	p, ok := m.parts.Get(name)
	if !ok {
		return View{}, false
	}
	return View{
		Name: name, TopicID: p.topicID, Offline: p.offline, Leads: p.leads(m), HasLeader: p.hasLeader, Leader: p.leader, LeaderEpoch: p.leaderEpoch, PartitionEpoch: p.partitionEpoch,
		EpochStart: p.epochStart, Replicas: p.replicas, ISR: p.isr, MaximalISR: p.maximal(), Pending: p.pending != nil, Recovery: p.recovery, Remote: p.remote,
	}, true
}

// Names lists the hosted partitions.
func (m *Manager) Names() []string {
	list := make([]string, 0, m.parts.Len())
	for name := range m.parts.All() {
		list = append(list, name)
	}
	return list
}

// FetchState is what a follower's fetcher has to do for a partition, and from which leader; false if nobody fetches it.
func (m *Manager) FetchState(name string) (leader int32, s FetchState, ok bool) {
	for i := range m.fetchers {
		if at := m.fetchers[i].find(name); at >= 0 {
			return m.fetchers[i].leader, m.fetchers[i].states[at], true
		}
	}
	return 0, s, false
}

// FetchFailed says that the fetching of a partition has ended with an error; it begins again with newer metadata.
func (m *Manager) FetchFailed(name string) bool { return slices.Contains(m.failed, name) }

// Check returns the first invariant that does not hold, with its values.
func (m *Manager) Check(env *Env) error {
	for name, p := range m.parts.All() {
		if p.pending != nil && !p.leads(m) {
			return fmt.Errorf("%s: a change of the ISR is pending on a follower", name)
		}
		if p.leads(m) && !slices.Contains(p.isr, m.id) {
			return fmt.Errorf("%s: leader %d is not in its ISR %v", name, m.id, p.isr)
		}
		for _, r := range p.remote {
			if !slices.Contains(p.replicas, r.ID) || r.ID == m.id {
				return fmt.Errorf("%s: %d is no other replica of %v", name, r.ID, p.replicas)
			}
		}
		if l := env.Broker.Log(name); p.hasLog && !p.offline && l == nil {
			return fmt.Errorf("%s: no log", name)
		}
	}
	for _, f := range m.fetchers {
		for _, s := range f.states {
			if p, ok := m.parts.Get(s.Name); !ok || p.leads(m) {
				return fmt.Errorf("%s is fetched from %d although it is led here, or not held", s.Name, f.leader)
			}
		}
	}
	return nil
}
