package disk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestScripts runs the stories in testdata/scripts: a disk of 100 pages with a cache of 50, one command a line.
// A file that a command opens stays open until close.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		s := &script{New(Options{Capacity: 100 * PageSize, CacheBytes: 50 * PageSize, HandleLimit: 8}), map[string]Handle{}}
		s.disk.SetProcess(101)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			for line := range strings.SplitSeq(d.Input, "\n") {
				if result := s.run(strings.Fields(line)); result != "" {
					fmt.Fprintf(&out, "%s\n", result)
				}
			}
			if err := s.disk.Check(); err != nil {
				t.Error(err)
			}
			return out.String()
		})
	})
}

type script struct {
	disk *Disk
	open map[string]Handle
}

// run performs one line and returns what is to be seen, errors included.
func (s *script) run(args []string) string {
	var a [4]string
	copy(a[:], args[min(1, len(args)):])
	d := s.disk
	switch args[0] {
	case "mkdir":
		return text(d.MkdirAll(a[0]))
	case "rm":
		return text(d.RemoveAll(a[0]))
	case "mv":
		return text(d.Rename(a[0], a[1]))
	case "write":
		return s.write(a[0], number(a[1]), number(a[2]))
	case "read", "send", "truncate", "close", "sync":
		return s.file(args[0], a)
	case "syncdir":
		return text(d.SyncDir(a[0]))
	case "syncall":
		return fmt.Sprintf("%+v", d.SyncAll())
	default:
		return s.machine(args[0], a)
	}
}

// file performs what needs a handle.
func (s *script) file(verb string, a [4]string) string {
	d := s.disk
	h, err := s.handle(a[0])
	switch {
	case err != nil:
		return err.Error()
	case verb == "read":
		n, err := d.ReadAt(h, make([]byte, number(a[2])), number(a[1]))
		return fmt.Sprint(n, " bytes ", text(err))
	case verb == "send":
		n, err := d.Send(h, make([]byte, number(a[2])), number(a[1]), d.ReadPages(), a[3] == "tls")
		return fmt.Sprint(n, " bytes ", text(err))
	case verb == "truncate":
		return text(d.Truncate(h, number(a[1])))
	case verb == "sync":
		return text(d.Sync(h))
	}
	delete(s.open, a[0])
	return text(d.Close(h))
}

// machine performs what is done to the machine rather than on it, and shows things.
func (s *script) machine(verb string, a [4]string) string {
	d := s.disk
	switch verb {
	case "clock":
		d.SetTime(number(a[0]))
	case "writeback":
		return fmt.Sprintf("%+v", d.Writeback(number(a[0])))
	case "power-loss":
		s.open = map[string]Handle{}
		return fmt.Sprintf("%+v", d.PowerLoss(map[string]PowerMode{"lose": LoseDirty, "keep": KeepSome, "tear": TearSome}[a[0]], uint64(number(a[1]))))
	case "kill":
		d.CloseAll(101)
		s.open = map[string]Handle{}
	case "fault":
		on := map[string]Op{"read": OnRead, "write": OnWrite, "sync": OnSync, "name": OnName, "all": OnAll}[a[1]]
		d.SetFault(Fault{Path: a[0], On: on, Skip: int(number(a[2])), Times: int(number(a[3]))})
	case "tear":
		d.SetFault(Fault{Path: a[0], On: OnWrite, Torn: true, Times: 1})
	case "fill":
		d.SetFault(Fault{Path: a[0], On: OnWrite, Full: true})
	case "nfs":
		d.SetNFS(a[0] != "off")
	case "slow":
		d.SetSlow(int(number(a[0])))
	case "repair":
		d.ClearFaults(a[0])
	case "flip":
		return text(d.Flip(a[0], number(a[1]), uint(number(a[2]))))
	default:
		return s.show(verb, a[0])
	}
	return ""
}

func (s *script) show(verb, path string) string {
	var out strings.Builder
	d := s.disk
	switch verb {
	case "ls":
		list, err := d.ReadDir(path)
		for _, i := range list {
			fmt.Fprintf(&out, "%-10s size %7d  blocks %6d  mtime %5d  cached %2d  dirty %2d\n", i.Name, i.Size, i.Blocks, i.Mtime, i.Pages, i.Dirty)
		}
		out.WriteString(text(err))
	case "du":
		n, err := d.Du(path)
		fmt.Fprintf(&out, "%d in %s %s", n, path, text(err))
	case "df":
		used, capacity := d.Df()
		fmt.Fprintf(&out, "%d of %d used", used, capacity)
	case "lsof":
		for f := range d.OpenFiles() {
			fmt.Fprintf(&out, "%d %s%s %d\n", f.Process, f.Path, map[bool]string{true: " (deleted)"}[f.Deleted], f.Size)
		}
	case "cat":
		data, err := d.ReadFile(path)
		fmt.Fprintf(&out, "%s%s", runLengths(data), text(err))
	case "routes":
		for _, r := range []Route{d.Stats().Sendfile, d.Stats().Buffered} {
			fmt.Fprintf(&out, "sent %d, from the device %d, copied %d or %d\n", r.Sent, r.FromDevice, r.Copies(false), r.Copies(true))
		}
	case "stats":
		fmt.Fprintf(&out, "%+v\n%+v", d.Stats(), d.Cache())
		d.ResetStats()
	default:
		return "unknown command " + verb
	}
	return strings.TrimRight(out.String(), "\n")
}

// handle opens a file once.
func (s *script) handle(path string) (Handle, error) {
	if h, ok := s.open[path]; ok {
		return h, nil
	}
	h, err := s.disk.Create(path)
	if err == nil {
		s.open[path] = h
	}
	return h, err
}

// write writes letters that say at which second they were written.
func (s *script) write(path string, off, size int64) string {
	h, err := s.handle(path)
	if err != nil {
		return err.Error()
	}
	p := make([]byte, size)
	for i := range p {
		p[i] = 'A' + byte(s.disk.Time()/1000%26)
	}
	n, err := s.disk.WriteAt(h, p, off)
	if err != nil {
		return fmt.Sprint(n, " bytes written, ", err)
	}
	return ""
}

// runLengths shows bytes as "4096×A 100×-", holes and zeros as -.
func runLengths(data []byte) string {
	var out []string
	for i := 0; i < len(data); {
		j := i
		for j < len(data) && data[j] == data[i] {
			j++
		}
		c := string(data[i])
		if data[i] == 0 {
			c = "-"
		}
		out = append(out, fmt.Sprintf("%d×%s", j-i, c))
		i = j
	}
	return strings.Join(out, " ")
}

func number(s string) int64 {
	var n int64
	fmt.Sscan(s, &n)
	return n
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
