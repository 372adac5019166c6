package cluster

import (
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/store"
)

// The producers' side of transactions.

// txClient is a transactional producer process. It forgets nothing by itself: one that sends no more is a hanging client.
type txClient struct {
	pid     int64
	epoch   int16
	timeout int32 // transaction.timeout.ms
	state   txState
	started bool // a partition has joined the transaction
}

type txState uint8

const (
	txReady txState = iota
	txOpen
	txAbortable // a send failed: only an abort is possible
)

var txStateNames = [...]string{"READY", "IN_TRANSACTION", "ABORTABLE_ERROR"}

func codeTxClient(c *store.Coder, t *txClient) {
	c.Int64(&t.pid)
	c.Int16(&t.epoch)
	c.Int32(&t.timeout)
	store.Number(c, &t.state)
	c.Bool(&t.started)
}

// DefaultTxTimeout is a producer's transaction.timeout.ms.
const DefaultTxTimeout = 60_000

// txSequence is the key under which a transactional producer counts its records in a partition.
func txSequence(id string, tp TopicPartition) string { return txPrefix(id) + tp.String() }

func txPrefix(id string) string { return "tx\x00" + id + "/" }

func badTransition(id string, from txState, to string) error {
	return kerr.ErrIllegalState.With("TransactionalId %s: Invalid transition attempted from state %s to state %s", id, txStateNames[from], to)
}

// BeginTransaction is initTransactions, if the producer is new, and beginTransaction. Errors: IllegalStateException,
// InvalidTxnTimeoutException, TimeoutException.
func (c *Cluster) BeginTransaction(id string, timeout int32) error {
	p, known := c.txClients.Get(id)
	if !known {
		t, err := c.initProducer(id, timeout)
		if err != nil {
			return err
		}
		p = txClient{pid: t.ProducerID, epoch: t.ProducerEpoch, timeout: timeout}
		c.forgetSequences(txPrefix(id))
	}
	if p.state != txReady {
		return badTransition(id, p.state, "IN_TRANSACTION")
	}
	p.state, p.started = txOpen, false
	c.txClients.Set(id, p)
	c.settle()
	return nil
}

// canSend refuses a producer without an open transaction.
func (c *Cluster) canSend(id string) (p txClient, err error) {
	p, ok := c.txClients.Get(id)
	switch {
	case !ok:
		err = kerr.ErrIllegalState.With("Cannot perform a 'send' before completing a call to initTransactions when transactions are enabled.")
	case p.state == txReady:
		err = kerr.ErrIllegalState.With("Cannot call send in state %s", txStateNames[p.state])
	case p.state == txAbortable:
		err = kerr.ErrKafka.With("Cannot perform send because at least one previous transactional or idempotent request has failed with errors.")
	}
	return p, err
}

// join lets the partitions of a send take part in the producer's transaction.
func (c *Cluster) join(id string, groups []Produced) error {
	p, err := c.canSend(id)
	if err != nil {
		return err
	}
	partitions := make([]TopicPartition, len(groups))
	for i, g := range groups {
		partitions[i] = g.Partition
	}
	if err = c.addPartitions(id, p.pid, p.epoch, partitions); err != nil {
		p.state = txAbortable
	} else {
		p.started = true
	}
	c.txClients.Set(id, p)
	return err
}

// failed notes that a send of a transaction failed: what the producer can still do is abort.
func (c *Cluster) failed(id string) {
	p, _ := c.txClients.Get(id)
	p.state = txAbortable
	c.txClients.Set(id, p)
}

// EndTransaction is commitTransaction or abortTransaction. A producer that learns that a newer one has taken its place is gone
// afterwards. Errors: IllegalStateException, ProducerFencedException, KafkaException, TimeoutException.
func (c *Cluster) EndTransaction(id string, commit bool) error {
	p, ok := c.txClients.Get(id)
	to := "ABORTING_TRANSACTION"
	if commit {
		to = "COMMITTING_TRANSACTION"
	}
	switch {
	case !ok:
		return kerr.ErrIllegalState.With("TransactionalId %s: Invalid transition attempted from state UNINITIALIZED to state %s", id, to)
	case p.state == txReady:
		return badTransition(id, p.state, to)
	case p.state == txAbortable && commit:
		return kerr.ErrKafka.With("Cannot execute transactional method because we are in an error state")
	}
	if !p.started && p.state == txOpen {
		p.state = txReady // no partition joined: the coordinator has heard nothing of it
		c.txClients.Set(id, p)
		return nil
	}
	return c.end(id, p, commit)
}

func (c *Cluster) end(id string, p txClient, commit bool) error {
	t, err := c.DescribeTransaction(id)
	if err == nil {
		err = checkProducer(t, p.pid, p.epoch)
	}
	if err == nil {
		t, err = c.endTransaction(t, commit)
	}
	switch {
	case fatal(err):
		c.txClients.Delete(id)
	case err == nil:
		p.pid, p.epoch, p.state, p.started = t.ProducerID, t.ProducerEpoch, txReady, false
		c.txClients.Set(id, p)
		c.forgetSequences(txPrefix(id))
	}
	c.settle()
	return err
}

// fatal says that a producer is of no use any more after this error.
func fatal(err error) bool {
	switch kerr.Code(err) {
	case "PRODUCER_FENCED", "INVALID_PRODUCER_ID_MAPPING", "TRANSACTIONAL_ID_NOT_FOUND":
		return true
	}
	return false
}

// forgetSequences lets a producer count from 0 again: each epoch has its own numbers. Its keys begin with prefix.
func (c *Cluster) forgetSequences(prefix string) {
	var old []string
	for key := range c.sequences.Ascend(prefix) {
		if !strings.HasPrefix(key, prefix) {
			break
		}
		if !strings.Contains(key[len(prefix):], "/") { // or it is of a producer with a longer name
			old = append(old, key)
		}
	}
	for _, key := range old {
		c.sequences.Delete(key)
	}
}

// CloseTransactional is the end of a producer's process, as kill -9 is: what it left open stays open until the coordinator
// aborts it.
func (c *Cluster) CloseTransactional(id string) bool { return c.txClients.Delete(id) }

// TxClient is a transactional producer as others see it.
type TxClient struct {
	ID    string
	PID   int64
	Epoch int16
	State string // READY, IN_TRANSACTION, ABORTABLE_ERROR
}

// TxClients lists the transactional producers by id.
func (c *Cluster) TxClients() (list []TxClient) {
	for id, p := range c.txClients.All() {
		list = append(list, TxClient{id, p.pid, p.epoch, txStateNames[p.state]})
	}
	return list
}
