package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/glass"
	"logarium/engine/lab"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
	"logarium/engine/store"
)

// filesProof hands what a script has written to real Kafka: its dump tool must read every file without complaint, pass the sanity check of every
// index, print what ours prints, and its log must load each partition with the same end.
func filesProof(script string) error {
	text, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	l, err := lab.New(store.NewMemory(), lab.Options{Cluster: cluster.Options{}})
	if err != nil {
		return err
	}
	if res := l.Run(nil, string(text)); res.Exit != 0 {
		return fmt.Errorf("%s: %s", script, res.Err)
	}
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	p := proof{oracle: o, ends: map[string]message.Partition{}}
	if err := p.stop(l); err != nil {
		return err
	}
	if err := p.run(); err != nil {
		return err
	}
	fmt.Printf("real Kafka read %d files and loaded %d partitions that this engine wrote\n", p.files, p.logs)
	return nil
}

const logDir = "/tmp/kafka-logs"

type proof struct {
	oracle      *oracle
	disk        *disk.Disk
	ends        map[string]message.Partition // before the broker stopped
	files, logs int
}

// stop notes where each partition ends, and stops the broker.
func (p *proof) stop(l *lab.Lab) error {
	dirs, err := l.Disk(0).ReadDir(logDir)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		if !d.Dir {
			continue
		}
		view, err := l.View("partition", json.RawMessage(fmt.Sprintf(`{"partition":%q}`, d.Name)))
		if err != nil {
			return err
		}
		p.ends[d.Name] = view.(message.Partition)
	}
	if res := l.Exec(nil, "broker stop 1", false); res.Exit != 0 {
		return fmt.Errorf("broker stop 1: %s", res.Err)
	}
	p.disk = l.Disk(0)
	return nil
}

func (p *proof) run() error {
	dirs, err := p.disk.ReadDir(logDir)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		if !d.Dir {
			continue
		}
		if err := p.partition(d.Name); err != nil {
			return fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	if p.files == 0 {
		return fmt.Errorf("the script left no files")
	}
	return nil
}

// ask sends an operation and takes its answer apart; an error of Kafka's is an error.
func (p *proof) ask(op map[string]any) (map[string]any, error) {
	line, err := json.Marshal(op)
	if err != nil {
		return nil, err
	}
	answer, err := p.oracle.ask(line)
	if err != nil {
		return nil, err
	}
	var a map[string]any
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	if a["error"] != nil {
		return nil, fmt.Errorf("%v: %v", op["op"], a["error"])
	}
	return a, nil
}

func (p *proof) partition(name string) error {
	list, err := p.disk.ReadDir(path.Join(logDir, name))
	if err != nil {
		return err
	}
	for _, f := range list {
		data, err := p.disk.ReadFile(path.Join(logDir, name, f.Name))
		if err != nil {
			return err
		}
		if _, err := p.ask(map[string]any{"op": "fsPut", "file": path.Join(name, f.Name), "data": map[string]any{"b64": data}, "quiet": true}); err != nil {
			return err
		}
	}
	for _, f := range list {
		if err := p.dump(path.Join(name, f.Name)); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return p.load(name)
}

// dump reads a file with Kafka's tool in all ways that fit its kind.
func (p *proof) dump(file string) error {
	ways := dumpArgs(file)
	if len(ways) == 0 {
		return nil
	}
	p.files++
	for _, args := range ways {
		if err := p.dumpWay(file, args); err != nil {
			return fmt.Errorf("%v: %w", args, err)
		}
	}
	return nil
}

func (p *proof) dumpWay(file string, args []string) error {
	a, err := p.ask(map[string]any{"op": "dump", "files": []string{file}, "args": args, "quiet": true})
	if err != nil {
		return err
	}
	ok := a["ok"].(map[string]any)
	theirs, _ := ok["stdout"].(string)
	complaint, _ := ok["stderr"].(string)
	if ok["thrown"] != nil || strings.Contains(theirs, "isvalid: false") {
		return fmt.Errorf("real Kafka complains: %v %s", ok["thrown"], theirs)
	}
	// Records of a segment that does not begin at 0 are reported as not following -1: so is a real broker's.
	if complaint != "" && !strings.Contains(complaint, "-1 is followed by") {
		return fmt.Errorf("real Kafka complains: %s", complaint)
	}
	opts, err := glass.ParseDumpOptions(append([]string{"--files", path.Join(logDir, file)}, args...))
	if err != nil {
		return err
	}
	var ours, errs strings.Builder
	if err := glass.Dump(glass.OnDisk(p.disk), opts, &ours, &errs); err != nil {
		return err
	}
	if got := strings.ReplaceAll(ours.String(), logDir, "/logs"); got != theirs {
		return fmt.Errorf("ours prints\n%s\nKafka's\n%s", got, theirs)
	}
	return nil
}

// load opens the partition in Kafka and compares the ends of the log.
func (p *proof) load(name string) error {
	want := p.ends[name]
	a, err := p.ask(map[string]any{"op": "open", "log": name, "recoveryPoint": want.LogEndOffset, "config": map[string]string{"internal.segment.bytes": "16384"}})
	if err != nil {
		return err
	}
	state, _ := a["state"].(map[string]any)
	for member, n := range map[string]int64{"logEndOffset": want.LogEndOffset, "size": want.Size} {
		if got, _ := state[member].(float64); int64(got) != n {
			return fmt.Errorf("real Kafka loads %s %v, here it is %d", member, state[member], n)
		}
	}
	p.logs++
	return nil
}
