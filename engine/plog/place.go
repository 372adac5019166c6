package plog

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// place gives a leader's batch its offsets, or checks those that it has.
func (a *appending) place() error {
	if a.assign {
		return a.assignOffsets()
	}
	l := a.log
	first, what := a.info.FirstOffset, "First offset"
	if first < 0 {
		first, what = a.head.LastOffsetOfFirstBatch, "Last offset of the first batch"
	}
	if first >= l.leo.Offset {
		return nil
	}
	offsets, err := a.firstOffsets()
	if err != nil {
		return err
	}
	return kerr.ErrUnexpectedAppendOffset.With("Unexpected offset in append to %s. %s %d is less than the next offset %d. First 10 offsets in append: %s, last offset in append: %d. Log start offset = %d",
		l.Name(), what, first, l.leo.Offset, offsets, a.info.LastOffset, l.logStart)
}

// firstOffsets lists the offsets of the first ten records. Records that cannot be read are the error then. A compressed
// batch is read to its end, however many of its records are shown.
func (a *appending) firstOffsets() (string, error) {
	const shown = 10
	var list []string
	it := record.Iterator{Codecs: a.env.Codecs}
	for b, err := range record.Batches(a.records) {
		if err != nil {
			return "", err
		}
		for it.Open(b); (b.IsCompressed() || len(list) < shown) && it.Next(); {
			if len(list) < shown {
				list = append(list, strconv.FormatInt(it.Record().Offset, 10))
			}
		}
		if it.Err() != nil {
			return "", it.Err()
		}
		if len(list) == shown {
			break
		}
	}
	return strings.Join(list, ", "), nil
}

func (a *appending) assignOffsets() error {
	l, env, c := a.log, a.env, a.log.config
	tsType := record.CreateTime
	if c.LogAppendTime() {
		tsType = record.LogAppendTime
	}
	target, level := a.target()
	v, err := record.Validate(a.records, record.ValidateOptions{
		Partition: l.Name(), Origin: a.origin, NextOffset: l.leo.Offset, Now: env.Now, LeaderEpoch: a.epoch,
		Source: a.head.Codec, Target: target, TargetLevel: level, TimestampType: tsType,
		BeforeMax: c.MessageTimestampBeforeMs, AfterMax: c.MessageTimestampAfterMs, Compacted: c.Compact,
		MaxRecordSize: int(c.MaxDecompressedBytes), Codecs: env.Codecs,
	})
	a.info.FirstOffset = l.leo.Offset
	if err != nil {
		return err
	}
	a.records = v.Records
	a.info.MaxTimestamp, a.info.LogAppendTime = v.MaxTimestamp, v.LogAppendNow
	a.info.LastOffset = v.NextOffset - 1
	a.count()
	if v.Rebuilt {
		return a.checkSize()
	}
	return nil
}

// checkSize refuses a batch that has grown too large when it was compressed anew.
func (a *appending) checkSize() error {
	limit := int(a.log.config.MaxMessageBytes)
	for b, err := range record.Batches(a.records) {
		if err != nil {
			return err
		}
		if len(b) > limit {
			return kerr.ErrRecordTooLarge.With("Message batch size is %d bytes in append to partition %s which exceeds the maximum configured size of %d.",
				len(b), a.log.Name(), limit)
		}
	}
	return nil
}

// target is the codec by compression.type, and its level.
func (a *appending) target() (record.Codec, int) {
	switch c := a.log.config; c.CompressionType {
	case "uncompressed":
		return record.None, 0
	case "gzip":
		return record.Gzip, int(c.GzipLevel)
	case "lz4":
		return record.LZ4, int(c.Lz4Level)
	case "zstd":
		return record.Zstd, int(c.ZstdLevel)
	case "snappy":
		return record.Snappy, 0
	}
	return a.head.Codec, 0
}
