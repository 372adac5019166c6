package lab

import "logarium/engine/store"

// keptPages is how many bytes of stored pages a lab keeps in memory. With fewer, reading is slow; with more, a browser's program,
// whose memory is small, has to collect garbage more often.
const keptPages = 32 << 20

// Cool takes from memory what the store has: states, and the bytes of files. What is needed again is read when it is. A large lab that
// was just made, or walked over from end to end, holds hundreds of thousands of objects that a collection of garbage would go over each time. It does nothing
// while something is not committed, or a command runs or waits at a break.
func (l *Lab) Cool() (err error) {
	defer store.Catch(&err)
	if l.uncommitted || l.running != nil || l.halt != nil || !l.cools() {
		return nil
	}
	l.census = l.counted()
	for _, m := range l.states.All() {
		m.cool()
	}
	if l.base.machine != nil {
		l.base.machine.cool()
	}
	l.store.Cool()
	l.recount()
	return nil
}

// cools tells that the state at hand can be had back.
func (l *Lab) cools() bool {
	m, _ := l.states.Get(l.position)
	return m.piece.Stored()
}

func (m *machine) cool() {
	if m.piece.Stored() {
		m.cluster = nil
	}
}

// counted brings each census to the state at hand, and leaves those of brokers out that are not there.
func (l *Lab) counted() map[int32]*census {
	kept := map[int32]*census{}
	for id, c := range l.census {
		if b := l.current().cluster.Broker(id); b != nil {
			c.follow(b.Disk())
			kept[id] = c
		}
	}
	return kept
}

// recount lets each census go on from the state at hand as it was read back, which is the one it has counted.
func (l *Lab) recount() {
	for id, c := range l.census {
		c.disk = l.current().cluster.Broker(id).Disk().Fork()
	}
	l.agenda = agenda{}
}
