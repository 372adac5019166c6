package glass

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const golden = "../conform/testdata/golden"

// TestDumpOfGoldenFiles compares with kafka-dump-log --print-data-log over the files that traces of Kafka left behind.
func TestDumpOfGoldenFiles(t *testing.T) {
	cases, err := filepath.Glob(golden + "/*/files")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range cases {
		data, err := os.ReadFile(filepath.Dir(file) + "/dump.txt")
		if err != nil {
			continue // a case that kept its files but not their dump
		}
		compared++
		dir := os.DirFS(file)
		for _, section := range strings.Split("\n"+string(data), "\n== ")[1:] {
			name, want, _ := strings.Cut(section, "\n")
			if got := dumpOne(dir, name); got != strings.TrimSuffix(want, "\n")+"\n" {
				t.Errorf("%s %s:\n%s\nwant\n%s", file, name, got, want)
			}
		}
	}
	if compared < 5 {
		t.Errorf("only %d cases", compared)
	}
}

// dumpOne prints as the traces' recorder did.
func dumpOne(dir fs.FS, name string) string {
	var out, errs strings.Builder
	o := DefaultDumpOptions()
	o.Files, o.PrintDataLog = []string{"/logs/" + name}, true
	err := Dump(below{"/logs", InFolder(dir)}, o, &out, &errs)
	if errs.Len() > 0 {
		out.WriteString("-- stderr\n" + errs.String())
	}
	if err != nil {
		out.WriteString("-- thrown\n" + err.Error() + "\n")
	}
	return out.String()
}

// below maps a folder's paths to those of another place.
type below struct {
	root  string
	files Files
}

func (b below) Open(path string) (File, error) { return b.files.Open(strings.TrimPrefix(path, b.root)) }
