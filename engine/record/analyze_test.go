package record

import (
	"errors"
	"fmt"
	"testing"

	"logarium/engine/kerr"
)

// threeOfEpochs are batches at offsets 0-2, 3 and 10-11, with leader epochs.
func threeOfEpochs(a, b, c int32) []byte {
	all := threeBatches()
	Batch(all[0:100]).SetPartitionLeaderEpoch(a)
	Batch(all[100:178]).SetPartitionLeaderEpoch(b)
	Batch(all[178:]).SetPartitionLeaderEpoch(c)
	return all
}

func TestAnalyzeFollower(t *testing.T) {
	o := AnalyzeOptions{Partition: "t-0", Origin: Replication, LeaderEpoch: 7, IgnoreSize: true, Monotonic: true}
	info, err := Analyze(append(threeOfEpochs(6, 7, 7), 1, 2, 3), o)
	want := Info{FirstOffset: 0, LastOffset: 11, LastOffsetOfFirstBatch: 2, LastLeaderEpoch: 7, MaxTimestamp: vectorT + 9, ValidBytes: 257, Batches: 3, Producers: true}
	if err != nil || info != want {
		t.Errorf("%+v %v", info, err)
	}
	// From the first batch of a higher epoch on, nothing is taken.
	var skipped []string
	o.Skipped = func(b Batch) { skipped = append(skipped, fmt.Sprint(b.BaseOffset())) }
	info, err = Analyze(threeOfEpochs(7, 8, 7), o)
	if err != nil || info.LastOffset != 2 || info.ValidBytes != 100 || fmt.Sprint(skipped) != "[3 10]" {
		t.Errorf("%+v %v %v", info, err, skipped)
	}
}

// TestAnalyzeProducers: one batch of a producer is enough, wherever it stands. One that a follower leaves out does not count.
func TestAnalyzeProducers(t *testing.T) {
	for with := range 8 {
		var all []byte
		for n := range 3 {
			o := DefaultOptions()
			o.BaseOffset = int64(n)
			if with>>n&1 != 0 {
				o.ProducerID, o.ProducerEpoch, o.BaseSequence = 0, 0, 0
			}
			all = append(all, build(t, o, func(b *Builder) { _ = b.Append(o.BaseOffset, vectorT, nil, nil) })...)
		}
		Batch(all[len(all)/3*2:]).SetPartitionLeaderEpoch(8)
		for epoch, want := range map[int32]bool{8: with != 0, 7: with&3 != 0} {
			info, err := Analyze(all, AnalyzeOptions{Origin: Replication, LeaderEpoch: epoch, IgnoreSize: true, Monotonic: true})
			if err != nil || info.Producers != want || info.Batches != int(epoch)-5 {
				t.Errorf("ids %03b, epoch %d: %+v %v", with, epoch, info, err)
			}
		}
	}
}

func TestAnalyzeErrors(t *testing.T) {
	backwards := threeOfEpochs(7, 7, 7)
	Batch(backwards[100:178]).SetBaseOffset(1)
	short := fromHex(vectorA)[:61]
	copy(short[8:12], []byte{0, 0, 0, 14})
	damaged := fromHex(vectorA)
	damaged[90]++
	for _, c := range []struct {
		in   []byte
		o    AnalyzeOptions
		kind *kerr.Error
		want string
	}{
		{backwards, AnalyzeOptions{Origin: Replication, LeaderEpoch: 9, IgnoreSize: true, Monotonic: true}, kerr.ErrOffsetsOutOfOrder,
			"Out of order offsets found in append to t-0: 0,1,2,1,10,11"},
		{threeOfEpochs(7, 7, 7), AnalyzeOptions{Origin: RaftLeader, LeaderEpoch: 8}, kerr.ErrInvalidRecord,
			"Append from Raft leader did not set the batch epoch correctly, expected 8 but the batch has 7"},
		{fromHex(vectorL), AnalyzeOptions{Origin: Client}, kerr.ErrInvalidRecord,
			"The baseOffset of the record batch in the append to t-0 should be 0, but it is 10"},
		{fromHex(vectorA), AnalyzeOptions{Origin: Client, MaxMessageSize: 99}, kerr.ErrRecordTooLarge,
			"The record batch size in the append to t-0 is 100 bytes which exceeds the maximum configured value of 99)."},
		{damaged, AnalyzeOptions{Origin: Coordinator, MaxMessageSize: 100}, kerr.ErrCorruptRecord,
			"Record is corrupt (stored crc = 4066354663) in topic partition t-0."},
		{short, AnalyzeOptions{Origin: Client, MaxMessageSize: 100}, kerr.ErrIndexOutOfBounds, "IndexOutOfBoundsException"},
	} {
		c.o.Partition = "t-0"
		if _, err := Analyze(c.in, c.o); err == nil || err.Error() != c.want || !errors.Is(err, c.kind) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// TestEnsureValid are the texts of recovery and of consumers.
func TestEnsureValid(t *testing.T) {
	damaged := fromHex(vectorB)
	damaged[77]++
	old := legacyBatch(t, 0, None, 0, CreateTime)
	first, _, _ := Next(old)
	first[20]++
	for want, b := range map[string]Batch{
		"Record batch is corrupt (the size 40 is smaller than the minimum allowed overhead 61)": fromHex(vectorB)[:40],
		"Record is corrupt (stored crc = 1222265787, computed crc = 3132213432)":                damaged,
		"Record is corrupt (stored crc = 1517567431, computed crc = 2616910343)":                first,
	} {
		if err := b.EnsureValid(); err == nil || err.Error() != want || !errors.Is(err, kerr.ErrCorruptRecord) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if err := Batch(fromHex(vectorB)).EnsureValid(); err != nil {
		t.Error(err)
	}
}

func TestString(t *testing.T) {
	want := "RecordBatch(magic=2, offsets=[10, 11], sequence=[0, 1], partitionLeaderEpoch=7, isTransactional=true, " +
		"isControlBatch=false, compression=none, timestampType=CreateTime, crc=431818827)"
	if got := Batch(fromHex(vectorL)).String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestOrigins: coordinators may write what clients may not.
func TestOrigins(t *testing.T) {
	o := ValidateOptions{Partition: "t-0", NextOffset: 5, Now: vectorT, BeforeMax: 1 << 62, AfterMax: 1 << 40}
	_, err := Validate(fromHex(vectorB), o)
	if err == nil || err.Error() != "Clients are not allowed to write control records in topic partition t-0" {
		t.Error(err)
	}
	o.Origin, o.Target = Coordinator, Gzip
	marker := Batch(fromHex(vectorB))
	marker.SetBaseOffset(0)
	v, err := Validate(marker, o)
	if err != nil || v.NextOffset != 6 || v.Rebuilt || Batch(v.Records).IsCompressed() || Batch(v.Records).BaseOffset() != 5 {
		t.Errorf("%+v %v", v, err)
	}
	if _, err := Validate([]byte{1}, o); err == nil || err.Error() != "Record batch has no batches at all" {
		t.Error(err)
	}
}
