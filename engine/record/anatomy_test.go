package record

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestAnatomy prints batches byte by byte through the tables by which they are decoded.
func TestAnatomy(t *testing.T) {
	datadriven.RunTest(t, "testdata/anatomy", func(t *testing.T, d *datadriven.TestData) string {
		o := DefaultOptions()
		scanInt(d, "base", func(v int64) { o.BaseOffset = v })
		scanInt(d, "epoch", func(v int64) { o.PartitionLeaderEpoch = int32(v) })
		scanInt(d, "producer", func(v int64) { o.ProducerID, o.ProducerEpoch, o.BaseSequence = v, 0, 0 })
		scanInt(d, "horizon", func(v int64) { o.DeleteHorizon = v })
		scanInt(d, "magic", func(v int64) { o.Magic = int8(v) })
		switch d.Cmd {
		case "batch":
			var b Builder
			b.Reset(nil, o)
			offset := o.BaseOffset
			for line := range strings.Lines(d.Input) {
				appendLine(&b, offset, strings.Fields(line))
				offset++
			}
			out, err := b.Build()
			if err != nil {
				return err.Error()
			}
			return anatomy(out)
		case "commit":
			b, _ := AppendMarker(nil, Marker{Commit, 5}, o.BaseOffset, 1000, o.PartitionLeaderEpoch, o.ProducerID, o.ProducerEpoch)
			return anatomy(b)
		case "empty":
			return anatomy(AppendEmpty(nil, o, o.BaseOffset+4, 1000))
		}
		return "unknown command"
	})
}

func scanInt(d *datadriven.TestData, name string, set func(int64)) {
	for _, a := range d.CmdArgs {
		if a.Key == name {
			var v int64
			_, _ = fmt.Sscan(a.Vals[0], &v)
			set(v)
		}
	}
}

// appendLine reads "ts key value [header=value]", where - is null.
func appendLine(b *Builder, offset int64, f []string) {
	var ts int64
	_, _ = fmt.Sscan(f[0], &ts)
	part := func(s string) []byte {
		if s == "-" {
			return nil
		}
		return []byte(s)
	}
	var headers []Header
	for _, h := range f[3:] {
		k, v, _ := strings.Cut(h, "=")
		headers = append(headers, Header{[]byte(k), part(v)})
	}
	_ = b.Append(offset, ts, part(f[1]), part(f[2]), headers...)
}

func anatomy(b Batch) string {
	var out strings.Builder
	line := func(start, end int, family Family, name, value string) {
		fmt.Fprintf(&out, "%3d %c %-21s %-12s % x\n", start, family, name, value, []byte(b[start:end]))
	}
	for _, f := range HeaderFields(b.Magic()) {
		line(f.At, f.At+f.Size, f.Family, f.Name, fmt.Sprint(f.Int(b)))
	}
	it := Iterator{Visit: func(p Part) {
		f := p.Field.Field()
		value := fmt.Sprint(p.Number)
		if p.Number == 0 && p.End-p.Start > 0 && (f.Family == FamilyKey || f.Family == FamilyValue) {
			value = fmt.Sprintf("%q", []byte(b[HeaderSize+p.Start:HeaderSize+p.End]))
		}
		line(HeaderSize+p.Start, HeaderSize+p.End, f.Family, f.Name, value)
	}}
	n := 0
	for it.Open(b); it.Next(); n++ {
	}
	fmt.Fprintf(&out, "%d records, %d bytes, valid: %t, %v", n, len(b), b.IsValid(), it.Err())
	return out.String()
}
