package view

import "testing"

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Group(0), "0"}, {Group(999), "999"}, {Group(16105), "16" + Narrow + "105"}, {Group(-1234567), "−1" + Narrow + "234" + Narrow + "567"},
		{Bytes(528), "528" + nb + "B"}, {Bytes(16105), "15.7" + nb + "KiB"}, {Bytes(64 << 20), "64" + nb + "MiB"}, {Bytes(1 << 40), "1" + nb + "TiB"},
		{Plural(1, "byte", "bytes"), "1" + nb + "byte"}, {HexDigits(4118, 8), "00001016"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if z, r := Base(2149); z+r != "00000000000000002149" || r != "2149" {
		t.Error(z, r)
	}
}

func TestTimes(t *testing.T) {
	at := int64(1772445880000) // 2026-03-02 10:04:40 UTC
	for _, c := range []struct{ got, want string }{
		{Date(at), "2026-03-02"}, {TimeOfDay(at), "10:04:40"}, {Moment(at + 7), "10:04:40.007"}, {Date(-1), "1969-12-31"}, {Moment(-1), "23:59:59.999"},
		{Date(951782400000), "2000-02-29"},
		{Age(356), "356" + nb + "ms"}, {Age(38356), "38.3" + nb + "s"}, {Age(50000), "50" + nb + "s"}, {Age(125600), "2:05"}, {Age(3880000), "1:04:40"}, {Age(-500), "−500" + nb + "ms"},
		{Period(60000), "60" + nb + "s"}, {Period(300000), "5" + nb + "min"}, {Period(604800000), "7" + nb + "days"}, {Period(-1), "no limit"}, {Period(1500), "1" + Narrow + "500" + nb + "ms"},
		{Duration(16), "16ms"}, {Duration(60000), "1m"}, {Duration(3600000), "1h"}, {Duration(90000), "90s"}, {Duration(0), "0ms"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"a-b": "a-b", "": "''", "k:v w": "'k:v w'", "it's": `'it'\''s'`, `{"a":1}`: `'{"a":1}'`} {
		if got := Quote(in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWhenNamesTheDayIfItIsAnother(t *testing.T) {
	now := int64(1772445885000)
	for ms, want := range map[int64]string{now: "10:04:45", now - 11*hour: "03-01 23:04:45", now + 7*day: "03-09 10:04:45"} {
		if got := When(ms, now); got != want {
			t.Errorf("%d is %q, want %q", ms, got, want)
		}
	}
}
