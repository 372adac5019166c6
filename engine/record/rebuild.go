package record

import "logarium/engine/kerr"

// rebuild writes the records of a checked batch into a new one with the topic's codec. Offsets follow
// each other, producer and sequence stay.
func (v *validator) rebuild(records []byte, first Batch) error {
	to := v.builder(first, v.Target)
	for b := range Batches(records) { // they have been checked
		for v.it.Open(b); v.it.Next(); {
			if err := v.move(&to); err != nil {
				return err
			}
		}
		if v.it.err != nil {
			return v.it.err
		}
	}
	return v.finish(&to)
}

// convert makes one batch of format 2 out of uncompressed messages of an old format.
func (v *validator) convert(records []byte, first Batch) error {
	if _, err := v.walk(records, first); err != nil {
		return err
	}
	return v.rebuild(records, first)
}

func (v *validator) builder(b Batch, c Codec) Builder {
	o := DefaultOptions()
	o.Codec, o.Level = c, v.TargetLevel
	o.TimestampType, o.LogAppendTime = v.TimestampType, v.out.LogAppendNow
	o.BaseOffset, o.PartitionLeaderEpoch = v.NextOffset, v.LeaderEpoch
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = b.ProducerID(), b.ProducerEpoch(), b.BaseSequence()
	o.Transactional = b.IsTransactional()
	to := Builder{Codecs: v.Codecs}
	to.Reset(v.Buffer[:len(v.Buffer):cap(v.Buffer)], o)
	return to
}

// move puts the present record into the new batch, at the next offset.
func (v *validator) move(to *Builder) error {
	err := to.AppendRecord(v.out.NextOffset, &v.it.rec)
	v.out.NextOffset++
	return err
}

func (v *validator) finish(to *Builder) error {
	buf, err := to.Build()
	if err != nil {
		return err
	}
	if to.Count() == 0 && v.TimestampType == LogAppendTime { // Kafka asks for the offset of the last record
		return kerr.New("NullPointerException", `Cannot invoke "java.lang.Long.longValue()" because "this.lastOffset" is null`)
	}
	v.out.Records = buf[len(v.Buffer):]
	v.out.MaxTimestamp = to.MaxTimestamp()
	v.out.Rebuilt = true
	return nil
}
