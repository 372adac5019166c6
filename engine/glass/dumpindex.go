package glass

import (
	"errors"
	"math"
	"slices"

	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// index prints an .index file and compares each entry with the batch to which it points.
func (d *dumper) index(file string) error {
	x, logFile, err := d.offsetIndex(d.abs(file))
	if err != nil {
		return err
	}
	defer logFile.Close()
	switch {
	case x.Entries() == 0:
		d.printf("%s is empty.\n", file)
		return nil
	case d.o.IndexSanityCheck:
		if err := x.SanityCheck(x.disk); err != nil {
			return err
		}
		d.printf("%s passed sanity check.\n", file)
		return nil
	}
	for i := range x.Entries() {
		e, err := x.Entry(x.disk, i)
		if err != nil {
			return err
		}
		if e.Offset == x.Base() && i > 0 {
			return nil // the zeros of a live file
		}
		if err := d.indexEntry(file, logFile, e); err != nil {
			return err
		}
	}
	return nil
}

func (d *dumper) indexEntry(file string, logFile namedFile, e index.OffsetPosition) error {
	s, err := logFile.slice(int64(e.Position), int64(d.o.MaxMessageSize))
	if err != nil {
		return err
	}
	if !s.Next() {
		return errors.Join(s.Err(), orNoElement(s.Err()))
	}
	if last := s.Header().LastOffset(); last != e.Offset {
		d.report.index.add(d.abs(file), e.Offset, last)
	}
	if !d.o.VerifyIndexOnly {
		d.printf("offset: %d position: %d\n", e.Offset, e.Position)
	}
	return nil
}

// orNoElement is what Java's iterator throws where there is no batch and nothing else went wrong.
func orNoElement(err error) error {
	if err != nil {
		return nil
	}
	return kerr.ErrNoSuchElement
}

// timeIndex prints a .timeindex file and compares each entry with the batch that has its offset.
func (d *dumper) timeIndex(file string) error {
	offsets, logFile, err := d.offsetIndex(sibling(d.abs(file), KindIndex))
	if err != nil {
		return err
	}
	defer logFile.Close()
	x, err := d.openTimeIndex(d.abs(file), offsets.Base())
	if err != nil {
		return err
	}
	if d.o.IndexSanityCheck {
		if err := x.SanityCheck(x.disk); err != nil {
			return err
		}
		d.printf("%s passed sanity check.\n", file)
		return nil
	}
	previous := int64(index.NoTimestamp)
	for i := range x.Entries() {
		e, err := x.Entry(x.disk, i)
		if err != nil {
			return err
		}
		if e.Offset == x.Base() && i > 0 {
			return nil
		}
		if err := d.timeEntry(d.abs(file), offsets, logFile, e, previous); err != nil {
			return err
		}
		if !d.o.VerifyIndexOnly {
			d.printf("timestamp: %d offset: %d\n", e.Timestamp, e.Offset)
		}
		previous = e.Timestamp
	}
	return nil
}

// timeEntry looks whether the batch of an entry's offset ends there and has its timestamp.
func (d *dumper) timeEntry(file string, offsets offsetIndex, logFile namedFile, e index.TimestampOffset, previous int64) error {
	from, err := offsets.Lookup(offsets.disk, e.Offset, nil)
	if err != nil {
		return err
	}
	s, err := logFile.slice(int64(from.Position), math.MaxInt32)
	if err != nil {
		return err
	}
	b, last, err := batchThatReaches(s, e.Offset)
	switch {
	case err != nil:
		return err
	case last != e.Offset:
		d.report.missing.add(file, e.Offset, last)
		return nil
	}
	largest, err := d.largestTimestamp(b)
	if err != nil {
		return err
	}
	if largest != e.Timestamp {
		d.report.mismatch.add(file, e.Timestamp, largest)
	}
	if previous >= e.Timestamp {
		d.report.order.add(file, e.Timestamp, previous)
	}
	return nil
}

// batchThatReaches is the first batch that ends at an offset or behind it, and where it ends; -1: there is none. Kafka walks to the end of the file
// before it chooses, so that what is no batch there is an error.
func batchThatReaches(s *record.Scanner, offset int64) (b record.Batch, last int64, err error) {
	last = -1
	for s.Next() {
		if b != nil {
			continue
		}
		if end := s.Header().LastOffset(); end >= offset {
			b, last = slices.Clone(s.Batch()), end
		}
	}
	return b, last, s.Err()
}

// largestTimestamp is that of the records, whatever the header says.
func (d *dumper) largestTimestamp(b record.Batch) (int64, error) {
	largest := int64(index.NoTimestamp)
	it := record.Iterator{Codecs: &d.codecs}
	for it.Open(b); it.Next(); {
		largest = max(largest, it.Record().Timestamp)
	}
	return largest, it.Err()
}

// txnIndex prints a .txnindex file. Bytes behind the last whole entry do not count.
func (d *dumper) txnIndex(file string) error {
	if _, err := base(file); err != nil {
		return err
	}
	f, err := d.open(file)
	if errors.Is(err, kerr.ErrNoSuchFile) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := readAll(f)
	if err != nil {
		return err
	}
	for size := index.TxnLayout().Size; len(b) >= size; b = b[size:] {
		a, err := index.DecodeAborted(b[:size], d.abs(file))
		if err != nil {
			return err
		}
		d.printf("version: 0 producerId: %d firstOffset: %d lastOffset: %d lastStableOffset: %d\n", a.ProducerID, a.FirstOffset, a.LastOffset, a.LastStableOffset)
	}
	return nil
}
