package cluster

import (
	"cmp"
	"math"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// The transaction coordinator. Clients here use transaction version 2 (KIP-890): a partition joins the transaction with its first
// batch, and the end of every transaction raises the producer's epoch.

const transactionVersion = 2

// Transaction is what the coordinator knows of a transactional id.
type Transaction struct {
	ID string
	internaltopics.Transaction
}

// Transactions lists the transactional ids by name.
func (c *Cluster) Transactions() (list []Transaction) {
	for key := range c.transactions.All() {
		if id, ok := idOf(internaltopics.TransactionsTopic, []byte(key)); ok {
			if t, ok := c.Transaction(id); ok {
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(x, y Transaction) int { return cmp.Compare(x.ID, y.ID) })
	return list
}

// Transaction finds a transactional id.
func (c *Cluster) Transaction(id string) (t Transaction, ok bool) {
	value, ok := c.transactions.Get(string(internaltopics.TransactionKey(id)))
	if !ok {
		return t, false
	}
	tx, err := internaltopics.DecodeTransaction([]byte(value))
	return Transaction{id, tx}, err == nil
}

// DescribeTransaction is Transaction for an admin client. Errors: TransactionalIdNotFoundException, TimeoutException.
func (c *Cluster) DescribeTransaction(id string) (Transaction, error) {
	if err := c.Reachable("describeTransactions"); err != nil {
		return Transaction{}, err
	}
	t, ok := c.Transaction(id)
	if !ok {
		return t, kerr.ErrTransactionalIDNotFound.With("The transactionalId could not be found")
	}
	_, _, _, err := c.coordinator(internaltopics.TransactionsTopic, id)
	return t, err
}

// noteTransaction writes the state of a transactional id. It reaches the caller's value only if the append succeeds.
func (c *Cluster) noteTransaction(t Transaction) error {
	return c.note(internaltopics.TransactionsTopic, t.ID, keyValue{internaltopics.TransactionKey(t.ID), t.Encode()})
}

// initProducer is InitProducerId: a new id gets a producer id, a known one a higher epoch, and what it had left open is aborted.
func (c *Cluster) initProducer(id string, timeout int32) (Transaction, error) {
	if most := c.layers().Int("transaction.max.timeout.ms"); timeout <= 0 || int64(timeout) > most {
		return Transaction{}, kerr.ErrInvalidTxnTimeout.With("The transaction timeout is larger than the maximum value allowed by the broker (as configured by transaction.max.timeout.ms).")
	}
	if _, err := c.ensureInternal(internaltopics.TransactionsTopic); err != nil {
		return Transaction{}, err
	}
	t, known := c.Transaction(id)
	if known && t.Status == internaltopics.Ongoing {
		ended, err := c.endTransaction(t, false)
		if err != nil {
			return t, err
		}
		t = ended
	}
	if !known || t.ProducerEpoch >= math.MaxInt16-1 {
		t = Transaction{id, internaltopics.Transaction{ProducerID: c.newProducerID(), NextProducerID: -1}}
		t.PreviousProducerID = t.ProducerID
	} else {
		t.ProducerEpoch++
	}
	t.Timeout, t.Status, t.Partitions, t.Started, t.Updated = timeout, internaltopics.Empty, nil, -1, c.Now()
	err := c.noteTransaction(t)
	if err == nil {
		c.initialized(t)
	}
	return t, err
}

// newProducerID takes the next producer id.
func (c *Cluster) newProducerID() int64 {
	c.nextPID++
	return c.nextPID - 1
}

// checkProducer refuses a client that is not, or no longer, the one that the coordinator knows under an id.
func checkProducer(t Transaction, pid int64, epoch int16) error {
	switch {
	case t.ProducerID != pid:
		return kerr.ErrInvalidPIDMapping.With("The producer attempted to use a producer id which is not currently assigned to its transactional id.")
	case t.ProducerEpoch != epoch:
		return errFenced()
	}
	return nil
}

func errFenced() error {
	return kerr.ErrProducerFenced.With("There is a newer producer with the same transactionalId which fences the current one.")
}

// addPartitions lets partitions join the transaction of an id; the first ones begin it.
func (c *Cluster) addPartitions(id string, pid int64, epoch int16, partitions []TopicPartition) error {
	t, ok := c.Transaction(id)
	if _, _, _, err := c.coordinator(internaltopics.TransactionsTopic, id); err != nil {
		return err
	}
	if !ok {
		return kerr.ErrInvalidPIDMapping.With("The producer attempted to use a producer id which is not currently assigned to its transactional id.")
	}
	if err := checkProducer(t, pid, epoch); err != nil {
		// A leader tells its client so: the newer name is unknown to older producers.
		return kerr.ErrInvalidProducerEpoch.With("Producer attempted to produce with an old epoch.")
	}
	switch t.Status {
	case internaltopics.PrepareCommit, internaltopics.PrepareAbort:
		return kerr.ErrConcurrentTransactions.With("The producer attempted to update a transaction while another concurrent operation on the same transaction was ongoing.")
	case internaltopics.Ongoing:
	default:
		t.Status, t.Partitions, t.Started = internaltopics.Ongoing, nil, c.Now()
	}
	if !t.add(partitions) {
		return nil
	}
	t.Updated, t.ClientVersion = c.Now(), transactionVersion
	if err := c.noteTransaction(t); err != nil {
		return err
	}
	c.watchTimeouts()
	return nil
}

// add says whether there was a new one among the partitions. The topics stand in the order of a Java map.
func (t *Transaction) add(partitions []TopicPartition) (any bool) {
	topics := make([]internaltopics.Partitions, len(t.Partitions))
	for i, p := range t.Partitions {
		topics[i] = internaltopics.Partitions{Topic: p.Topic, Numbers: slices.Clone(p.Numbers)}
	}
	for _, tp := range partitions {
		i := slices.IndexFunc(topics, func(p internaltopics.Partitions) bool { return p.Topic == tp.Topic })
		if i < 0 {
			i = len(topics)
			topics = append(topics, internaltopics.Partitions{Topic: tp.Topic})
		}
		if !contains(topics[i].Numbers, tp.Partition) {
			topics[i].Numbers, any = append(topics[i].Numbers, tp.Partition), true
			slices.Sort(topics[i].Numbers)
		}
	}
	checkpoint.HashOrder(topics, checkpoint.Buckets(len(topics)), func(p internaltopics.Partitions) int32 { return checkpoint.StringHash(p.Topic) })
	t.Partitions = topics
	return any
}

// endTransaction writes the decision, the markers and the end. Without its markers the decision stands all the same: they follow
// when the partitions' leaders are there.
func (c *Cluster) endTransaction(t Transaction, commit bool) (Transaction, error) {
	t.Status = internaltopics.PrepareAbort
	if commit {
		t.Status = internaltopics.PrepareCommit
	}
	t.ProducerEpoch, t.Updated, t.ClientVersion = t.ProducerEpoch+1, c.Now(), transactionVersion
	if t.ProducerEpoch == math.MaxInt16 {
		t.NextProducerID = c.newProducerID()
	}
	if err := c.noteTransaction(t); err != nil {
		return t, err
	}
	return c.complete(t)
}

// complete writes the markers of a decided transaction that are still missing, and then that it is over.
func (c *Cluster) complete(t Transaction) (Transaction, error) {
	_, info, _, err := c.coordinator(internaltopics.TransactionsTopic, t.ID)
	if err != nil {
		return t, err
	}
	commit := t.Status == internaltopics.PrepareCommit
	for _, p := range t.Partitions {
		for _, n := range p.Numbers {
			if err := c.mark(t, TopicPartition{p.Topic, n}, commit, info.LeaderEpoch); err != nil {
				return t, nil // the leader is away; see completePrepared
			}
		}
	}
	t.Status = internaltopics.CompleteAbort
	if commit {
		t.Status = internaltopics.CompleteCommit
	}
	t.Partitions, t.Updated = []internaltopics.Partitions{}, c.Now()
	if t.NextProducerID >= 0 {
		t.PreviousProducerID, t.ProducerID, t.ProducerEpoch, t.NextProducerID = t.ProducerID, t.NextProducerID, 0, -1
	}
	return t, c.noteTransaction(t)
}

// mark appends the marker of a transaction to a partition, unless it has none of it open any more or is deleted.
func (c *Cluster) mark(t Transaction, tp TopicPartition, commit bool, coordinatorEpoch int32) error {
	info, b, err := c.partition(tp)
	if kerr.Code(err) == "UNKNOWN_TOPIC_OR_PARTITION" {
		return nil
	}
	if err != nil {
		return err
	}
	if !openIn(b.Log(tp.String()), t.ProducerID) {
		return nil
	}
	return c.appendMarker(tp, info, t.ProducerID, t.ProducerEpoch, commit, coordinatorEpoch, producer.TxnV2)
}

// openIn says that a producer has a transaction open in a log.
func openIn(l *plog.Log, pid int64) bool {
	if l == nil {
		return true // the append says why it cannot be
	}
	e, ok := l.Producers().Get(pid)
	return ok && e.HasTxn()
}

func (c *Cluster) appendMarker(tp TopicPartition, info PartitionInfo, pid int64, epoch int16, commit bool, coordinatorEpoch int32, version int16) error {
	m := record.Marker{Type: record.Abort, CoordinatorEpoch: coordinatorEpoch}
	if commit {
		m.Type = record.Commit
	}
	batch, err := record.AppendMarker(c.scratch.batch[:0], m, 0, c.Now(), record.NoLeaderEpoch, pid, epoch)
	if err != nil {
		return err
	}
	c.scratch.batch = batch
	_, err = c.appendTo(tp, info, batch, true, plog.AppendOptions{Origin: record.Coordinator, TxnVersion: version})
	if err == nil && tp.Topic == internaltopics.OffsetsTopic {
		c.decide(pid, tp, commit)
	}
	return err
}

// completePrepared goes on with decided transactions whose markers could not be written: of ids that fall on a partition of
// __transaction_state, or of all.
func (c *Cluster) completePrepared(tp TopicPartition) {
	t, _ := c.topics.Get(internaltopics.TransactionsTopic)
	for _, tx := range c.Transactions() {
		decided := tx.Status == internaltopics.PrepareCommit || tx.Status == internaltopics.PrepareAbort
		if decided && (tp.Topic == "" || partitionFor(tx.ID, len(t.partitions)) == tp.Partition) {
			_, _ = c.complete(tx) // otherwise at the next occasion
		}
	}
}

// watchTimeouts schedules the search for transactions past their timeout while one is open. Kafka's task runs for ever.
func (c *Cluster) watchTimeouts() {
	for t := range c.clock.Tasks() {
		if t.Name == taskAbortTimedOut {
			return
		}
	}
	c.scheduleAbort()
}

// abortTimedOut aborts the transactions that are open for longer than their client's transaction.timeout.ms.
func (c *Cluster) abortTimedOut() {
	open := false
	for _, t := range c.Transactions() {
		switch {
		case t.Status != internaltopics.Ongoing:
			continue
		case t.Started+int64(t.Timeout) < c.Now():
			if _, err := c.endTransaction(t, false); err == nil {
				continue
			}
		}
		open = true
	}
	if open {
		c.scheduleAbort()
	}
}

// expireTransactionalIDs forgets the ids that have been idle for transactional.id.expiration.ms.
func (c *Cluster) expireTransactionalIDs() {
	keep := c.layers().Int("transactional.id.expiration.ms")
	for _, t := range c.Transactions() {
		idle := t.Status == internaltopics.Empty || t.Status == internaltopics.CompleteCommit || t.Status == internaltopics.CompleteAbort
		if idle && t.Updated <= c.Now()-keep {
			// A partition without a coordinator is left for the next time.
			_ = c.note(internaltopics.TransactionsTopic, t.ID, keyValue{key: internaltopics.TransactionKey(t.ID)})
		}
	}
}

// AbortHanging writes an ABORT marker for a transaction that its coordinator does not know: kafka-transactions abort. Errors:
// TimeoutException, InvalidProducerEpochException, UnknownTopicOrPartitionException.
func (c *Cluster) AbortHanging(tp TopicPartition, pid int64, epoch int16, coordinatorEpoch int32) error {
	info, _, err := c.partition(tp)
	if err != nil {
		return err
	}
	if err := c.appendMarker(tp, info, pid, epoch, false, coordinatorEpoch, producer.TxnV0); err != nil {
		return err
	}
	c.settle()
	return nil
}

// ForceTerminate aborts the open transaction of an id whatever its client does: kafka-transactions forceTerminateTransaction.
// Errors: TransactionalIdNotFoundException, TimeoutException.
func (c *Cluster) ForceTerminate(id string) error {
	t, err := c.DescribeTransaction(id)
	if err == nil && t.Status == internaltopics.Ongoing {
		_, err = c.endTransaction(t, false)
		c.settle()
	}
	return err
}

// Knows says that some coordinator has a transaction of this producer open in a partition.
func (c *Cluster) Knows(pid int64, tp TopicPartition) bool {
	for _, t := range c.Transactions() {
		for _, p := range t.Partitions {
			if t.ProducerID == pid && p.Topic == tp.Topic && contains(p.Numbers, tp.Partition) {
				return true
			}
		}
	}
	return false
}

// ProducersOf lists what the leader of a partition knows of its producers, by producer id. Errors: UnknownTopicOrPartitionException,
// TimeoutException.
func (c *Cluster) ProducersOf(tp TopicPartition) (list []producer.Entry, err error) {
	_, b, err := c.partition(tp)
	if err != nil {
		return nil, err
	}
	l := b.Log(tp.String())
	if l == nil {
		return nil, kerr.ErrKafkaStorage.With("Disk error when trying to access log file on the disk.")
	}
	for _, e := range l.Producers().All() {
		list = append(list, e)
	}
	return list, nil
}
