package e2e

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"logarium/engine/archive"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

const (
	ownShort   = 2       // segments of a real broker's log that are dropped; LOGARIUM_OWN_MB=1008 is the promise
	ownBatch   = 16384   // bytes of each batch
	ownBatches = 1024    // in each segment: 16 MiB
	ownRecords = 16      // in each batch
	ownTopic   = "big-0" // the partition
)

// TestOwnFilesAreReadWhereTheyLie drops a log directory onto the page, of 1 GiB if asked for. Little of it is read until the log stands there,
// and the program's memory stays bounded; then it becomes a lab that is kept, in which the machine runs.
func TestOwnFilesAreReadWhereTheyLie(t *testing.T) {
	segments := must(t, cmp.Or(os.Getenv("LOGARIUM_OWN_MB"), fmt.Sprint(16*ownShort))) / 16
	end := int64(segments * ownBatches * ownRecords)
	folder := stopped(t, segments)
	p := visit(t, shared, site(t))
	begin := time.Now()
	p.drop(folder)
	p.wait("the dropped folder", "logarium.view('labs').then((l) => !!l.own)")
	own := p.shelf().Own
	p.measured(fmt.Sprintf("%d MiB in %d files stand there after %v, of which %d kB are read", own.Bytes>>20, own.Files, time.Since(begin).Round(time.Millisecond), own.Read/1000))
	if most := own.Bytes/8 + 1<<20; own.Bytes < int64(segments)<<24 || own.Read > most || own.Stopped != "" {
		t.Errorf("%+v: at most %d bytes should be read", own, most)
	}
	p.end(end)
	for _, at := range []int64{0, end / 2, end - 1} {
		var found message.Lookup
		p.view("lookup", map[string]any{"partition": ownTopic, "offset": at}, &found)
		if want := at % (ownBatches * ownRecords) / ownRecords * ownBatch; !found.Found || found.Position != want {
			t.Errorf("offset %d is at %d in its segment, want %d", at, found.Position, want)
		}
	}
	p.measured(fmt.Sprintf("three records looked up, %d kB of the files", p.shelf().Own.Read/1000))
	begin = time.Now()
	told := p.long("lab copy kept")
	p.measured(fmt.Sprintf("copied in %v, progress told %d times", time.Since(begin).Round(time.Millisecond), told))
	p.exec("lab load kept")
	if out := p.exec(fmt.Sprintf("kafka-console-consumer --topic big --partition 0 --offset %d | wc -l", end-40)).Out; strings.TrimSpace(out) != "40" {
		t.Errorf("the last 40 records are %s", out)
	}
	p.exec("produce big --record k:v")
	p.saved()
	p.end(end + 1)
	p.reload()
	p.exec("lab load kept")
	p.end(end + 1)
	p.exec("undo 3")
	if out := p.exec("ls /tmp/kafka-logs/" + ownTopic).Out; strings.Count(out, ".log\n") != segments {
		t.Errorf("as they lay:\n%s", out)
	}
	p.measured("kept, changed, opened anew and undone")
}

// long runs a command that may take its time, and returns how often it told how far it was.
func (p *tab) long(line string) (told int) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`void (window.told = 0, window.ended = -1, logarium.on("progress", () => { told++; }),
		logarium.exec(%s).then((r) => { ended = r.exit; }))`, quote(line)), nil)
	exit := -1
	for end := time.Now().Add(10 * patience); exit < 0 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		p.eval("ended", &exit)
	}
	if exit != 0 {
		p.t.Fatalf("%s: exit %d", line, exit)
	}
	p.eval("told", &told)
	return told
}

// measured prints the program's memory and holds it against the bound.
func (p *tab) measured(when string) {
	p.t.Helper()
	var l message.Lab
	p.view("lab", nil, &l)
	p.t.Logf("%s; %d MB of memory", when, l.Memory/1e6)
	if l.Memory == 0 || l.Memory > memoryBound {
		p.t.Errorf("%s: the program has taken %d bytes of memory", when, l.Memory)
	}
}

// end wants the log to end there.
func (p *tab) end(want int64) {
	p.t.Helper()
	var v message.Partition
	p.view("partition", map[string]string{"partition": ownTopic}, &v)
	if v.LogEndOffset != want {
		p.t.Errorf("the log ends at %d, want %d", v.LogEndOffset, want)
	}
}

// stopped is the log directory of a broker that has been stopped, with so many segments of 16 MiB. The engine makes one, and the others
// are the same with other offsets, which no checksum covers.
func stopped(t *testing.T, segments int) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "kafka-logs")
	if err := os.MkdirAll(filepath.Join(folder, ownTopic), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	end := segments * ownBatches * ownRecords
	for name, data := range oneSegment(t) {
		switch number, kind, _ := strings.Cut(filepath.Base(name), "."); {
		case strings.HasSuffix(name, "-offset-checkpoint"):
			if strings.HasPrefix(name, "rec") || strings.HasPrefix(name, "rep") {
				data = fmt.Appendf(nil, "0\n1\nbig 0 %d\n", end)
			}
			write(name, data)
		case kind == "snapshot" && strings.HasPrefix(name, ownTopic):
			write(fmt.Sprintf("%s/%020d.snapshot", ownTopic, end), data)
		case strings.HasPrefix(name, ownTopic) && len(number) == 20:
			for s := range segments {
				base := s * ownBatches * ownRecords
				if kind == "log" {
					moveTo(data, base)
				}
				write(fmt.Sprintf("%s/%020d.%s", ownTopic, base, kind), data)
			}
		default:
			write(name, data)
		}
	}
	return folder
}

// moveTo gives the batches of a segment offsets from base on.
func moveTo(data []byte, base int) {
	for at := 0; at < len(data); at += ownBatch {
		binary.BigEndian.PutUint64(data[at:], uint64(base+at/ownBatch*ownRecords))
	}
}

// oneSegment are the files of a log directory with one segment.
func oneSegment(t *testing.T) map[string][]byte {
	t.Helper()
	l, err := lab.New(store.NewMemory(), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"kafka-topics --create --topic big", fmt.Sprintf("produce big --count %d --records-per-batch %d --batch-bytes %d", ownBatches, ownRecords, ownBatch), "broker stop 1"} {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatal(line, res.Err)
		}
	}
	var out bytes.Buffer
	if err := l.WriteZip(&out, 1, ""); err != nil {
		t.Fatal(err)
	}
	z, err := archive.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for i := range z.Files {
		f := &z.Files[i]
		if files[f.Name], err = z.Bytes(f); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
