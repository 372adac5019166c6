package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/producer"
)

// T0 is the virtual time at which every case begins: 2025-01-01 00:00 UTC.
const T0 = 1735689600000

// Driver is one machine on which operations run.
type Driver struct {
	disk    *disk.Disk
	clock   clock.Clock
	logs    map[string]*openLog
	owner   map[string]*openLog // by the owner of its tasks, closed ones too: their tasks still run
	small   smallFiles
	cleaner *openCleaner // nil: none
	manager *manager     // nil: logs are opened one by one
	cluster *simCluster  // nil: there is no cluster
	managed bool         // results tell of all logs

	offline map[string]bool // log directories that have failed since the process started

	index     int    // number of the next operation
	current   string // log that operations without "log" mean
	guard     producer.Guard
	jitters   []int64
	runTasks  bool
	quiet     bool
	withState bool
	delta     bool
	filesMode string // delta | full | none
	shaLen    int
	hexLimit  int64
	levels    levels

	lines   []captured
	threads []captured // those of threads that load or close logs
	task    string     // that runs now
	ran     []any
	names   map[string]string // random parts of directory names, in order of appearance
	hashes  map[uint64]hashed

	lastFiles map[string]sum
	lastState map[string]map[string]any
}

// openLog is a log and what was said when it was opened.
type openLog struct {
	*plog.Log
	name string
}

// New makes a driver with an empty disk.
func New() *Driver {
	d := &Driver{
		disk: disk.New(disk.Options{}), clock: clock.New(T0), offline: map[string]bool{}, logs: map[string]*openLog{}, owner: map[string]*openLog{}, current: "topic-0",
		runTasks: true, withState: true, delta: true, filesMode: "delta", shaLen: 16, hexLimit: 1 << 20,
		levels: newLevels(), names: map[string]string{}, hashes: map[uint64]hashed{},
		lastFiles: map[string]sum{}, lastState: map[string]map[string]any{},
	}
	d.disk.SetTime(T0)
	d.small.open()
	if err := d.disk.MkdirAll(root); err != nil {
		panic(fmt.Sprintf("an empty disk refuses %s: %v", root, err))
	}
	return d
}

// Run runs one operation, given as a line of JSON, and returns the result as a line of JSON.
func (d *Driver) Run(line []byte) []byte {
	op, err := parseNode(line)
	if err != nil {
		return []byte(`{"error":{"class":"BadJson"}}`)
	}
	result, err := json.Marshal(d.run(op))
	if err != nil {
		panic(fmt.Sprintf("a result is no JSON: %v", err))
	}
	return result
}

func (d *Driver) run(op node) map[string]any {
	out := map[string]any{"i": op.num("i", int64(d.index)), "op": op.str("op", "?")}
	d.index++
	d.ran, d.lines = nil, nil
	began := d.clock.Now()
	if name := op.str("log", ""); name != "" {
		d.current = name
	}
	ok, err := d.execute(op)
	if err != nil {
		out["error"] = d.failure(err)
	} else {
		out["ok"] = ok
	}
	if d.runTasks {
		d.runDue(d.clock.Now())
	}
	if out["op"] == "lmStartup" || d.cluster != nil && (out["op"] == "start" || out["op"] == "clusterOpen") {
		byTime(d.ran)
	}
	out["now"] = d.clock.Now()
	if d.cluster != nil {
		d.touchAll(began)
	}
	quiet := op.flag("quiet", d.quiet)
	if d.cluster != nil {
		d.cluster.report(out, !quiet && d.withState)
	}
	if !quiet {
		d.report(out)
	}
	if lines := d.logLines(); len(lines) > 0 {
		out["log"] = lines
	}
	if len(d.ran) > 0 {
		out["ran"] = d.ran
	}
	return out
}

// execute looks the operation up; one that panics is a fault of the engine and says so.
func (d *Driver) execute(op node) (ok any, err error) {
	run, known := operations[op.str("op", "?")]
	if !known {
		return nil, kerr.New("IllegalArgumentException", "unknown op %s", op.str("op", "?"))
	}
	return run(d, op)
}

func (d *Driver) report(out map[string]any) {
	if d.withState {
		if state, changed := d.stateChanged(); changed {
			out["state"] = state
		}
	}
	files, err := d.filesChanged()
	if err != nil {
		out["filesError"] = d.failure(err)
	} else if files != nil {
		out["files"] = files
	}
}

// env is what a log gets of this machine.
func (d *Driver) env() *plog.Env {
	if d.manager != nil {
		return d.manager.broker.Env(&d.manager.host)
	}
	if d.cluster != nil {
		b := d.cluster.host(d.current)
		if b == nil {
			b = d.cluster.brokers[0]
		}
		return b.broker.Env(&b.host)
	}
	return &plog.Env{
		Now: d.clock.Now(), Disk: d.disk, Emit: d.emit,
		Schedule: d.clock.Schedule,
		Cancel:   func(id uint64) { d.clock.Cancel(id) },
		Jitter:   d.jitter,
		Offline:  func(dir string) bool { return d.offline[dir] },
		Fail:     func(dir string) { d.offline[dir] = true },
	}
}

// jitter hands out the given numbers, then 0.
func (d *Driver) jitter() int32 {
	if len(d.jitters) == 0 {
		return 0
	}
	j := d.jitters[0]
	d.jitters = d.jitters[1:]
	return int32(j)
}

// runDue runs every task due at or before until, each at its own time.
func (d *Driver) runDue(until int64) {
	for guard := 0; ; guard++ {
		next, ok := d.clock.Next()
		if !ok || next.Due > until {
			return
		}
		if guard > 200_000 {
			panic("too many tasks; the period is too short for this jump")
		}
		t, _ := d.clock.Step(until)
		d.disk.SetTime(d.clock.Now())
		d.runTask(t)
	}
}

func (d *Driver) runTask(t clock.Task) {
	name := taskName(t.Name)
	if d.cluster != nil {
		name = d.cluster.taskName(t)
	}
	d.task = name
	done, err := d.dispatch(t)
	d.task = ""
	if !done {
		return
	}
	row := []any{d.norm(name), d.clock.Now()}
	if err != nil {
		row = append(row, d.failure(err))
	}
	d.ran = append(d.ran, row)
}

// dispatch hands a task to its owner. done is false for one that the oracle does not have.
func (d *Driver) dispatch(t clock.Task) (done bool, err error) {
	if d.manager != nil {
		return d.manager.perform(t), nil
	}
	if d.cluster != nil {
		return d.cluster.perform(t), nil
	}
	if t.Owner == epochOwner {
		return true, d.small.epochs.WriteIfDirExists(d.disk, d.emit)
	}
	l, ok := d.owner[t.Owner]
	if !ok {
		return true, kerr.New("IllegalStateException", "task %s of nobody: %s", t.Name, t.Owner)
	}
	return true, l.Run(d.env(), t)
}

// moveTo moves time forward, running what is due on the way.
func (d *Driver) moveTo(target int64) {
	d.runDue(target)
	if d.clock.Now() < target {
		d.clock.Step(target)
	}
	d.disk.SetTime(d.clock.Now())
}

// log is the log that the operation means.
func (d *Driver) log() (*openLog, error) {
	if d.manager != nil {
		return d.manager.log()
	}
	if d.cluster != nil {
		return d.cluster.log()
	}
	l, ok := d.logs[d.current]
	if !ok {
		return nil, kerr.New("IllegalStateException", "log not open: %s", d.current)
	}
	return l, nil
}

// failure is an error as the oracle prints it.
func (d *Driver) failure(err error) map[string]any {
	var bad *badOperation
	if errors.As(err, &bad) {
		return map[string]any{"class": "IllegalArgumentException", "message": bad.what}
	}
	e := kerr.As(err)
	var missing *disk.PathError
	if e == nil && errors.As(err, &missing) && errors.Is(err, disk.ErrNotExist) {
		e = kerr.ErrNoSuchFile.With("%s", missing.Path)
	}
	if e == nil {
		return map[string]any{"class": fmt.Sprintf("%T", err), "message": d.norm(err.Error())}
	}
	out := d.throwable(e)
	if e.Invalid != nil {
		out["invalid"] = d.throwable(e.Invalid)
		records := []any{}
		for _, r := range e.Records {
			records = append(records, []any{r.Index, d.norm(r.Message)})
		}
		out["recordErrors"] = records
	}
	return out
}

func (d *Driver) throwable(e *kerr.Error) map[string]any {
	out := map[string]any{"class": e.Class, "message": nil}
	if e.Message != "" {
		out["message"] = d.norm(e.Message)
	}
	if e.Code != "" {
		out["code"] = e.Code
	}
	if cause := kerr.As(e.Cause); cause != nil {
		c := map[string]any{"class": cause.Class, "message": nil}
		if cause.Message != "" {
			c["message"] = d.norm(cause.Message)
		}
		out["cause"] = c
	}
	return out
}

// norm replaces random parts of directory names by 1, 2, ... in the order of their appearance.
func (d *Driver) norm(s string) string {
	if d.cluster != nil {
		s = sortSets(s)
	}
	for _, suffix := range []string{"-delete", "-future", "-stray"} {
		for from := 0; ; {
			i := strings.Index(s[from:], suffix)
			if i < 0 {
				break
			}
			i += from
			from = i + len(suffix)
			if i < 33 || s[i-33] != '.' || !isHex(s[i-32:i]) {
				continue
			}
			s = s[:i-32] + d.plainName(s[i-32:i]) + s[i:]
		}
	}
	return s
}

func (d *Driver) plainName(random string) string {
	if strings.HasPrefix(random, strings.Repeat("0", 28)) {
		return random
	}
	if _, ok := d.names[random]; !ok {
		d.names[random] = fmt.Sprintf("%032x", len(d.names)+1)
	}
	return d.names[random]
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

var _ event.Sink = (*Driver)(nil).emit

// IsReset tells whether a line asks for a fresh machine.
func IsReset(line []byte) bool {
	op, err := parseNode(line)
	return err == nil && op.str("op", "") == "reset"
}
