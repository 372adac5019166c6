package fuzz

import (
	"encoding/hex"
	"fmt"
	"slices"
)

func (g *Gen) record(ts int64) Op {
	r := Op{"ts": ts, "key": g.key(), "value": g.value()}
	if g.chance(10) {
		var headers []any
		for range 1 + g.r.IntN(3) {
			headers = append(headers, []any{pick(g, "h", "", "trace-id", "é"), pick[any](g, nil, "", "v"+fmt.Sprint(g.r.IntN(9)), g.noise(5))})
		}
		r["headers"] = headers
	}
	return r
}

func (g *Gen) key() any {
	switch {
	case g.chance(78):
		return fmt.Sprintf("k%d", g.r.IntN(12))
	case g.chance(20):
		return ""
	case g.chance(20):
		return g.noise(9)
	}
	if policy, _ := g.cfg["cleanup.policy"].(string); policy != "" && policy != "delete" && g.chance(90) {
		return "k"
	}
	return nil
}

func (g *Gen) value() any {
	switch {
	case g.chance(5):
		return nil
	case g.chance(5):
		return g.noise(60)
	case g.chance(5):
		return Op{"fill": "v", "n": g.r.IntN(400)}
	}
	return Op{"fill": string(rune('a' + g.r.IntN(26))), "n": g.r.IntN(90)}
}

// noise is random bytes.
func (g *Gen) noise(most int) any {
	b := make([]byte, g.r.IntN(most+1))
	for i := range b {
		b[i] = byte(g.r.Uint32())
	}
	return Op{"hex": hex.EncodeToString(b)}
}

// ts is mostly now, sometimes earlier, far ahead, or none.
func (g *Gen) ts() int64 {
	now := g.d.Now()
	switch {
	case g.chance(3):
		return -1
	case g.chance(3):
		return now + g.between(3_500_000, 3_700_000)
	case g.chance(1):
		return pick(g, 0, 1, now*1000, -2, now-1)
	case g.chance(25):
		return now - g.between(0, 40000)
	}
	return now
}

func (g *Gen) records() []any {
	n := 1 + g.r.IntN(3)
	if g.chance(10) {
		n = 1 + g.r.IntN(10)
	}
	var list []any
	for range n {
		list = append(list, g.record(g.ts()))
	}
	return list
}

func (g *Gen) batch() Op {
	b := Op{"records": g.records()}
	if g.chance(5) {
		b.with("tsType", "LogAppendTime", "logAppendTime", g.ts())
	}
	return b
}

// compressed turns a batch into one that is compressed by the other side; as it is if that refuses.
func (g *Gen) compressed(b Op) Op {
	if b["marker"] != nil || b["empty"] != nil || b["hex"] != nil {
		return b
	}
	with := Op{"codec": pick(g, "gzip", "snappy", "lz4", "zstd")}
	for k, v := range b {
		with[k] = v
	}
	if hex := g.press(with); hex != "" {
		return Op{"hex": hex}
	}
	return b
}

// damaged patches bytes of a batch, where a field of its header or of its first record stands, with and without a right
// checksum. Compressed data stays whole: what a library makes of damage there, and how it puts that into words, is its own.
func (g *Gen) damaged(b Op) Op {
	if b["empty"] != nil {
		return g.torn(b) // it has no more bytes than its header
	}
	fields := []int64{0, 7, 8, 11, 12, 15, 16, 17, 21, 22, 23, 26, 27, 34, 35, 42, 43, 50, 51, 52, 53, 56, 57, 60, 61, 62, 63, 64, 65, 66, 67}
	if b["hex"] != nil {
		fields = fields[:slices.Index(fields, 57)] // a count that is damaged there would need all of Java's memory
	}
	var patches []any
	for range 1 + g.r.IntN(2) {
		at := pick(g, fields...)
		patches = append(patches, Op{"at": at, "hex": fmt.Sprintf("%02x", pick(g, 0, 1, 2, 0x7f, 0x80, 0xff, g.r.IntN(256)))})
	}
	b["patch"] = patches
	if g.chance(70) {
		b["recrc"] = true
	}
	return b
}

// torn cuts a batch or puts something behind it.
func (g *Gen) torn(b Op) Op {
	if g.chance(50) {
		b["cut"] = g.between(0, 66)
	} else {
		b["pad"] = Op{"hex": pick(g, "00", "0000000000000005000000ff0000", "ffffffffffffffffffffffffffffffffffffffffffff", "000000000000000000000000000000000000")}
	}
	return b
}
