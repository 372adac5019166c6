package lint

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"logarium/engine/glass"
	"logarium/engine/index"
	"logarium/engine/message"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// row is a line of a field table: "| at | bytes | field | notes |" or "| bytes | field | notes |".
type row struct {
	at, size int // -1, 0: no fixed one
	name     string
}

// TestFieldsOfThePages holds the tables of docs/format against those by which the engine reads, line by line.
func TestFieldsOfThePages(t *testing.T) {
	for _, c := range []struct {
		page string
		want [][]row
	}{
		{"log", [][]row{fromRecord(record.HeaderFields(2)), fromRecord(record.RecordFields()), old(1), old(0)}},
		{"offset-index", [][]row{fromIndex(index.OffsetLayout().Fields)}},
		{"time-index", [][]row{fromIndex(index.TimeLayout().Fields)}},
		{"txn-index", [][]row{fromIndex(index.TxnLayout().Fields)}},
		{"snapshot", [][]row{fromProducer(producer.HeaderFields()), fromProducer(producer.EntryFields())}},
	} {
		got := fieldTables(t, page(t, c.page))
		if !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("docs/format/%s.md has the fields\n%v\nthe engine\n%v", c.page, got, c.want)
		}
	}
}

func fromRecord(fields []record.Field) (rows []row) {
	for _, f := range fields {
		rows = append(rows, row{f.At, f.Size, f.Name})
	}
	return rows
}

// old is a message of format 0 or 1, whose last field is made by the view.
func old(magic int8) []row {
	rows := fromRecord(record.HeaderFields(magic))
	last := rows[len(rows)-1]
	return append(rows, row{last.at + last.size, 0, "keyAndValue"})
}

func fromIndex(fields []index.Field) (rows []row) {
	for _, f := range fields {
		rows = append(rows, row{f.At, f.Size, f.Name})
	}
	return rows
}

func fromProducer(fields []producer.Field) (rows []row) {
	for _, f := range fields {
		rows = append(rows, row{f.At, f.Size, f.Name})
	}
	return rows
}

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/format/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fieldTables returns the tables that have the columns bytes and field.
func fieldTables(t *testing.T, text string) (tables [][]row) {
	t.Helper()
	places, inside := false, false
	for line := range strings.Lines(text) {
		cells := cellsOf(line)
		switch {
		case len(cells) < 3:
			inside = false
		case inside && !strings.HasPrefix(cells[0], "--"):
			last := &tables[len(tables)-1]
			*last = append(*last, readRow(t, cells, places))
		case cells[0] == "at" || cells[0] == "bytes":
			places, inside = cells[0] == "at", true
			tables = append(tables, nil)
		}
	}
	return tables
}

func cellsOf(line string) []string {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	cells := strings.Split(strings.TrimSuffix(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func readRow(t *testing.T, cells []string, places bool) row {
	t.Helper()
	r := row{at: -1}
	if places {
		r.at, cells = readInt(t, cells[0]), cells[1:]
	}
	if cells[0] != "" && !strings.HasPrefix(cells[0], "var") {
		r.size = readInt(t, cells[0])
	}
	r.name = cells[1]
	return r
}

func readInt(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Error(err)
	}
	return n
}

// TestNamesOfSmallFiles looks for every name that the screen gives to a part of a text file in the page of these files.
func TestNamesOfSmallFiles(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"recovery-point-offset-checkpoint": "0\n1\norders 0 1500\n",
		"leader-epoch-checkpoint":          "0\n1\n3 1217\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	text := page(t, "checkpoints")
	for name := range files {
		shown, err := glass.Fields(glass.InFolder(files), name, glass.Window{})
		if err != nil {
			t.Fatal(err)
		}
		seek(t, text, shown.Items)
	}
}

func seek(t *testing.T, text string, fields []message.Field) {
	t.Helper()
	for _, f := range fields {
		if len(f.Children) == 0 && !strings.Contains(text, f.Name) {
			t.Errorf("docs/format/checkpoints.md does not explain %s", f.Name)
		}
		seek(t, text, f.Children)
	}
}

// TestPagesThatCommentsName makes sure that what a comment refers to is there.
func TestPagesThatCommentsName(t *testing.T) {
	sources, err := load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		for _, part := range strings.Split(s.text, "docs/"+"format/")[1:] {
			name, _, ok := strings.Cut(part, ".md")
			if !ok || strings.ContainsAny(name, " \n{*%+\"") {
				continue
			}
			if _, err := os.Stat("../../../docs/format/" + name + ".md"); err != nil {
				t.Errorf("%s refers to docs/format/%s.md, which does not exist", s.name, name)
			}
		}
	}
}
