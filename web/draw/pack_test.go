package draw

import (
	"encoding/binary"
	"math"
	"reflect"
	"testing"
)

// unpacked reads the numbers of a packed list.
func unpacked(b []byte) (all []float64) {
	for ; len(b) > 0; b = b[8:] {
		all = append(all, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return all
}

func TestPackWritesEachStep(t *testing.T) {
	l := &List{}
	l.Rect(1.25, 2, 3, 4, Bg)
	l.Frame(1.25, 2.75, 3.4, -4, Ink, 1, Dashed)
	l.Line(7.2, 1, 7.2, 9, Ink2, 1, Solid)
	l.Line(7.2, 1, 9, 1, Ink2, 2, Solid)
	l.TextOn(5, 6, "a", Mono, Ink, Bg, 1)
	l.Polygon(Bad, true, 0, 1, 2, 3, 4)
	l.Text(5, 6, "ä", UI, Ink, -1)
	l.Clip(0, 0, 5, 5)
	l.Unclip()
	numbers, texts := Pack(l.Ops)
	want := []float64{
		0, float64(Bg), 0, 0, 1.25, 2, 3, 4, 0, 0, 0, 1, 0,
		1, float64(Ink), 1, float64(Dashed), 1.5, 2.5, 3, 0, 0, 0, 0, 1, 0,
		2, float64(Ink2), 1, 0, 7.5, 1, 7.5, 9, 0, 0, 0, 1, 0,
		2, float64(Ink2), 2, 0, 7.2, 1, 9, 1, 0, 0, 0, 1, 0,
		3, float64(Ink), 0, 0, 5, 6, 0, 0, 0, float64(Bg), float64(Mono), 2, 0,
		5, float64(Bad), 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 4, 1, 2, 3, 4,
		3, float64(Ink), 0, 0, 5, 6, 0, 0, 0, 0, float64(UI), 0, 0,
		6, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 1, 0,
		7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
	}
	if got := unpacked(numbers); !reflect.DeepEqual(got, want) || texts != "a\x00ä" {
		t.Errorf("got %v %q\nnot %v", got, texts, want)
	}
	l = &List{}
	l.Text(5, 6, "a\x00b", UI, Ink, -1)
	l.Text(5, 6, "c", UI, Ink, -1)
	if _, texts := Pack(l.Ops); texts != "a\u2400b\x00c" {
		t.Errorf("a zero in a text divides it: %q", texts)
	}
	if numbers, texts := Pack(nil); len(numbers) != 0 || texts != "" {
		t.Error("an empty list is", numbers, texts)
	}
}
