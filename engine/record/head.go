package record

import "logarium/engine/codec"

// Head is what a walk over a file wants to know of a batch's header. Of the formats 0 and 1 only the fields that they have are set.
type Head struct {
	Size        int64 // bytes, with the 12 in front
	BaseOffset  int64
	LastOffset  int64
	MaxTs       int64 // ms, -1 none
	ProducerID  int64 // -1 none
	LeaderEpoch int32 // -1 unknown
	Count       int32 // records by the header; -1 in the old formats
	CRC         uint32
	Attributes  int16
	Magic       int8
}

// Read sets the fields to what b holds of a header. Of a header that is cut short, as only a damaged file can have one, the
// fields are zero. Nearly all headers are whole and of format 2: of these each field is read with nothing in the way.
func (h *Head) Read(b Batch) {
	if !b.v2() {
		h.readParts(b)
		return
	}
	v := (*[HeaderSize]byte)(b)
	h.Size = LogOverhead + int64(codec.Int32(v[atLength:]))
	h.BaseOffset = codec.Int64(v[atBaseOffset:])
	h.LastOffset = h.BaseOffset + int64(codec.Int32(v[atLastOffsetDelta:]))
	h.MaxTs = codec.Int64(v[atMaxTimestamp:])
	h.ProducerID = codec.Int64(v[atProducerID:])
	h.LeaderEpoch = codec.Int32(v[atLeaderEpoch:])
	h.Count = codec.Int32(v[atCount:])
	h.CRC = codec.Uint32(v[atCRC:])
	h.Attributes = codec.Int16(v[atAttributes:])
	h.Magic = int8(v[atMagic])
}

func (h *Head) readParts(b Batch) {
	*h = Head{
		Size: int64(b.Size()), BaseOffset: b.BaseOffset(), LastOffset: b.LastOffset(), MaxTs: b.MaxTimestamp(), ProducerID: b.ProducerID(),
		LeaderEpoch: b.PartitionLeaderEpoch(), Count: b.Count(), CRC: b.CRC(), Attributes: b.Attributes(), Magic: b.Magic(),
	}
}
