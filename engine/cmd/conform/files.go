package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/conform/fuzz"
	"logarium/engine/lab"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
	"logarium/engine/store"
)

const logDir = "/tmp/kafka-logs"

// endings are the ways in which a broker stops before its files are handed over. All of them but a loss of power keep every record.
var endings = []struct {
	name, command string
	clean, whole  bool
}{
	{"stopped", "broker stop 1", true, true},
	{"killed", "kill -9 $PID", false, true},
	{"without power", "power-loss 1 --mode tear", false, false},
}

// filesProof hands what a script has written to real Kafka, after each ending of the broker: its dump tool must print every file as ours does, its
// log must load each partition as ours does, with the same log lines, files and answers. After a clean stop Kafka may not complain of anything.
func filesProof(script string) error {
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	for _, end := range endings {
		p := proof{l: &lockstep{kafka: o}, clean: end.clean, ends: map[string]int64{}}
		files, err := p.write(script, end.command)
		if err != nil {
			return err
		}
		if err := p.compare(loadScript(end.name, files, end.clean, nil), end.whole); err != nil {
			return fmt.Errorf("%s: %w", end.name, err)
		}
		fmt.Printf("a broker %s: real Kafka printed %d files and loaded %d partitions as this engine does\n", end.name, len(files), p.logs)
	}
	return nil
}

type proof struct {
	l     *lockstep
	clean bool
	laid  bool             // the partition's files are as the broker left them: it is not loaded yet
	ends  map[string]int64 // log end offsets before the broker stopped
	logs  int
}

// write runs the script in a lab, ends its broker and returns the files as the lab packs them into a zip file.
func (p *proof) write(script, command string) ([]kept, error) {
	text, err := os.ReadFile(script)
	if err != nil {
		return nil, err
	}
	l, err := lab.New(store.NewMemory(), lab.Options{Cluster: cluster.Options{}})
	if err != nil {
		return nil, err
	}
	if res := l.Run(nil, string(text)); res.Exit != 0 {
		return nil, fmt.Errorf("%s: %s", script, res.Err)
	}
	if err := p.note(l); err != nil {
		return nil, err
	}
	pid, _, _ := strings.Cut(strings.TrimSpace(lastLine(l.Exec(nil, "ps", false).Out)), " ")
	command = strings.ReplaceAll(command, "$PID", pid)
	if res := l.Exec(nil, command, false); res.Exit != 0 {
		return nil, fmt.Errorf("%s: %s", command, res.Err)
	}
	files, err := keptOf(l.Disk(0), logDir)
	if err != nil {
		return nil, err
	}
	return zipped(l, files)
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// note remembers where each partition ends.
func (p *proof) note(l *lab.Lab) error {
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
		p.ends[d.Name] = view.(message.Partition).LogEndOffset
	}
	return nil
}

// keptOf are the files of a simulated log directory.
func keptOf(d *disk.Disk, dir string) (files []kept, err error) {
	list, err := d.ReadDir(dir)
	for _, f := range list {
		full := path.Join(dir, f.Name)
		if f.Dir {
			more, err := keptOf(d, full)
			if err != nil {
				return nil, err
			}
			files = append(files, more...)
			continue
		}
		data, err := d.ReadFile(full)
		if err != nil {
			return nil, err
		}
		files = append(files, kept{strings.TrimPrefix(full, logDir+"/"), f.Size, f.Mtime, data})
	}
	return files, err
}

// compare runs the script on both sides.
func (p *proof) compare(ops []fuzz.Op, whole bool) error {
	if err := p.l.reset(); err != nil {
		return err
	}
	for i, o := range ops {
		diff, got, err := p.l.step(i, o, false)
		if err != nil {
			return err
		}
		if diff != nil {
			return fmt.Errorf("%.300s\n  %s", o.Line(), brief(diff.what))
		}
		if err := p.look(o, got, whole); err != nil {
			return fmt.Errorf("%.300s\n  %w", o.Line(), err)
		}
	}
	return nil
}

// look looks at an answer on which both sides agree.
func (p *proof) look(o fuzz.Op, answer []byte, whole bool) error {
	var a struct {
		OK struct {
			Stdout, Stderr string
			Thrown         any
		}
		Error any
		State struct{ LogEndOffset int64 }
	}
	switch o.Name() {
	case "fsPut":
		p.laid = true
	case "dump":
		// Records of a segment that does not begin at 0 are reported as not following -1: so is a real broker's.
		if err := json.Unmarshal(answer, &a); err != nil {
			return err
		}
		odd := a.OK.Stderr != "" && !strings.Contains(a.OK.Stderr, "-1 is followed by")
		if p.clean && p.laid && (odd || a.OK.Thrown != nil || strings.Contains(a.OK.Stdout, "isvalid: false")) {
			return fmt.Errorf("real Kafka complains: %s", answer)
		}
	case "open":
		if err := json.Unmarshal(answer, &a); err != nil {
			return err
		}
		name, _ := o["log"].(string)
		if a.Error != nil || whole && a.State.LogEndOffset != p.ends[name] {
			return fmt.Errorf("real Kafka loads %s, the log ended at %d", answer, p.ends[name])
		}
		p.laid = false
		p.logs++
	}
	return nil
}
