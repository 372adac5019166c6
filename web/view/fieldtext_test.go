package view

import (
	"testing"

	"logarium/engine/message"
)

func TestFieldsAreWrittenAsThePanelsDo(t *testing.T) {
	for _, c := range []struct {
		f         message.Field
		raw       bool
		name, val string
	}{
		{message.Field{Name: "baseOffset", Family: "o", Value: "2204", Number: -1}, false, "baseOffset", "2" + Narrow + "204"},
		{message.Field{Name: "lastOffsetDelta", Family: "o", Value: "6", Number: -1}, false, "lastOffsetDelta", "+6"},
		{message.Field{Name: "timestampDelta", Family: "t", Value: "300", Raw: "d8 04 → 600 → 300", Number: -1}, false, "timestampDelta", "+300" + nb + "ms"},
		{message.Field{Name: "timestampDelta", Family: "t", Value: "300", Raw: "d8 04 → 600 → 300", Number: -1}, true, "timestampDelta", "d8 04 → 600 → 300"},
		{message.Field{Name: "crc", Family: "c", Value: "-1", Raw: "ffffffff", Bad: true, Number: -1}, false, "crc", "ffffffff ✗"},
		{message.Field{Name: "attributes", Family: "f", Value: "0000000000010000", Raw: "16", Number: -1}, false, "attributes", "0x0010"},
		{message.Field{Name: "attributes", Family: "f", Value: "0", Number: -1}, false, "attributes", "0"},
		{message.Field{Name: "maxTimestamp", Family: "t", Value: "2026-03-02 10:03:45.764", Raw: "1772445825764", Number: -1}, false, "maxTimestamp", "10:03:45.764"},
		{message.Field{Name: "maxTimestamp", Family: "t", Value: "-1", Raw: "-1", Number: -1}, false, "maxTimestamp", "−1"},
		{message.Field{Name: "key", Family: "k", Value: "12345", Number: -1}, false, "key", "12345"},
		{message.Field{Name: "record", Value: "offset 2204: k → v", Start: 10, End: 72, Number: 3, Children: []message.Field{{}}}, false, "record 3 · offset 2" + Narrow + "204", "62" + nb + "B"},
	} {
		if n, v := FieldName(&c.f), FieldValue(&c.f, c.raw); n != c.name || v != c.val {
			t.Errorf("%q %q, want %q %q", n, v, c.name, c.val)
		}
	}
}

func TestSpacedLeavesDatesAndNamesAlone(t *testing.T) {
	for in, want := range map[string]string{
		"2149 + 61 = offset 2210": "2" + Narrow + "149 + 61 = offset 2" + Narrow + "210", "2026-03-02 10:03:45.764": "2026-03-02 10:03:45.764", "": "",
		"00000000000000002149.log": "00000000000000002149.log", "ends at 4096.": "ends at 4" + Narrow + "096.", "123": "123",
	} {
		if got := Spaced(in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestItemTitle(t *testing.T) {
	f := message.Field{Name: "batch", Children: []message.Field{{Name: "magic", Value: "2"}}}
	if ItemTitle(&f) != "RecordBatch v2" || ItemTitle(&message.Field{Name: "entry"}) != "entry" {
		t.Error(ItemTitle(&f))
	}
}
