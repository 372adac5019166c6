package plog

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"logarium/engine/kerr"
)

// The traces are what Kafka 4.4.0's own classes did; here those that drive one log are replayed.
const goldenDir = "../conform/testdata/golden"

var goldenCases = []string{
	"close-raw", "compression-topic", "delete-log", "delete-records", "epochs-in-log", "flush-recovery-point", "follower-append",
	"fuzz-all-5", "fuzz-basic-12", "index-placement-4096", "index-placement-small", "list-offsets", "log-first-steps", "preallocate",
	"producer-expiration", "producer-idempotence", "producer-snapshots", "read-edges", "recovery-index-files", "recovery-middle-corrupt",
	"recovery-swap-files", "recovery-torn-tail", "recovery-unclean", "restart-clean", "retention-both-and-start", "retention-future",
	"retention-no-timestamps", "retention-size", "retention-time", "roll-index-full", "roll-jitter", "roll-offset-overflow", "roll-size",
	"roll-stray-files", "roll-time", "timeindex-disorder", "truncate", "truncate-fully", "txn-aborted-reads", "txn-errors", "txn-lso",
	"txn-verification", "validation-decompressed", "validation-errors", "legacy-formats",
}

func TestGolden(t *testing.T) {
	for _, name := range goldenCases {
		t.Run(name, func(t *testing.T) { replay(t, name, func(*goldenMachine) {}) })
	}
}

// replay performs the operations of a trace and compares after each; then is called in between.
func replay(t *testing.T, name string, then func(*goldenMachine)) {
	t.Helper()
	ops, want := jsonLines(t, name, "ops.jsonl"), jsonLines(t, name, "trace.jsonl")
	g := newGoldenMachine()
	e := expectation{files: object{}, loose: name == "compression-topic" || name == "validation-decompressed" || name == "legacy-formats"}
	for i, op := range ops {
		if strings.HasPrefix(str(op["op"]), "clean") {
			return // the cleaner's part
		}
		if !e.step(t, g, i, op, want[i]) {
			t.FailNow()
		}
		then(g)
	}
}

// expectation is what the trace has said so far.
type expectation struct {
	state object
	files object
	loose bool // bytes and sizes depend on a compression library
}

// comparable leaves out what depends on the size of compressed bytes.
func (e *expectation) comparable(s object) any {
	if !e.loose || s == nil {
		return s
	}
	out := object{}
	for k, v := range s {
		if k != "size" && k != "segments" {
			out[k] = v
		}
	}
	return out
}

// step performs one operation and compares everything that the trace shows of it.
func (e *expectation) step(t *testing.T, g *goldenMachine, i int, op, want object) bool {
	t.Helper()
	g.lines, g.ran = nil, nil
	if name := str(op["op"]); name != "open" && op["log"] != nil {
		g.name = str(op["log"])
	}
	ok, err := g.perform(op)
	if !g.hold && str(op["op"]) != "advance" {
		g.runTasks(g.clock.Now())
	}
	same := true
	check := func(what string, got, wanted any) {
		if g, w := normal(got), normal(wanted); !reflect.DeepEqual(g, w) {
			same = false
			t.Errorf("op %d %s: %s differs%s", i, text(op), what, difference(g, w))
		}
	}
	if err != nil {
		check("error", errorJSON(err), want["error"])
	} else if ok != nil && e.loose {
		check("error", nil, want["error"])
	} else if ok != nil {
		check("answer", ok, want["ok"])
		check("error", nil, want["error"])
	}
	check("lines", trimLines(any(g.lines)), trimLines(want["log"]))
	check("tasks run", g.ran, listOrNil(want["ran"]))
	e.follow(g, want)
	if op["quiet"] != true && g.log != nil {
		check("state", e.comparable(g.state()), e.comparable(e.state))
	}
	if e.loose {
		return same
	}
	check("files", g.files(), e.files)
	if g.log != nil {
		if err := g.log.Check(g.env()); err != nil {
			t.Errorf("op %d %s: invariant: %v", i, text(op), err)
		}
	}
	return same
}

// difference shows where two values differ.
func difference(got, want any) string {
	var b strings.Builder
	show := func(key string, g, w any) {
		if !reflect.DeepEqual(g, w) {
			b.WriteString("\n " + key + "\n  got  " + text(g) + "\n  want " + text(w))
		}
	}
	g, gotMap := got.(object)
	w, wantMap := want.(object)
	if gotMap && wantMap {
		for k := range g {
			show(k, g[k], w[k])
		}
		for k := range w {
			if _, ok := g[k]; !ok {
				show(k, nil, w[k])
			}
		}
		return b.String()
	}
	x, _ := got.([]any)
	y, _ := want.([]any)
	for n := range max(len(x), len(y)) {
		var g, w any
		if n < len(x) {
			g = x[n]
		}
		if n < len(y) {
			w = y[n]
		}
		show(number(int64(n)), g, w)
	}
	if b.Len() == 0 {
		show("", got, want)
	}
	return b.String()
}

func listOrNil(x any) any {
	if l, ok := x.([]any); ok && len(l) > 0 {
		return l
	}
	return []any(nil)
}

// trimLines keeps level, logger and text of log lines.
func trimLines(x any) []any {
	list, _ := x.([]any)
	var out []any
	for _, l := range list {
		out = append(out, l.([]any)[:3])
	}
	return out
}

// follow applies what the trace says has changed.
func (e *expectation) follow(g *goldenMachine, want object) {
	if s, there := want["state"]; there {
		switch s := s.(type) {
		case nil:
			e.state = nil
		case object:
			e.followState(s)
		}
	}
	f, _ := want["files"].(object)
	set, _ := f["set"].([]any)
	for _, x := range set {
		row := x.([]any)
		e.files[row[0].(string)] = row[1:]
	}
	del, _ := f["del"].([]any)
	for _, x := range del {
		delete(e.files, x.(string))
	}
}

func (e *expectation) followState(s object) {
	segments := object{}
	if old, ok := e.state["segments"].(object); ok {
		for k, v := range old {
			segments[k] = v
		}
	}
	switch x := s["segments"].(type) {
	case []any:
		segments = object{}
		for _, r := range x {
			segments[text(r.([]any)[0])] = r
		}
	case object:
		set, _ := x["set"].([]any)
		for _, r := range set {
			segments[text(r.([]any)[0])] = r
		}
		del, _ := x["del"].([]any)
		for _, k := range del {
			delete(segments, text(k))
		}
	}
	e.state = object{}
	for k, v := range s {
		e.state[k] = v
	}
	e.state["segments"] = segments
}

func normal(x any) any {
	var out any
	d := json.NewDecoder(strings.NewReader(text(x)))
	d.UseNumber()
	_ = d.Decode(&out)
	return out
}

func text(x any) string {
	b, err := json.Marshal(x)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func jsonLines(t *testing.T, name, file string) []object {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(goldenDir, name, file))
	if err != nil {
		t.Fatal(err)
	}
	var out []object
	s := bufio.NewScanner(bytes.NewReader(b))
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		var o object
		d := json.NewDecoder(bytes.NewReader(s.Bytes()))
		d.UseNumber()
		if err := d.Decode(&o); err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
	}
	return out
}

func errorJSON(err error) object {
	e := kerr.As(err)
	if e == nil {
		return object{"message": err.Error()}
	}
	o := object{"class": e.Class, "message": nil}
	if e.Message != "" {
		o["message"] = e.Message
	}
	if e.Code != "" {
		o["code"] = e.Code
	}
	if cause := kerr.As(e.Cause); cause != nil && e.Invalid == nil {
		o["cause"] = object{"class": cause.Class, "message": cause.Message}
	}
	if e.Invalid != nil {
		o["cause"] = object{"class": e.Invalid.Class, "message": e.Invalid.Message}
		o["invalid"] = errorJSON(e.Invalid)
		list := []any{}
		for _, r := range e.Records {
			list = append(list, []any{r.Index, r.Message})
		}
		o["recordErrors"] = list
	}
	return o
}

func shaText(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
