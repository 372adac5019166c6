package e2e

import (
	"archive/zip"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"logarium/engine/cmd/logarium/serve"
	"logarium/engine/message"
)

// withFiles serves dist/ and, under f/, the files of some folders.
func withFiles(t *testing.T, folders ...string) string {
	t.Helper()
	page := serve.Handler(dist)
	return serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, "/f/")
		if !ok {
			page.ServeHTTP(w, r)
			return
		}
		for _, folder := range folders {
			if data, err := os.ReadFile(filepath.Join(folder, filepath.Base(name))); err == nil {
				_, _ = w.Write(data)
				return
			}
		}
		http.NotFound(w, r)
	}))
}

// bring imports files from f/ by the JavaScript API, and returns what is open then or what was wrong.
func (p *tab) bring(names ...string) (answer string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`Promise.all(%s.map(async (n) => ({path: n, file: new File([await (await fetch("f/" + n)).blob()], n)})))
		.then((list) => logarium.import(list)).catch((e) => "error: " + e.message)`, quote(append([]string{}, names...))), &answer)
	return answer
}

// download runs a command that hands a file over, and waits until it lies in the folder.
func (p *tab) download(folder, line, name string) []byte {
	p.t.Helper()
	p.exec(line)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if data, err := os.ReadFile(filepath.Join(folder, name)); err == nil && len(data) > 0 {
			return data
		}
	}
	p.t.Fatalf("%s: no %s came", line, name)
	return nil
}

// downloads lets the browser put what it is handed into a folder.
func downloads(t *testing.T, p *tab) (folder string) {
	t.Helper()
	folder = t.TempDir()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder).Do(ctx)
	}))
	return folder
}

func (p *tab) shelf() (v message.Labs) {
	p.t.Helper()
	p.view("labs", nil, &v)
	return v
}

func names(v message.Labs) (list []string) {
	for _, l := range v.Labs {
		list = append(list, l.Name)
	}
	return list
}

const fixtures = "../../engine/lab/testdata"

// Labs come, go, and are changed for one another without a reload; a lab file of the first version is opened.
func TestLabsAreKeptByName(t *testing.T) {
	p := blank(t, shared)
	folder := downloads(t, p)
	p.navigate(withFiles(t, folder, fixtures))
	p.ready()
	p.exec(change)
	p.saved()
	mine := p.lab()
	p.exec("lab copy second")
	p.exec(change)
	p.exec("lab load second")
	if got := p.lab(); got.Digest != mine.Digest || got.Name != "second" || got.Position != mine.Position {
		t.Errorf("the copy is %+v, copied was %+v", got, mine)
	}
	p.exec("lab new third --seed 7")
	p.exec("kafka-topics --create --topic t")
	p.exec("lab load orders")
	if got := p.lab(); got.Position != mine.Position+1 {
		t.Errorf("went on at %+v", got)
	}
	data := p.download(folder, "lab export second", "second.logarium")
	if !strings.HasPrefix(string(data), "LOGARIUM\x01") {
		t.Errorf("a lab file begins with %q", data[:min(9, len(data))])
	}
	p.exec("lab delete second")
	if got := fmt.Sprint(names(p.shelf())); got != "[orders third]" {
		t.Error(got)
	}
	if got := p.bring("second.logarium"); got != "second" {
		t.Fatal(got)
	}
	if got := p.lab(); got.Digest != mine.Digest || got.Undo != mine.Undo {
		t.Errorf("the file holds %+v, packed was %+v", got, mine)
	}
	p.exec("undo")
	p.exec("redo")
	if got := p.bring("version1.logarium"); got != "version1" {
		t.Error(got)
	}
	p.exec("goto full")
	p.reload()
	if v := p.shelf(); fmt.Sprint(names(v)) != "[orders second third version1]" || v.Open != "orders" || v.Quota == 0 || v.Labs[1].Commands == 0 || v.Labs[1].Bytes == 0 {
		t.Errorf("%+v", v)
	}
	if got := p.lab(); got.Position != mine.Position+1 {
		t.Errorf("after a reload %+v", got)
	}
}

// A real broker's log directory is looked at, and a lab's goes out as one.
func TestLogDirectoriesComeAndGo(t *testing.T) {
	p := blank(t, shared)
	folder := downloads(t, p)
	p.navigate(withFiles(t, folder, filepath.Join(fixtures, "own")))
	p.ready()
	before := p.lab()
	end := func(partition string) int64 {
		var v message.Partition
		p.view("partition", map[string]string{"partition": partition}, &v)
		return v.LogEndOffset
	}
	want := end("orders-0")
	p.download(folder, "lab export --zip", "orders.zip")
	ends := []int64{want, 8, 9}
	for i, file := range []string{"orders.zip", "unclean.zip", "damaged.zip"} {
		if got := p.bring(file); got != "your files" {
			t.Fatalf("%s: %s", file, got)
		}
		if got := end("orders-0"); got != ends[i] {
			t.Errorf("%s: orders-0 ends at %d, want %d", file, got, ends[i])
		}
		own := p.shelf().Own
		if own == nil || own.Name != file || own.Files == 0 || own.Stopped != "" {
			t.Errorf("%s: %+v", file, own)
		}
	}
	if res := p.run("produce orders --count 1"); res.Exit == 0 || !strings.Contains(res.Err, "These are your own files") {
		t.Errorf("own files can be written: %+v", res)
	}
	p.exec("undo") // as they lie
	if out := p.exec("kafka-dump-log --files /tmp/kafka-logs/rolled-0/00000000000000000013.log").Out; !strings.Contains(out, "isvalid: false") {
		t.Errorf("the damage is not seen:\n%s", out)
	}
	p.exec("redo")
	p.exec("lab own --now 2031-01-01T00:00:00Z <<END\nretention.ms=1000\nEND")
	var verdicts message.Verdicts
	p.view("verdicts", map[string]any{"partition": "payments-0", "summary": true}, &verdicts)
	if verdicts.Summary == nil || verdicts.Summary.Going == 0 {
		t.Errorf("%+v", verdicts.Summary)
	}
	p.screenshot("own-files")
	s := &story{t: t, tab: p}
	p.drop(unpacked(t, filepath.Join(fixtures, "own", "clean.zip")))
	p.wait("the dropped folder", "logarium.view('labs').then((l) => l.own && l.own.name == 'kafka-logs')")
	if got := end("orders-1"); got != 7 {
		t.Errorf("the dropped folder: orders-1 ends at %d", got)
	}
	s.settle()
	s.audit("own files")
	s.click("#labs-key")
	p.wait("the list", "document.activeElement.id == 'labs-close'")
	s.audit("labs")
	p.screenshot("labs")
	s.press(kb.Escape)
	p.wait("the focus", "document.activeElement.id == 'labs-key'")
	p.exec("lab load orders")
	if got := p.lab(); got.Digest != before.Digest {
		t.Errorf("the visitor's lab was %+v and is %+v", before, got)
	}
}

// What is damaged is told in words, and leaves the visitor's labs as they are.
func TestDamagedFilesAreTold(t *testing.T) {
	folder := t.TempDir()
	random := rand.New(rand.NewPCG(seed, 1))
	var files []string
	for _, source := range []string{"version1.logarium", "own/unclean.zip"} {
		data, err := os.ReadFile(filepath.Join(fixtures, source))
		if err != nil {
			t.Fatal(err)
		}
		for n := range 8 {
			b := append([]byte(nil), data...)
			if at := 40 + random.IntN(len(b)-40); n%2 == 0 {
				b = b[:at]
			} else {
				b[at] ^= 0x55
			}
			name := fmt.Sprint(n, filepath.Base(source))
			if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
				t.Fatal(err)
			}
			files = append(files, name)
		}
	}
	p := visit(t, shared, withFiles(t, folder))
	before, kept := p.lab(), names(p.shelf())
	told := 0
	for _, name := range files {
		if got := p.bring(name); strings.HasPrefix(got, "error: "+name+": ") {
			told++
		} else if strings.HasSuffix(name, ".logarium") {
			t.Errorf("%s: %s", name, got)
		} else {
			p.exec("lab load orders") // a flipped time or name has no checksum in a zip file
		}
	}
	if told < 12 {
		t.Errorf("%d of %d damages were told", told, len(files))
	}
	if got := p.bring(); !strings.HasPrefix(got, "error: none of these 0 files") {
		t.Error(got)
	}
	if got := p.lab(); got.Digest != before.Digest || fmt.Sprint(names(p.shelf())) != fmt.Sprint(kept) {
		t.Errorf("the visitor's lab was %+v and is %+v", before, got)
	}
}

// drop lets a folder of this computer fall onto the page, as a person does.
func (p *tab) drop(folder string) {
	p.t.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{folder}, DragOperationsMask: 1}
	for _, step := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		p.do(input.DispatchDragEvent(step, 400, 300, data))
		if step == input.DragOver {
			p.wait("the place to drop", "document.querySelector('.drop').dataset.on == 'on'")
			p.screenshot("drop")
		}
	}
}

// unpacked is the folder kafka-logs of a zip file.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		data, err := fs.ReadFile(z, f.Name)
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err == nil {
			err = os.WriteFile(to, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "kafka-logs")
}
