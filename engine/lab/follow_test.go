package lab

import (
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

const followed = `kafka-topics --create --topic orders --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384 --config retention.ms=60000
produce orders --count 20 --batch-bytes 1000 --records-per-batch 5
consume orders --group billing --max-messages 60`

// stations are the kinds of a record's stations, in order.
func stations(t *testing.T, l *Lab, offset string) (v message.Follow, kinds string) {
	t.Helper()
	v = view[message.Follow](t, l, "follow", `{"partition":"orders-0","offset":`+offset+`}`)
	for _, s := range v.Stations {
		kinds += " " + s.Kind
		if s.When == "ahead" {
			kinds += "!"
		}
	}
	return v, strings.TrimSpace(kinds)
}

// TestFollow: one record from the producer to its deletion; each station agrees with the view that it comes from.
func TestFollow(t *testing.T) {
	l := newLab(t, store.NewMemory())
	run := func(script string) {
		t.Helper()
		if res := l.Run(nil, script); res.Exit != 0 {
			t.Fatal(res)
		}
	}
	run(followed)
	v, kinds := stations(t, l, "41")
	if want := "produce append roll flush index batch disk watermark read verdict rename! delete-file!"; kinds != want || !v.Found {
		t.Errorf("%s, not %s", kinds, want)
	}
	found := view[message.Lookup](t, l, "lookup", `{"partition":"orders-0","offset":41}`)
	batch := station(t, v, "batch")
	if batch.Offset != found.Position || batch.Length != 1000 || !strings.HasSuffix(batch.Path, "00000000000000000000.log") {
		t.Errorf("%+v, the look-up says %d", batch, found.Position)
	}
	for _, s := range found.Steps {
		if s.Kind == "entry" && s.Hit {
			if e := station(t, v, "index"); e.Path != s.Path || e.Offset != s.Offset || e.Length != s.Length {
				t.Errorf("%+v, the look-up says %+v", e, s)
			}
		}
	}
	if s := station(t, v, "produce"); s.Pos != 2 || s.Layer != "client" || !strings.Contains(s.Text, "produce orders --count 20") {
		t.Errorf("%+v", s)
	}
	if s := station(t, v, "append"); !strings.HasPrefix(s.Text, "Written as record 2 of 5 ") {
		t.Errorf("%+v", s)
	}
	if s := station(t, v, "read"); !strings.HasPrefix(s.Text, "Group billing has read it") {
		t.Errorf("%+v", s)
	}
	if last, _ := stations(t, l, "60"); !strings.HasPrefix(station(t, last, "read").Text, "Group billing has not read it") {
		t.Error("a record behind the committed offset counts as read")
	}
	ahead := station(t, v, "rename")
	gone := station(t, v, "delete-file")

	run("clock advance 330001")
	v, kinds = stations(t, l, "41")
	if want := "produce append roll flush log-start rename start delete-file! cause"; kinds != want || v.Found {
		t.Errorf("renamed: %s, not %s", kinds, want)
	}
	if s := station(t, v, "rename"); s.Time != ahead.Time {
		t.Errorf("renamed at %d; it was to be at %d", s.Time, ahead.Time)
	}
	run("clock advance 60s")
	v, kinds = stations(t, l, "41")
	if want := "produce append roll flush log-start rename delete-file start cause"; kinds != want {
		t.Errorf("deleted: %s, not %s", kinds, want)
	}
	if s := station(t, v, "delete-file"); s.Time != gone.Time || s.Layer != "file" {
		t.Errorf("deleted at %d; it was to be at %d", s.Time, gone.Time)
	}
}

func station(t *testing.T, v message.Follow, kind string) message.Station {
	t.Helper()
	for _, s := range v.Stations {
		if s.Kind == kind {
			return s
		}
	}
	t.Fatalf("no %s in %+v", kind, v.Stations)
	return message.Station{}
}

// TestFollowWhatIsNotThere: an offset of the future, of another topic of the same name, one that compaction has removed.
func TestFollowWhatIsNotThere(t *testing.T) {
	l := newLab(t, store.NewMemory())
	script := `kafka-topics --create --topic orders --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384 --config cleanup.policy=compact --config min.cleanable.dirty.ratio=0.01
produce orders --count 40 --batch-bytes 1000 --keys 2
clock advance 1m`
	if res := l.Run(nil, script); res.Exit != 0 {
		t.Fatal(res)
	}
	if _, kinds := stations(t, l, "40"); kinds != "append" {
		t.Error(kinds)
	}
	if v, kinds := stations(t, l, "3"); v.Found || !strings.HasSuffix(kinds, "compact") {
		t.Errorf("%s %+v", kinds, v)
	}
	if v, _ := stations(t, l, "39"); !v.Found || !strings.Contains(station(t, v, "compact").Text, "39") {
		t.Errorf("%+v", v)
	}
	for line, want := range map[string]string{"follow orders-0": "expected a partition and an offset", "follow orders-7 1": "orders-7", "follow orders-0 39": "client Sent by command 2: produce orders"} {
		if res := l.Exec(nil, line, false); !strings.Contains(res.Out+res.Err, want) {
			t.Errorf("%s: %+v", line, res)
		}
	}
}

// TestNoSingleRecordIsDeleted: who tries it is told why, by the tool that he tries it with.
func TestNoSingleRecordIsDeleted(t *testing.T) {
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, followed+"\necho '{\"partitions\":[{\"topic\":\"orders\",\"partition\":0,\"offset\":41}]}' > d.json\nkafka-delete-records --offset-json-file d.json"); res.Exit != 0 {
		t.Fatal(res)
	}
	if v, _ := stations(t, l, "40"); v.Found || !strings.HasPrefix(station(t, v, "start").Text, "It is hidden, not deleted: the log begins at 41.") {
		t.Errorf("%+v", v)
	}
	if res := l.Exec(nil, "rm orders-0/41", false); res.Exit == 0 || !strings.HasPrefix(res.Err, "note: a record is no file") {
		t.Errorf("%+v", res)
	}
	if res := l.Exec(nil, "rm orders-0/nothing", false); res.Exit == 0 || strings.Contains(res.Err, "note:") {
		t.Errorf("%+v", res)
	}
}
