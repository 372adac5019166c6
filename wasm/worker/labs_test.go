package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"logarium/engine/archive"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

// cupboard is a shelf in a test: the desk's labs, and files that come and go.
type cupboard struct {
	desk  *desk
	busy  string // lab that another tab has open
	given map[string][]lab.OwnFile
	gone  map[string]*bytes.Buffer
}

func (c *cupboard) List() (list []message.StoredLab, err error) {
	for _, name := range slices.Sorted(maps.Keys(c.desk.labs)) {
		if root, _ := c.desk.labs[name].Root(); root != nil {
			list = append(list, message.StoredLab{Name: name, Busy: name == c.busy})
		}
	}
	return list, nil
}

func (c *cupboard) Delete(name string) error {
	delete(c.desk.labs, name)
	return nil
}

func (c *cupboard) Room() (int64, int64, bool) { return 3_000_000, 9_000_000, true }

func (c *cupboard) Script(name string) ([]byte, error) {
	switch name {
	case "seven":
		return []byte("add 7"), nil
	case "alarm/2":
		return []byte("add 2"), nil
	}
	return nil, errors.New("status 404")
}

func (c *cupboard) Given(key string) ([]lab.OwnFile, error) { return c.given[key], nil }

func (c *cupboard) Give(name string) (Parcel, error) {
	c.gone[name] = &bytes.Buffer{}
	return parcelTo{c.gone[name], name}, nil
}

func (c *cupboard) Spool() Spool { return &heap{} }
func (c *cupboard) Time() int64  { return 1_000_000 }

type parcelTo struct {
	*bytes.Buffer
	name string
}

func (p parcelTo) Close() (message.Outgoing, error) {
	return message.Outgoing{Name: p.name, Size: int64(p.Len()), URL: "blob:" + p.name}, nil
}

type heap struct{ bytes.Buffer }

func (h *heap) Done() (io.ReaderAt, error) { return bytes.NewReader(h.Bytes()), nil }

// WriteFile makes the counter a Packer.
func (c *counter) WriteFile(out io.Writer, program string) error {
	_, err := fmt.Fprintf(out, "%s of %s: %v", "counter", program, c.journal)
	return err
}

func (c *counter) WriteZip(out io.Writer, broker int32, dir string) error {
	_, err := fmt.Fprintf(out, "zip of %d %q", broker, dir)
	return err
}

// shelved is a desk with a shelf, on which the lab main is open.
func shelved(t *testing.T) (*desk, *cupboard) {
	d := newDesk(t)
	c := &cupboard{desk: d, given: map[string][]lab.OwnFile{}, gone: map[string]*bytes.Buffer{}}
	d.shelf = c
	d.Read = func(in io.Reader, storage Storage) (Lab, string, error) {
		if _, err := archive.ReadLab(in, storage.Blocks); err != nil {
			return nil, "", err
		}
		l, _, err := openCounter(storage.Blocks)
		return l, "", err
	}
	d.Own = func(o Options, own lab.Own) (Lab, store.Blocks, string, error) {
		if own.Settings == "bad\n" {
			return nil, nil, "", errors.New("line 1: expected name=value")
		}
		blocks := store.NewLaid(store.NewMemory())
		l := &counter{blocks: blocks, next: 1, dirty: true}
		for i, name := range lab.Arrange(own.Files).Names {
			f := own.Files[i]
			if name == "" {
				continue
			}
			blocks.Add(f.Src, f.Size)
			b := make([]byte, f.Size)
			if n, err := f.Src.ReadAt(b, 0); n < len(b) {
				return nil, nil, "", err
			}
			l.journal = append(l.journal, len(b))
		}
		return l, blocks, "", nil
	}
	d.start("add 1")
	d.take()
	return d, c
}

// says runs a line and returns how it ended, and all else that was heard but saves and logs.
func (d *desk) says(line string) string {
	d.exec(line)
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(d.take(), func(s string) bool {
		return strings.HasPrefix(s, "saved") || strings.HasPrefix(s, "log ") || s == "changed"
	}), "; "))
}

func (d *desk) shelfView(t *testing.T) (v message.Labs) {
	t.Helper()
	d.id++
	d.post(message.Request{ID: d.id, Op: "view", View: "labs"})
	heard := d.take()
	_, data, _ := strings.Cut(heard[len(heard)-1], "view ")
	if err := json.Unmarshal([]byte(data), &v); err != nil {
		t.Fatal(heard, err)
	}
	return v
}

// A lab that comes in several forms: the seed chooses, and each is a lab of its own.
func TestLabsBySeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := shelved(t)
		for _, step := range []struct{ line, want string }{
			{"lab load alarm --seed 2", "1: exit 0"},
			{"add 1", "2: exit 0 3"},
			{"lab load main", "3: exit 0"},
			{"lab load alarm --seed 2", "4: exit 0"},
			{"look", "5: exit 0 3"},
			{"lab load alarm --seed 3", "6: exit 1 lab: there is no lab alarm-3; lab list tells those that there are, lab new alarm-3 makes one"},
			{"lab load alarm --seed ../2", `7: exit 1 lab: "alarm-../2" cannot be a lab's name: up to 40 letters, digits and -_. without - or . in front`},
		} {
			if got := d.says(step.line); !strings.HasSuffix(got, step.want) {
				t.Errorf("%s: %q, want %q", step.line, got, step.want)
			}
		}
	})
}

func TestLabsByName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		for _, step := range []struct{ line, want string }{
			{"lab load seven", "1: exit 0"},
			{"look", "2: exit 0 7"},
			{"lab copy eight", "3: exit 0"},
			{"add 1", "4: exit 0 8"},
			{"lab load eight", "5: exit 0"},
			{"look", "6: exit 0 7"},
			{"lab copy main nine", "7: exit 0"},
			{"lab delete seven", "8: exit 0"},
			{"lab load nine", "9: exit 0"},
			{"look", "10: exit 0 1"},
			{"lab list", "11: exit 0 eight                         0 commands         0 kB  \n  main                          0 commands         0 kB  \n* nine                          1 commands         0 kB  1970-01-01 00:16\n3 of 9 MB of the browser's storage"},
			{"lab copy main", "12: exit 1 lab: there is a lab main already; lab load main opens it, lab delete main removes it"},
			{"lab new main", "13: exit 1 lab: there is a lab main already; lab load main opens it, lab delete main removes it"},
			{"lab load nowhere", "14: exit 1 lab: there is no lab nowhere; lab list tells those that there are, lab new nowhere makes one"},
			{"lab delete nine", "15: exit 1 lab: it is open; load another lab first, or begin again with lab new"},
			{"lab delete nowhere", "16: exit 1 lab: there is no lab nowhere"},
			{"lab copy a/b", `17: exit 1 lab: "a/b" cannot be a lab's name: up to 40 letters, digits and -_. without - or . in front`},
			{"lab export nowhere", "18: exit 1 lab: there is no lab nowhere"},
			{"lab own", "19: exit 1 lab: no files of your own are open; lab import asks for them"},
			{"lab dance", "20: exit 127 lab: command not found"}, // the lab's own command, of which this one has none
		} {
			got := d.says(step.line)
			if strings.HasPrefix(got, "ready") {
				_, got, _ = strings.Cut(got, "; ")
			}
			if got != step.want {
				t.Errorf("%s: heard %q, want %q", step.line, got, step.want)
			}
		}
		c.busy = "main"
		for _, line := range []string{"lab delete main"} {
			if got := d.says(line); !strings.Contains(got, "another tab has it open") {
				t.Errorf("%s: %s", line, got)
			}
		}
		if v := d.shelfView(t); v.Open != "nine" || len(v.Labs) != 3 || v.Quota != 9_000_000 || !v.Persisted || !v.Labs[2].Here || v.Labs[2].Commands != 1 {
			t.Errorf("%+v", v)
		}
	})
}

// `lab new NAME` makes a lab beside this one. In a lab that is nobody's yet, and in that of a lesson or a link, it is the machine
// that is made anew.
func TestNewLabBesideThisOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := shelved(t)
		if got := d.says("lab new other --seed 7"); !strings.Contains(got, "The first lab is not complete: lab: command not found") {
			t.Errorf("the line was not its script: %s", got) // this lab does not know it
		}
		if v := d.shelfView(t); v.Open != "other" {
			t.Errorf("%+v", v)
		}
		d.post(message.Request{ID: 50, Op: "open", Line: "lesson-l4"})
		d.take()
		for _, line := range []string{"lab new third", "lab new", "lab new --seed 3", "lab new lesson-l4"} {
			if got := d.says(line); !strings.HasSuffix(got, "exit 127 lab: command not found") {
				t.Errorf("%s: %s", line, got)
			}
		}
		if v := d.shelfView(t); v.Open != "lesson-l4" {
			t.Errorf("%+v", v)
		}
	})
}

func TestExportHandsAFileOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		d.says("lab copy other")
		for line, want := range map[string]string{
			"lab export": "main.logarium: counter of test: [1]", "lab export other": "other.logarium: counter of test: [1]",
			"lab export --zip": `main.zip: zip of 1 ""`, "lab export --zip /data/1": `main.zip: zip of 1 "/data/1"`,
		} {
			clear(c.gone)
			got := d.says(line)
			for name, content := range c.gone {
				if name+": "+content.String() != want || !strings.Contains(got, "file") || !strings.Contains(got, fmt.Sprintf("%s, %d bytes", name, content.Len())) {
					t.Errorf("%s: %s %s; heard %s", line, name, content, got)
				}
			}
			if len(c.gone) != 1 {
				t.Errorf("%s: %v", line, c.gone)
			}
		}
		if got := d.says("lab export a b"); !strings.Contains(got, "expected lab export") {
			t.Error(got)
		}
		if got := d.says("lab import"); !strings.HasPrefix(got, "pick; ") {
			t.Error(got)
		}
	})
}

// labFile is a lab file with a counter in it.
func labFile(t *testing.T, journal string) []byte {
	t.Helper()
	m := store.NewMemory()
	if err := m.Commit([]store.Block{{ID: 1, Data: []byte(journal)}}, []byte(journal)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := archive.WriteLab(&out, archive.Info{Name: "x"}, "", m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func given(path string, data []byte) lab.OwnFile {
	return lab.OwnFile{Path: path, Size: int64(len(data)), Src: bytes.NewReader(data)}
}

// bring posts files, and returns the answer.
func (d *desk) bring(c *cupboard, files ...lab.OwnFile) string {
	c.given["k"] = files
	d.id++
	d.post(message.Request{ID: d.id, Op: "import", Line: "k"})
	heard := d.take()
	_, answer, _ := strings.Cut(heard[len(heard)-1], ": ")
	return answer
}

func TestLabFileIsImported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		data := labFile(t, "[5,6]")
		for _, want := range []string{"my-lab", "my-lab-2", "my-lab-3"} {
			if got := d.bring(c, given("my lab.logarium", data)); got != "exit 0 "+want {
				t.Fatalf("%s, want %s", got, want)
			}
			if got := d.says("look"); !strings.HasSuffix(got, "exit 0 11") {
				t.Error(got)
			}
		}
		if got := d.bring(c, given("lesson-l4.logarium", data)); got != "exit 0 imported-lesson-l4" {
			t.Error(got)
		}
		before := len(d.shelfView(t).Labs)
		got := d.bring(c, given("cut.logarium", data[:len(data)-1]))
		if !strings.HasPrefix(got, "error cut.logarium: at byte ") {
			t.Error(got)
		}
		if v := d.shelfView(t); len(v.Labs) != before || v.Open != "imported-lesson-l4" || len(d.labs) != before {
			t.Errorf("%+v, %v", v, d.labs)
		}
		if got := d.says("lab load main"); !strings.HasSuffix(got, "exit 0") {
			t.Error(got)
		}
	})
}

// An import that the browser did not live to finish is no lab, and in nobody's way.
func TestHalfAnImportIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		half := store.NewMemory()
		if err := half.Commit([]store.Block{{ID: 1, Data: []byte("half")}}, nil); err != nil {
			t.Fatal(err)
		}
		d.labs["x"] = half
		if v := d.shelfView(t); len(v.Labs) != 1 {
			t.Errorf("%+v", v)
		}
		if got := d.bring(c, given("x.logarium", labFile(t, "[3]"))); got != "exit 0 x" {
			t.Error(got)
		}
		if got := d.says("look"); !strings.HasSuffix(got, "exit 0 3") {
			t.Error(got)
		}
	})
}

// When there is no room nothing is lost: the page is told, a long command stops, what comes after stays in memory, and all is
// written when there is room again.
func TestFullStorageLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := shelved(t)
		d.says("lab copy other")
		d.lab.fail = fmt.Errorf("commit: %w", store.ErrFull)
		d.lab.tick = func() { time.Sleep(commitEvery) }
		d.exec("add 100")
		time.Sleep(time.Minute)
		heard := strings.Join(d.take(), "; ")
		if !strings.Contains(heard, "The browser is out of room, so nothing is saved since command 1.") || strings.Contains(heard, "exit 0 101") {
			t.Error(heard)
		}
		d.lab.tick = nil
		if got := d.says("add 50"); !strings.Contains(got, "exit 0") {
			t.Error(got)
		}
		sum := d.lab.sum()
		d.lab.fail = nil
		d.says("lab delete other")
		time.Sleep(time.Second)
		if got := d.take(); d.lab.Dirty() || d.lab.sum() != sum {
			t.Errorf("%v, %d", got, d.lab.sum())
		}
	})
}
