package web

import (
	"encoding/json"
	"strings"
	"testing"

	"logarium/engine/message"
)

func (b *bench) Save(name, text string) { b.kept["file "+name] = text }
func (b *bench) Agent() string          { return "a browser" }

func TestLabsMenuSaysWhatIsKept(t *testing.T) {
	b := open(t)
	b.Desk.Shelf = message.Labs{Open: "orders", Usage: 3 << 20, Quota: 300 << 20, Labs: []message.StoredLab{
		{Name: "orders", Commands: 57, Bytes: 2 << 20, Here: true}, {Name: "busy", Busy: true, Commands: 1}, {Name: "link-1", Link: true}, {Name: "old"}}}
	m := b.LabsMenu()
	if !strings.HasPrefix(m.Room, "3 MiB of the 300 MiB that this browser gives are in use. If it") && !strings.Contains(m.Room, "300") {
		t.Error(m.Room)
	}
	for i, want := range []LabRow{
		{Note: "open", DeleteAct: "", ExportAct: "lab-export:orders"}, {Note: "open in another tab"}, {Note: "by a link", DeleteAct: "lab-delete:link-1", ExportAct: "lab-export:link-1"}, {DeleteAct: "lab-delete:old", ExportAct: "lab-export:old"},
	} {
		if r := m.Rows[i]; r.Note != want.Note || r.DeleteAct != want.DeleteAct || r.ExportAct != want.ExportAct {
			t.Errorf("%+v, want %+v", r, want)
		}
	}
	b.Do("lab-delete:old")
	if r := b.LabsMenu().Rows[3]; r.DeleteAct != "lab-delete-now:old" || r.Delete != "Delete old for good" {
		t.Errorf("the first click asks: %+v", r)
	}
	b.Do("labs")
	if r := b.LabsMenu().Rows[3]; r.DeleteAct != "lab-delete:old" {
		t.Errorf("anything else takes it back: %+v", r)
	}
}

// Every control of the list is a command that stands in the console.
func TestLabsMenuSendsCommands(t *testing.T) {
	b := open(t)
	b.Do("labs")
	b.Input("lab-name", " mine ")
	for act, line := range map[string]string{"lab-new": "lab new mine", "lab-copy": "lab copy mine", "lab-load:old": "lab load old", "lab-export:old": "lab export old",
		"lab-export:": "lab export", "lab-zip": "lab export --zip", "lab-delete-now:old": "lab delete old", "lab-reset": "lab reset"} {
		b.Input("lab-name", " mine ")
		b.Do(act)
		if e := b.Console.Entries[len(b.Console.Entries)-1]; e.Line != line {
			t.Errorf("%s sends %q, want %q", act, e.Line, line)
		}
		b.settle()
	}
	b.Desk.On = true
	for _, k := range []struct {
		key  Key
		want string
	}{{Key{Key: "Escape"}, "labs"}, {Key{Key: "Enter", Where: "lab-name", Text: true}, "lab-new"}, {Key{Key: "Tab", Where: "labs-report"}, "toast"}, {Key{Key: "Tab", Shift: true, Where: "labs-close"}, "toast"}, {Key{Key: "s"}, ""}} {
		if act, _ := b.keyAct(k.key); act != k.want {
			t.Errorf("%+v does %q, want %q", k.key, act, k.want)
		}
	}
}

func TestReportHasWhatIsNeeded(t *testing.T) {
	b := open(t)
	b.fail("something broke")
	b.Brought("", errTest("bad.zip: at byte 7: the file ends early"))
	b.settle()
	text := b.reportText(message.Journal{Commands: []message.Command{{Line: "lab new x"}, {Line: "produce t", Undone: true}}})
	for _, want := range []string{"browser: a browser", "  something broke\n", "  import: bad.zip: at byte 7: the file ends early\n", "journal:\nlab new x\n# undone: produce t\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

type errTest string

func (e errTest) Error() string { return string(e) }

func TestOwnBar(t *testing.T) {
	b := open(t)
	if b.OwnBar().Show {
		t.Error("there are no own files")
	}
	b.Ready = &message.Ready{Own: true, ReadOnly: true}
	b.Lab = message.Lab{Position: 1, Undo: 1}
	b.Desk.Shelf.Own = &message.Own{Name: "logs", Files: 12, Bytes: 5 << 20, LeftOut: 1, Left: []string{"cat.jpg"}, Now: 1_772_445_600_000, Settings: "retention.ms=5\n"}
	b.Desk.Why.Summary = &message.Summary{Head: "head", Text: "text", Command: "kafka-delete-records"}
	b.gotLabs()
	m := b.OwnBar()
	if !m.Show || m.Name != "logs" || m.Head != "head" || m.Lying || !strings.Contains(m.About, "nothing is sent anywhere") || !strings.Contains(m.Left, "cat.jpg") || b.Value("own-now") != "2026-03-02 10:00:00" {
		t.Errorf("%+v, %q", m, b.Value("own-now"))
	}
	if n := b.Notice(); n.Show {
		t.Errorf("%+v", n)
	}
	b.Desk.Shelf.Own.Now += 1000
	if b.gotLabs(); b.Value("own-now") != "2026-03-02 10:00:01" {
		t.Error(b.Value("own-now"))
	}
	b.Input("own-now", "2026-04-01 00:00:00")
	b.gotLabs()
	if line := b.ownLine(); line != "lab own --now 2026-04-01T00:00:00Z <<END\nretention.ms=5\nEND" {
		t.Error(line)
	}
	b.Input("own-settings", "")
	if line := b.ownLine(); line != "lab own --now 2026-04-01T00:00:00Z" {
		t.Error(line)
	}
	b.Do("own-verify")
	if e := b.Console.Entries[len(b.Console.Entries)-1]; e.Line != "verify" || b.UI.Drawer != "console" {
		t.Errorf("%+v", e)
	}
	b.Lab.Position, b.Lab.Redo = 0, 1
	if m := b.OwnBar(); !m.Lying || m.Head != "" || !m.CanStart {
		t.Errorf("%+v", m)
	}
	data, _ := json.Marshal(b.ownParams())
	if string(data) != "null" {
		t.Errorf("%s", data)
	}
}
