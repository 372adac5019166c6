package lab

import (
	"slices"
	"strings"
	"testing"
)

// plain replaces the blanks that do not break by ordinary ones, so that a test can be read.
func plain(s string) string { return strings.NewReplacer(thin, " ", hard, " ").Replace(s) }

func TestWords(t *testing.T) {
	for _, test := range [][2]string{
		{grouped(0), "0"}, {grouped(999), "999"}, {grouped(2149), "2 149"}, {grouped(37650112), "37 650 112"}, {grouped(-1234), "−1 234"},
		{age(21645), "21.6 s"}, {age(50000), "50 s"}, {age(60000), "1:00"}, {age(280_000), "4:40"}, {age(7_380_000), "2:03:00"}, {age(7 * 86_400_000), "7 d 00:00"}, {age(-1500), "−1.5 s"}, {age(45), "45 ms"}, {age(0), "0 s"}, {age(120), "0.1 s"},
		{span(38356), "38.356 s"}, {span(60000), "60 s"}, {span(604_800_000), "604 800 s"}, {span(1500), "1.5 s"}, {span(-20), "−0.02 s"},
		{limit(60_000), "60 s"}, {limit(600_000), "10 min"}, {limit(604_800_000), "7 d"}, {limit(3_600_000), "60 min"}, {limit(1500), "1 500 ms"}, {limit(0), "0 s"},
		{size(528), "528 B"}, {size(13202), "12.9 KiB"}, {size(16384), "16 KiB"}, {size(1 << 30), "1 GiB"}, {size(1<<20 + 1<<19), "1.5 MiB"},
		{sizeOf(13202, 16384), "12.9 of 16 KiB"}, {sizeOf(528, 16384), "528 B of 16 KiB"},
		{duration(0), "0ms"}, {duration(41_000), "41s"}, {duration(5_400_000), "1h30m"}, {duration(1_080), "1s80ms"}, {duration(86_400_000), "1d"},
	} {
		if plain(test[0]) != test[1] {
			t.Errorf("%q, want %q", plain(test[0]), test[1])
		}
	}
}

func TestLines(t *testing.T) {
	script := `# comment
one --a \
   --b

kafka-console-producer --topic t <<END
# a record, not a comment
x
END
  # indented comment
produce t --value 'a<<b'
last`
	want := []string{"one --a  --b", "kafka-console-producer --topic t <<END\n# a record, not a comment\nx\nEND", "produce t --value 'a<<b'", "last"}
	if got := slices.Collect(Lines(script)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestWindow(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	for _, test := range []struct {
		from        *int64
		limit       int
		first, last int64
	}{
		{nil, 0, 0, 10}, {at(-3), 5, 97, 100}, {at(-300), 5, 0, 5}, {at(98), 10, 98, 100}, {at(500), 1, 100, 100}, {at(5), 2, 5, 7},
	} {
		if first, last := window(test.from, test.limit, 10, 100); first != test.first || last != test.last {
			t.Errorf("%+v: %d to %d", test, first, last)
		}
	}
}
