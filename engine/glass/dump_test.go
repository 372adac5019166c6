package glass

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// recorded is a run of the real kafka-dump-log: the files that changed since the run before, the command line, and
// what it printed.
type recorded struct {
	From    string
	Files   map[string]string
	Gone    []string
	Targets []string
	Args    []string
	Out     string
	Err     string
	Thrown  []*string
}

// root replaces the folder of the recorded runs. It was one whose String.hashCode is 0x4b61666b, as that of this name,
// on which the order of the reports depends.
const root = "/cotptxf"

// TestDumpAsRecorded runs every line of testdata/dump.jsonl, recorded from Kafka 4.4.0.
func TestDumpAsRecorded(t *testing.T) {
	data, err := os.ReadFile("testdata/dump.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var d *disk.Disk
	from := ""
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		line = bytes.ReplaceAll(line, []byte("/logs"), []byte(root))
		var r recorded
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.From != from {
			from, d = r.From, disk.New(disk.Options{})
		}
		lay(t, d, &r)
		compareRun(t, i+1, d, &r)
	}
}

// lay puts a run's files on the disk.
func lay(t *testing.T, d *disk.Disk, r *recorded) {
	for file, content := range r.Files {
		b, err := hex.DecodeString(content)
		if err != nil {
			t.Fatal(err)
		}
		put(t, d, file, b)
	}
	for _, file := range r.Gone {
		if err := d.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

func put(t *testing.T, d *disk.Disk, file string, b []byte) {
	t.Helper()
	if err := d.MkdirAll(path.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteFile(file, b); err != nil {
		t.Fatal(err)
	}
}

func compareRun(t *testing.T, line int, d *disk.Disk, r *recorded) {
	o, err := parseDump(append(r.Args, "--files", strings.Join(r.Targets, ",")))
	if err != nil {
		t.Errorf("line %d: %v", line, err)
		return
	}
	var out, errs strings.Builder
	err = Dump(OnDisk(d.Fork()), o, &out, &errs)
	if got := out.String(); got != r.Out {
		t.Errorf("line %d %v %v:\n%s\nwant\n%s", line, r.Args, r.Targets, got, r.Out)
	}
	if got := errs.String(); got != r.Err {
		t.Errorf("line %d %v %v: standard error\n%s\nwant\n%s", line, r.Args, r.Targets, got, r.Err)
	}
	class, message := "", ""
	if e := kerr.As(err); e != nil {
		class, message = e.Class, e.Message
	}
	wantClass, wantMessage := "", ""
	if r.Thrown != nil {
		wantClass = *r.Thrown[0]
		if r.Thrown[1] != nil {
			wantMessage = *r.Thrown[1]
		}
	}
	if class != wantClass || message != wantMessage {
		t.Errorf("line %d %v %v: %s %q (%v), want %s %q", line, r.Args, r.Targets, class, message, err, wantClass, wantMessage)
	}
}
