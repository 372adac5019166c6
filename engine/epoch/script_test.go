package epoch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/event"
	"logarium/engine/machine/disk"
)

// TestScripts runs the stories in testdata/script: log lines, the cache and the file after each step.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		dk := disk.New(disk.Options{})
		if err := dk.Mkdir("/t-0"); err != nil {
			t.Fatal(err)
		}
		var c Cache
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var b strings.Builder
			emit := func(e event.Event) {
				l := e.(event.Logged).Line()
				fmt.Fprintf(&b, "%s %s\n", l.Level, l.Text)
			}
			if err := step(t, d, dk, &c, &b, emit); err != nil {
				return b.String() + err.Error()
			}
			fmt.Fprintf(&b, "%v", c.Entries())
			if text, err := dk.ReadFile(c.Path()); err == nil {
				fmt.Fprintf(&b, " file %q", text)
			}
			return b.String()
		})
	})
}

func step(t *testing.T, d *datadriven.TestData, dk *disk.Disk, c *Cache, b *strings.Builder, emit event.Sink) (err error) {
	var epoch, offset int64
	d.MaybeScanArgs(t, "epoch", &epoch)
	d.MaybeScanArgs(t, "offset", &offset)
	switch d.Cmd {
	case "open":
		if d.Input != "" {
			if err := dk.WriteFile("/t-0/leader-epoch-checkpoint", []byte(d.Input)); err != nil {
				return err
			}
		}
		*c, err = Open(dk, event.Partition{Topic: "t"}, "/t-0/leader-epoch-checkpoint", emit)
	case "assign":
		_, err = c.Assign(dk, int32(epoch), offset, emit)
	case "cut-end":
		fmt.Fprintf(b, "flush later: %t\n", c.TruncateFromEnd(offset, emit))
	case "cut-start":
		fmt.Fprintf(b, "flush later: %t\n", c.TruncateFromStart(offset, emit))
	case "flush":
		err = c.WriteIfDirExists(dk, emit)
	case "clear":
		err = c.ClearAndFlush(dk)
	case "end":
		e, o := c.EndOffsetFor(int32(epoch), offset)
		fmt.Fprintf(b, "(%d, %d)\n", e, o)
	case "for":
		e, ok := c.EpochFor(offset)
		fmt.Fprintf(b, "%d %t\n", e, ok)
	case "rmdir":
		err = dk.RemoveAll("/t-0")
	default:
		d.Fatalf(t, "unknown command")
	}
	return err
}
