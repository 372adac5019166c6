package lab

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/archive"
	"logarium/engine/message"
	"logarium/engine/store"
)

// captured are the files of a real broker's log directory, from testdata/own.
func captured(t testing.TB, name string) (files []OwnFile) {
	t.Helper()
	data, err := os.ReadFile("testdata/own/" + name + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, data)
}

func unzipped(t testing.TB, data []byte) (files []OwnFile) {
	t.Helper()
	z, err := archive.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range z.Files {
		f := &z.Files[i]
		b, err := z.Bytes(f)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, OwnFile{Path: f.Name, Size: f.Size, Mtime: f.Mtime, Src: bytes.NewReader(b)})
	}
	return files
}

func importOwn(t testing.TB, own Own) *Lab {
	t.Helper()
	l, stopped, err := ImportOwn(nil, store.NewLaid(store.NewMemory()), "own", own)
	if err != nil || stopped != "" {
		t.Fatal(err, stopped)
	}
	return l
}

const afterwards = 1_796_000_000_000 // a day after the captures

// ends are the log start and end offsets of all partitions.
func ends(t testing.TB, l *Lab) string {
	t.Helper()
	var out strings.Builder
	for _, p := range view[message.Cluster](t, l, "cluster", "").Brokers[0].Dirs[0].Partitions {
		v := view[message.Partition](t, l, "partition", fmt.Sprintf(`{"partition":%q}`, p.Name))
		fmt.Fprintf(&out, "%s %d %d\n", p.Name, v.LogStartOffset, v.LogEndOffset)
	}
	return out.String()
}

// What a real broker left, cleanly or not, is shown with the offsets that it had, and every file with its bytes.
func TestCapturedDirectories(t *testing.T) {
	for name, want := range map[string]string{ // as kafka-get-offsets and kafka-dump-log printed them
		"clean": "__consumer_offsets-0 0 6,__consumer_offsets-1 0 27,__transaction_state-0 0 11,__transaction_state-1 0 0,brandnew-0 0 1,gzipped-0 0 3,nosuch-0 0 0," +
			"orders-0 4 7,orders-1 0 7,orders-2 5 5,orders-3 0 0,payments-0 0 8,payments-1 0 4,profiles-0 0 5,rolled-0 0 11,t4-0 0 0,tiny-0 0 4",
		"unclean": "__consumer_offsets-0 0 6,__consumer_offsets-1 0 27,__transaction_state-0 0 11,__transaction_state-1 0 4,gzipped-0 0 3," +
			"orders-0 4 8,orders-1 0 9,orders-2 5 8,payments-0 0 10,payments-1 0 4,profiles-0 0 5,rolled-0 0 14,tiny-0 0 5",
	} {
		files := captured(t, name)
		l := importOwn(t, Own{Files: files, Now: afterwards})
		if d := cmp.Diff(strings.ReplaceAll(want, ",", "\n")+"\n", ends(t, l)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		arranged := Arrange(files)
		for i, f := range files {
			if to := arranged.Names[i]; strings.HasSuffix(to, ".log") {
				sameFile(t, l, to, f) // nothing had to be cut off
			}
		}
	}
}

func sameFile(t *testing.T, l *Lab, name string, f OwnFile) {
	t.Helper()
	got, err := l.current().fork().cluster.Broker(1).Disk().ReadFile("/tmp/kafka-logs/" + name)
	want := make([]byte, f.Size)
	_, _ = f.Src.ReadAt(want, 0) // in memory
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes, %d in the file, %v", name, len(got), f.Size, err)
	}
}

// Damaged files are shown as they lie, nothing cut; the broker then does with them what a real one did.
func TestDamagedDirectoryIsShown(t *testing.T) {
	files := captured(t, "damaged")
	l := importOwn(t, Own{Files: files, Now: afterwards})
	if got := ends(t, l); !strings.Contains(got, "orders-0 4 9\n") || !strings.Contains(got, "rolled-0 0 13\n") {
		t.Error(got)
	}
	log := fmt.Sprint(view[message.ServerLog](t, l, "serverLog", `{"level":"WARN"}`))
	for _, words := range []string{"Corruption found in segment 0, truncating to offset 9 orders-0", "Record is corrupt (stored crc = 3566230555, computed crc = 1323877909) rolled-0 13"} {
		if !strings.Contains(log, words) {
			t.Errorf("the log does not say %q", words)
		}
	}
	if res := l.Exec(nil, "undo", false); res.Exit != 0 {
		t.Fatal(res.Err)
	}
	found := l.Exec(nil, "verify", false)
	for _, words := range []string{"/tmp/kafka-logs/orders-0/00000000000000000000.log: byte ", "/tmp/kafka-logs/rolled-0/00000000000000000013.log: byte 0: "} {
		if !strings.Contains(found.Out, words) || found.Exit != 3 {
			t.Errorf("exit %d, no %q in\n%s", found.Exit, words, found.Out)
		}
	}
	if one := l.Exec(nil, "verify payments-0", false); one.Exit != 0 || !strings.HasSuffix(one.Out, " 0 faults\n") {
		t.Errorf("%+v", one)
	}
	if none := l.Exec(nil, "verify nowhere", false); none.Exit != 1 {
		t.Errorf("%+v", none)
	}
	arranged := Arrange(files)
	for i, f := range files {
		if to := arranged.Names[i]; to != "" {
			sameFile(t, l, to, f)
		}
	}
}

// Only what is looked at is read: of all segments but the last the indexes, as a partition without checkpoints is recovered from
// there on.
func TestOwnFilesAreReadLazily(t *testing.T) {
	source := livelyLab(t)
	var read int64
	var total int64
	files := unzipped(t, zipped(t, source))
	files = slices.DeleteFunc(files, func(f OwnFile) bool { return !strings.HasPrefix(f.Path, "big-0/") })
	for i := range files {
		total += files[i].Size
		files[i].Src = counting{files[i].Src.(*bytes.Reader), &read}
	}
	l := importOwn(t, Own{Files: files, Now: afterwards})
	if ends(t, l) != ends(t, source) {
		t.Errorf("got\n%swant\n%s", ends(t, l), ends(t, source))
	}
	if read > total/4 {
		t.Errorf("%d of %d bytes were read", read, total)
	}
}

type counting struct {
	*bytes.Reader
	read *int64
}

func (c counting) ReadAt(p []byte, at int64) (int, error) {
	*c.read += int64(len(p))
	return c.Reader.ReadAt(p, at)
}

// livelyLab has a topic with a dozen segments.
func livelyLab(t testing.TB) *Lab {
	t.Helper()
	l := newLab(t, store.NewMemory())
	for line := range Lines("kafka-topics --create --topic big --config segment.bytes=1048576 --config segment.index.bytes=4096\nproduce big --count 240 --size 1000 --records-per-batch 50\nclock advance 10s\n") {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatal(line, res.Err)
		}
	}
	return l
}

func zipped(t testing.TB, l *Lab) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := l.WriteZip(&out, 1, ""); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A log directory goes out as a zip file and comes back as it was.
func TestZipComesBack(t *testing.T) {
	l := livelyLab(t)
	data := zipped(t, l)
	if !bytes.Equal(data, zipped(t, l)) {
		t.Error("the same lab gives other bytes")
	}
	for _, f := range unzipped(t, data) {
		sameFile(t, l, f.Path, f)
		if f.Path == ".lock" {
			t.Error("the lock is not the next broker's")
		}
	}
	var out bytes.Buffer
	for _, dir := range []string{"/nowhere", "/tmp/kafka-logs/meta.properties"} {
		if err := l.WriteZip(&out, 1, dir); err == nil {
			t.Errorf("%s is packed", dir)
		}
	}
	if err := l.WriteZip(&out, 9, ""); err == nil {
		t.Error("there is no broker 9")
	}
}

func TestArrange(t *testing.T) {
	for from, want := range map[string]string{
		"kafka-logs/orders-0/00000000000000000000.log":        "orders-0/00000000000000000000.log",
		"orders-0/leader-epoch-checkpoint":                    "orders-0/leader-epoch-checkpoint",
		"a/b/c/orders-0.f00d-delete/00000000000000000000.log": "orders-0.f00d-delete/00000000000000000000.log",
		"data/__cluster_metadata-0/00000000000000000000.log":  "__cluster_metadata-0/00000000000000000000.log",
		"x/recovery-point-offset-checkpoint":                  "recovery-point-offset-checkpoint",
		".kafka_cleanshutdown":                                ".kafka_cleanshutdown",
		"00000000000000000007.timeindex":                      "dropped-0/00000000000000000007.timeindex",
		"my logs/00000000000000000000.log":                    "dropped-0/00000000000000000000.log",
		"leader-epoch-checkpoint":                             "dropped-0/leader-epoch-checkpoint",
		"photos/cat.jpg":                                      "",
		"orders-0/.DS_Store":                                  "",
		"__MACOSX/orders-0/._00000000000000000000.log":        "",
		"logs/.lock":       "",
		"meta.properties":  "",
		"../../etc/passwd": "",
		"orders-0/a\\b":    "",
		"":                 "",
	} {
		if got := Arrange([]OwnFile{{Path: from}}); got.Names[0] != want || (got.Out == 1) != (want == "") {
			t.Errorf("%q: %q, want %q", from, got.Names[0], want)
		}
	}
	twice := Arrange([]OwnFile{{Path: "d1/t-0/00000000000000000000.log"}, {Path: "d2/t-0/00000000000000000000.log"}, {Path: "d1/.kafka_cleanshutdown"}})
	if twice.Out != 1 || twice.Left[0] != "d2/t-0/00000000000000000000.log" || !twice.Clean {
		t.Errorf("%+v", twice)
	}
}

func TestOwnFilesThatAreRefused(t *testing.T) {
	log := OwnFile{Path: "t-0/00000000000000000000.log", Size: 5, Src: strings.NewReader("hello")}
	for _, c := range []struct {
		own  Own
		want string
	}{
		{Own{}, "none of these 0 files belongs to a log directory"},
		{Own{Files: []OwnFile{{Path: "cat.jpg", Size: 9}}}, "none of these 1 files belongs to a log directory"},
		{Own{Files: []OwnFile{{Path: "t-0/00000000000000000000.log", Size: MaxOwnBytes + 1}}}, "t-0/00000000000000000000.log: with it there are more than 1 GiB; choose fewer partitions or segments"},
		{Own{Files: []OwnFile{log}, Settings: "retention.ms"}, "line 1: expected name=value"},
		{Own{Files: []OwnFile{log}, Settings: "retention.ms=soon"}, "topic t: Invalid value soon for configuration retention.ms: Not a number of type LONG"},
		{Own{Files: []OwnFile{{Path: log.Path, Size: 500, Src: strings.NewReader("hell")}}}, "unexpected EOF"},
	} {
		_, stopped, err := ImportOwn(nil, store.NewLaid(store.NewMemory()), "own", c.own)
		if err == nil {
			err = errors.New(stopped)
		}
		if err == nil || !strings.Contains(plain(err.Error()), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestParseSettings(t *testing.T) {
	topics, broker, err := ParseSettings(`# pasted from server.properties
log.retention.hours=1
log.dirs=/elsewhere
listeners=PLAINTEXT://:9092
 retention.ms = 5

Dynamic configs for topic orders are:
  cleanup.policy=compact,delete sensitive=false synonyms={DYNAMIC_TOPIC_CONFIG:cleanup.policy=compact,delete}
  retention.ms=60000 sensitive=false synonyms={DYNAMIC_TOPIC_CONFIG:retention.ms=60000}
Dynamic configs for broker 1 are:
payments:retention.bytes=7
`)
	got := fmt.Sprint(topics[""], topics["orders"], topics["payments"], broker)
	if want := "{retention.ms=5} {cleanup.policy=compact,delete, retention.ms=60000} {retention.bytes=7} {log.retention.hours=1}"; err != nil || len(topics) != 3 || got != want {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
	if _, _, err := ParseSettings("retention.ms=1\nretention.msec=2"); err == nil || err.Error() != "line 2: neither a topic nor a broker has a setting retention.msec" {
		t.Error(err)
	}
}

// The one segment that keeps all others back is named first.
func TestSummaryNamesTheCause(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ahead := "produce t --count 1 --size 3000 --ts 4102444800000\n"
	for line := range Lines("kafka-topics --create --topic t --config internal.segment.bytes=4096 --config retention.ms=3600000 --config message.timestamp.after.max.ms=9223372036854775807\n" + ahead +
		"produce t --count 40 --size 1000 --records-per-batch 1\nclock advance 30s\n") {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatal(line, res.Err)
		}
	}
	own := func(now int64, settings string) *message.Summary {
		o := importOwn(t, Own{Files: unzipped(t, zipped(t, l)), Now: now, Settings: settings})
		return view[message.Verdicts](t, o, "verdicts", `{"partition":"t-0","summary":true,"limit":1}`).Summary
	}
	at := view[message.Clock](t, l, "clock", "").Now
	blocked := own(at+7_200_000, "retention.ms=3600000")
	if plain(blocked.Head) != "14 segments, 41.8 KiB, are past 60 min and stay because of one that is older." || blocked.Blocker != 0 || !strings.Contains(blocked.Text, "ahead of the clock") {
		t.Errorf("%+v", blocked)
	}
	if want := `{"topic":"t","partition":0,"offset":1}`; !strings.Contains(blocked.Command, want) {
		t.Error(blocked.Command)
	}
	if s := own(at, "retention.ms=3600000"); s.Head != "No segment is past a limit." || s.Blocked != 0 {
		t.Errorf("%+v", s)
	}
	if s := own(at, "cleanup.policy=compact"); !strings.Contains(s.Head, "cleanup.policy") {
		t.Errorf("%+v", s)
	}
	if s := own(at, "retention.bytes=1"); plain(s.Head) != "14 segments, 43.8 KiB, go at the next check." {
		t.Errorf("%+v", s)
	}
}
