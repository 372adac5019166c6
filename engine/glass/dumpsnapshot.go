package glass

import (
	"errors"
	"fmt"

	"logarium/engine/kerr"
	"logarium/engine/producer"
)

// snapshot prints a producer snapshot. A damaged one is a line on standard error, and the tool goes on.
func (d *dumper) snapshot(file string) error {
	f, err := d.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := readAll(f)
	if err != nil {
		return err
	}
	entries, err := producer.DecodeSnapshot(b)
	if errors.Is(err, kerr.ErrCorruptSnapshot) {
		fmt.Fprintln(d.errs, err)
		return nil
	}
	if err != nil {
		return err
	}
	for i := range entries {
		d.producer(&entries[i])
	}
	return nil
}

func (d *dumper) producer(e *producer.Entry) {
	txn := "OptionalLong.empty"
	if e.TxnFirstOffset != producer.NoOffset {
		txn = optionalLong(e.TxnFirstOffset)
	}
	d.printf("producerId: %d producerEpoch: %d coordinatorEpoch: %d currentTxnFirstOffset: %s lastTimestamp: %d",
		e.ID, e.Epoch, e.CoordinatorEpoch, txn, e.LastTimestamp)
	for i, b := range e.Batches() {
		if i == 0 {
			d.printf(" firstSequence: %d lastSequence: %d lastOffset: %d offsetDelta: %d timestamp: %d",
				b.FirstSequence(), b.LastSequence, b.LastOffset, b.OffsetDelta, b.Timestamp)
		}
	}
	d.printf("\n")
}

func optionalLong(n int64) string { return fmt.Sprintf("OptionalLong[%d]", n) }
