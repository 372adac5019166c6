package glass

import (
	"path"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// log prints a .log file, batch by batch and, if asked, record by record.
func (d *dumper) log(file string) error {
	parse, err := d.parser()
	if err != nil {
		return err
	}
	start, err := base(file)
	if err != nil {
		return err
	}
	d.printf("Log starting offset: %d\n", start)
	return d.content(file, parse)
}

// raftSnapshot prints a snapshot of the metadata log, which is a log file by another name: 20 digits of end offset
// and 10 of epoch.
func (d *dumper) raftSnapshot(file string) error {
	parse, err := d.parser()
	if err != nil {
		return err
	}
	name := path.Base(file)
	if len(name) < 31 {
		return kerr.New("StringIndexOutOfBoundsException", "begin 0, end 20, length %d", len(name))
	}
	offset, err := base(name[:20])
	if err != nil {
		return err
	}
	epoch, err := base(name[21:31])
	if err != nil {
		return err
	}
	d.printf("Snapshot end offset: %d, epoch: %d\n", offset, epoch)
	return d.content(file, parse)
}

// content prints the batches of a file and what is behind them.
func (d *dumper) content(file string, parse parser) error {
	f, err := d.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if d.o.MaxBytes < 0 {
		return badSize(int64(d.o.MaxBytes), f, file)
	}
	end := min(f.Size(), int64(d.o.MaxBytes))
	valid, err := d.batches(file, f, end, parse)
	if err != nil {
		return err
	}
	if rest := end - valid; rest > 0 && d.o.MaxBytes == noLimit {
		d.printf("Found %d invalid bytes at the end of %s\n", rest, path.Base(file))
	}
	return nil
}

// batches prints what is in the first end bytes and returns how many of them are whole batches.
func (d *dumper) batches(file string, f File, end int64, parse parser) (int64, error) {
	s := record.NewScanner(f, 0, end, file)
	deep := d.o.DeepIteration || d.o.prints()
	last, valid := int64(-1), int64(0)
	it := record.Iterator{Codecs: &d.codecs}
	for s.Next() {
		b := s.Batch()
		if b == nil {
			break
		}
		if err := d.batch(b, s.Position()); err != nil {
			return valid, err
		}
		valid = s.Position() + int64(s.Size())
		if !deep {
			continue
		}
		for it.Open(b); it.Next(); {
			r := it.Record()
			if r.Offset != last+1 {
				d.report.consecutive.add(d.abs(file), last, r.Offset)
			}
			last = r.Offset
			if err := d.record(b, r, parse); err != nil {
				return valid, err
			}
		}
		if err := it.Err(); err != nil {
			return valid, err
		}
	}
	return valid, s.Err()
}

// batch prints a batch's header. An unknown codec shows after half of the line.
func (d *dumper) batch(b record.Batch, position int64) error {
	if b.Magic() >= 2 {
		horizon := "OptionalLong.empty"
		if ms, ok := b.DeleteHorizon(); ok {
			horizon = optionalLong(ms)
		}
		d.printf("baseOffset: %d lastOffset: %d count: %d baseSequence: %d lastSequence: %d producerId: %d producerEpoch: %d partitionLeaderEpoch: %d isTransactional: %t isControl: %t deleteHorizonMs: %s",
			b.BaseOffset(), b.LastOffset(), b.Count(), b.BaseSequence(), b.LastSequence(), b.ProducerID(), b.ProducerEpoch(),
			b.PartitionLeaderEpoch(), b.IsTransactional(), b.IsControl(), horizon)
	} else {
		d.printf("offset: %d", b.LastOffset())
	}
	if err := b.Codec().Err(); err != nil {
		return err
	}
	d.printf(" position: %d %v: %d size: %d magic: %d compresscodec: %v crc: %d isvalid: %t\n",
		position, b.TimestampType(), b.MaxTimestamp(), b.Size(), b.Magic(), b.Codec(), b.CRC(), b.IsValid())
	return nil
}

// record prints one record.
func (d *dumper) record(b record.Batch, r *record.Record, parse parser) error {
	prefix := "| "
	if !d.o.SkipRecordMetadata {
		if err := d.metadata(b, r); err != nil {
			return err
		}
		prefix = " "
	}
	if d.o.prints() && !b.IsControl() {
		key, value, err := parse(r)
		if err != nil {
			return err
		}
		if key != nil {
			d.printf("%skey: %s", prefix, *key)
			prefix = " "
		}
		if value != nil {
			d.printf("%spayload: %s", prefix, *value)
		}
	}
	d.printf("\n")
	return nil
}

func (d *dumper) metadata(b record.Batch, r *record.Record) error {
	d.printf("| offset: %d %v: %d keySize: %d valueSize: %d", r.Offset, b.TimestampType(), r.Timestamp, size(r.Key, r.HasKey()), size(r.Value, r.HasValue()))
	if m := r.Message(); m != nil {
		d.printf(" isValid: %t crc: %d", m.IsValid(), m.CRC())
		return nil
	}
	var keys []string
	for h := range r.Headers() {
		keys = append(keys, javaText(h.Key))
	}
	d.printf(" sequence: %d headerKeys: [%s]", r.Sequence, strings.Join(keys, ","))
	if !b.IsControl() {
		return nil
	}
	text, err := controlText(r)
	d.printf("%s", text)
	return err
}

func size(b []byte, is bool) int {
	if !is {
		return -1
	}
	return len(b)
}
