package controller

import (
	"slices"

	"logarium/engine/metadata"
)

// Election says how far an election may go.
type Election int8

// Kinds of elections.
const (
	Online    Election = iota // a replica that has all committed records, the present leader first
	Preferred                 // the first assigned replica rather than the present leader
	Unclean                   // any living replica if there is no better one
)

// Change is one decision about one partition: what is wanted, and what the controller makes of it (Kafka's
// PartitionChangeBuilder).
type Change struct {
	Partition  metadata.Partition
	TopicID    string
	Acceptable func(id int32) bool // registered, alive and not on its way out; its log directory is online
	Election   Election
	MinISR     int
	ELR        bool // eligible leader replicas are enabled (KIP-966)
	OldEpochs  bool // before metadata.version 3.6 a smaller ISR too was a new leader epoch

	ISR, Replicas, Removing, Adding []int32           // wanted; nil: as they are
	Recovery                        metadata.Recovery // wanted; Unchanged: as it is
	Unclean                         []int32           // replicas that have shut down uncleanly
	Directory                       func(id int32) string
}

// choice is a partition's next state as it is being worked out.
type choice struct {
	*Change
	isr, replicas, removing, adding []int32
	elr, lastKnown                  []int32
	record                          PartitionChange
}

// Decide works the change out. False: nothing changes. say hears of an election worth a log line.
func (c *Change) Decide(say func(leader int32, how string, record PartitionChange)) (PartitionChange, bool) {
	p := c.Partition
	d := choice{Change: c, isr: or(c.ISR, p.ISR), replicas: or(c.Replicas, p.Replicas), removing: or(c.Removing, p.Removing), adding: or(c.Adding, p.Adding)}
	d.record = PartitionChange{Topic: p.Topic, TopicID: c.TopicID, Number: p.Number, Leader: noLeaderChange, Recovery: metadata.Unchanged}
	d.completeReassignment()
	d.eligible()
	d.elect(say)
	d.bumpEpoch()
	d.remember()
	d.describe()
	return d.record, d.record.changes()
}

// completeReassignment ends a move of replicas as soon as all that are added are in the ISR; all that stay, if
// there will be fewer replicas than before. A move that nobody is added by keeps those that the move before it has added: where they are
// removed now it does not end.
func (d *choice) completeReassignment() {
	if len(d.adding) == 0 && len(d.removing) == 0 {
		return
	}
	isr, replicas := without(d.isr, d.removing), without(d.replicas, d.removing)
	fewer := len(d.removing) > len(d.adding)
	if len(isr) == 0 || len(replicas) == 0 || !containsAll(isr, d.adding) || fewer && !containsAll(isr, replicas) {
		return
	}
	d.isr, d.replicas, d.removing, d.adding = isr, replicas, []int32{}, []int32{}
}

// eligible works out the eligible leader replicas: with fewer in sync than min.insync.replicas the high watermark stands
// still, so whoever leaves the ISR goes on having all that is committed.
func (d *choice) eligible() {
	p := d.Partition
	d.elr, d.lastKnown = []int32{}, or(p.LastKnownELR, []int32{})
	if !d.ELR {
		d.elr = p.ELR // they may lead for the last time
		return
	}
	if len(d.isr) >= min(d.MinISR, len(p.Replicas)) {
		return
	}
	candidates := slices.Clone(p.ELR)
	for _, id := range p.ISR {
		if !slices.Contains(candidates, id) {
			candidates = append(candidates, id)
		}
	}
	slices.Sort(candidates)
	d.elr = without(without(candidates, d.isr), d.Change.Unclean)
}

// elect chooses the leader.
func (d *choice) elect(say func(int32, string, PartitionChange)) {
	p := d.Partition
	leader, unclean := d.leader()
	if leader == p.Leader {
		return
	}
	switch {
	case slices.Contains(d.elr, leader):
		say(leader, "using ELR", d.record)
	case unclean:
		say(leader, "using an unclean election", d.record)
	}
	d.record.Leader = leader
	switch {
	case unclean:
		d.isr, d.elr = []int32{leader}, []int32{}
		d.record.ISR = d.isr
		if p.Recovery != metadata.Recovering {
			d.record.Recovery = metadata.Recovering
		}
	case slices.Contains(d.elr, leader):
		d.isr, d.elr = []int32{leader}, without(d.elr, []int32{leader})
	}
}

// remember notes the last leader of a partition that has none any more, and forgets it when there is one again.
func (d *choice) remember() {
	switch leader := d.record.Leader; {
	case !d.ELR || leader == noLeaderChange:
	case leader != metadata.NoLeader:
		d.lastKnown = []int32{}
	case len(d.lastKnown) == 0:
		d.lastKnown = []int32{d.Partition.Leader}
	}
}

// leader is who leads from now on, and whether records may be lost by that.
func (d *choice) leader() (id int32, unclean bool) {
	p := d.Partition
	if d.Election == Preferred && d.valid(d.replicas[0]) {
		return d.replicas[0], false
	}
	if d.valid(p.Leader) {
		return p.Leader, false
	}
	if i := slices.IndexFunc(d.replicas, d.valid); i >= 0 {
		return d.replicas[i], false
	}
	if d.ELR && len(d.isr) == 0 && len(d.elr) == 0 && len(d.lastKnown) == 1 && d.Acceptable(d.lastKnown[0]) {
		return d.lastKnown[0], true
	}
	if d.Election == Unclean {
		if i := slices.IndexFunc(d.replicas, d.Acceptable); i >= 0 {
			return d.replicas[i], true
		}
	}
	return metadata.NoLeader, false
}

// valid says that a replica may lead without a loss.
func (d *choice) valid(id int32) bool {
	return (slices.Contains(d.isr, id) || len(d.isr) == 0 && slices.Contains(d.elr, id)) && d.Acceptable(id)
}

// bumpEpoch begins a new leader epoch without a change of leader where followers have to notice something: that a replica
// was taken away.
func (d *choice) bumpEpoch() {
	if d.record.Leader != noLeaderChange {
		return
	}
	p := d.Partition
	if !containsAll(d.replicas, p.Replicas) || d.OldEpochs && len(d.isr) > 0 && !containsAll(d.isr, p.ISR) {
		d.record.Leader = p.Leader
	}
}

// describe puts into the record what differs.
func (d *choice) describe() {
	p, r := d.Partition, &d.record
	if !slices.Equal(d.isr, p.ISR) && (len(d.isr) > 0 || d.ELR) {
		r.ISR = d.isr
	}
	if !d.ELR {
		d.elr = []int32{}
	}
	r.ELR, r.LastKnownELR = changed(d.elr, p.ELR), changed(d.lastKnown, p.LastKnownELR)
	r.Replicas = changed(d.replicas, p.Replicas)
	r.Removing, r.Adding = changed(d.removing, p.Removing), changed(d.adding, p.Adding)
	if r.Replicas != nil {
		r.Directories = d.directories()
	}
	if d.Recovery != metadata.Unchanged && d.Recovery != p.Recovery && r.Recovery == metadata.Unchanged {
		r.Recovery = d.Recovery
	}
}

// directories are those of the wanted replicas, nil if the list is as it was.
func (d *choice) directories() []string {
	list := make([]string, len(d.replicas))
	for i, id := range d.replicas {
		if at := slices.Index(d.Partition.Replicas, id); at >= 0 && at < len(d.Partition.Directories) {
			list[i] = d.Partition.Directories[at]
		} else {
			list[i] = d.Directory(id)
		}
	}
	if slices.Equal(list, d.Partition.Directories) {
		return nil
	}
	return list
}

// changed is a list that differs from what it was, nil if it does not.
func changed(list, was []int32) []int32 {
	if slices.Equal(list, was) {
		return nil
	}
	return list
}

func without(list, gone []int32) []int32 {
	left := make([]int32, 0, len(list))
	for _, id := range list {
		if !slices.Contains(gone, id) {
			left = append(left, id)
		}
	}
	return left
}

func containsAll(list, wanted []int32) bool { return len(without(wanted, list)) == 0 }
