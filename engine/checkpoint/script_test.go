package checkpoint

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// TestScripts runs testdata/script: texts of files, and what is read from them. The input may hold
// \t, \r and \n; its own newline at the end is dropped.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			text := strings.NewReplacer(`\t`, "\t", `\r`, "\r", `\n`, "\n", `\s`, " ").Replace(strings.TrimSuffix(d.Input, "\n"))
			if d.HasArg("newline") {
				text += "\n"
			}
			return run(t, d.Cmd, text, d)
		})
	})
}

func run(t *testing.T, cmd, text string, d *datadriven.TestData) string {
	dk := disk.New(disk.Options{})
	if err := dk.WriteFile("/f", []byte(text)); err != nil {
		t.Fatal(err)
	}
	switch cmd {
	case "offsets":
		list, err := ReadOffsets(dk, "/f")
		return describe(fmt.Sprintf("%v", list), err)
	case "epochs":
		list, err := ReadEpochs(dk, "/f")
		return describe(fmt.Sprintf("%v", list), err)
	case "metadata":
		id, err := ReadMetadata(dk, "/f")
		return describe(id.String(), err)
	case "meta":
		m, err := ReadMeta(dk, "/f")
		return describe(fmt.Sprintf("version %d, cluster %q, node %d (%t), directory %s", m.Version, m.ClusterID, m.NodeID, m.HasNodeID, m.DirectoryID), err)
	case "properties":
		return fmt.Sprintf("%q", ParseProperties([]byte(text)))
	case "clean":
		epoch, ok := ReadCleanShutdown(dk, "/f")
		return fmt.Sprintf("%d %t", epoch, ok)
	case "uuid":
		id, err := ParseUUID(text)
		return describe(fmt.Sprintf("%x", id[:]), err)
	}
	d.Fatalf(t, "unknown command")
	return ""
}

func describe(value string, err error) string {
	if err == nil {
		return value
	}
	var b strings.Builder
	for e := kerr.As(err); e != nil; e = kerr.As(errors.Unwrap(e)) {
		fmt.Fprintf(&b, "%s: %s\n", e.Class, e.Message)
	}
	return b.String()
}
