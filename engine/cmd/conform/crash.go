package main

import (
	"encoding/base64"
	"flag"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"logarium/engine/conform"
	"logarium/engine/conform/fuzz"
	"logarium/engine/machine/disk"
)

// crashed is what a pass of the cleaner has left on the disk when the machine stopped at one operation on a file.
type crashed struct {
	what  string
	files map[string][]byte // by their names below the log directories
}

// crash stops the machine at every operation on a file that a pass of the cleaner makes, in several ways, and gives what is left to real Kafka: it must
// load as it loads here, with the same answers, files and log lines.
func crash(args []string) error {
	f := flag.NewFlagSet("conform crash", flag.ContinueOnError)
	seed := f.Uint64("seed", freshSeed(), "of the log and of what a power loss keeps")
	logs := f.Int("logs", 3, "how many logs are cleaned")
	found := f.String("found", "engine/conform/testdata/found", "where scripts are written")
	if err := f.Parse(args); err != nil {
		return err
	}
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	l := &lockstep{kafka: o, tally: newCoverage()}
	c := campaign{found: *found, patience: time.Minute}
	count := 0
	for i := range uint64(*logs) {
		all, err := crashes(*seed + i)
		if err != nil {
			return fmt.Errorf("seed %d: %w", *seed+i, err)
		}
		for n, one := range all {
			diff, err := l.replay(one.loading())
			if err != nil {
				return err
			}
			if diff != nil {
				fmt.Println(one.what)
				if err := c.report(l, *seed+i, fmt.Sprintf("crash-%d", n), diff); err != nil {
					return err
				}
				return fmt.Errorf("after a crash the log is not what it is for real Kafka")
			}
			count++
		}
	}
	fmt.Printf("after %d crashes during cleaning, from seed %d on, the log is the same for real Kafka\n", count, *seed)
	return nil
}

// crashes runs a pass until it has met every fault once.
func crashes(seed uint64) (all []crashed, err error) {
	kinds := map[disk.Op]string{disk.OnWrite: "write", disk.OnName: "change of a name", disk.OnSync: "fsync"}
	for _, on := range []disk.Op{disk.OnWrite, disk.OnName, disk.OnSync} {
		seen := ""
		for skip := 0; ; skip++ {
			d, err := dirtyLog(seed)
			if err != nil {
				return nil, err
			}
			d.Disk().SetFault(disk.Fault{Path: "/", On: on, Skip: skip})
			if !strings.Contains(string(d.Run([]byte(`{"op":"cleanDirect","quiet":true}`))), `"error"`) {
				break // no operation was left to fail
			}
			for mode, name := range []string{"kill -9", "power loss", "some pages kept", "pages torn"} {
				left, err := remains(d.Disk().Fork(), mode, seed)
				if err != nil {
					return nil, err
				}
				if text := fmt.Sprint(left); text != seen {
					seen = text
					all = append(all, crashed{fmt.Sprintf("%s at %s %d", name, kinds[on], skip), left})
				}
			}
		}
	}
	return all, nil
}

// dirtyLog is a log with something to clean: keys that come again, tombstones, transactions, several segments, all of it on the disk.
func dirtyLog(seed uint64) (*conform.Driver, error) {
	d := conform.New()
	g := fuzz.Op{"op": "open", "log": "topic-0", "config": compacted}
	lines := []fuzz.Op{{"op": "options", "files": "none"}, g}
	for i := range 24 {
		n := (seed + uint64(i)*uint64(i)) % 7
		b := fuzz.Op{"records": []any{keyed(i, n), keyed(i+1, n+3)}}
		switch {
		case i%8 == 3:
			b["pid"], b["pepoch"], b["seq"], b["txn"] = 9, 0, i/8*2, true
		case i%8 == 5:
			b = fuzz.Op{"marker": []string{"COMMIT", "ABORT"}[(seed+uint64(i)/8)%2], "pid": 9, "pepoch": 0, "ts": conform.T0 + i}
		}
		lines = append(lines, fuzz.Op{"op": "appendLeader", "batch": b, "hw": true})
	}
	lines = append(lines, fuzz.Op{"op": "flush", "forceFlushActiveSegment": true})
	for _, o := range lines {
		if answer := d.Run(o.Line()); strings.Contains(string(answer), `"error":`) {
			return nil, fmt.Errorf("%s: %s", o.Line(), answer)
		}
	}
	d.Disk().SyncAll()
	return d, nil
}

var compacted = map[string]string{"cleanup.policy": "compact", "internal.segment.bytes": "600", "segment.index.bytes": "240", "index.interval.bytes": "100", "delete.retention.ms": "1000"}

func keyed(i int, key uint64) fuzz.Op {
	r := fuzz.Op{"ts": conform.T0 + i, "key": fmt.Sprint("k", key%7), "value": fmt.Sprint("v", i)}
	if key%5 == 4 {
		r["value"] = nil
	}
	return r
}

// remains are the files after the machine has stopped: mode 0 kills the process, the others take the power away.
func remains(d *disk.Disk, mode int, seed uint64) (map[string][]byte, error) {
	d.ClearFaults("")
	if mode > 0 {
		d.PowerLoss([]disk.PowerMode{disk.LoseDirty, disk.KeepSome, disk.TearSome}[mode-1], seed)
	}
	const dir = "/logs/topic-0"
	list, err := d.ReadDir(dir)
	files := map[string][]byte{}
	for _, f := range list {
		if err == nil {
			files["topic-0/"+f.Name], err = d.ReadFile(path.Join(dir, f.Name))
		}
	}
	return files, err
}

// loading puts the files on a fresh machine and opens the log.
func (c *crashed) loading() []fuzz.Op {
	var ops []fuzz.Op
	for _, name := range sortedNames(c.files) {
		ops = append(ops, fuzz.Op{"op": "fsPut", "file": name, "quiet": true, "data": map[string]any{"b64": base64.StdEncoding.EncodeToString(c.files[name])}})
	}
	return append(ops, fuzz.Op{"op": "open", "log": "topic-0", "config": compacted, "lastShutdownClean": false},
		fuzz.Op{"op": "read", "offset": 0, "isolation": "LOG_END", "maxBytes": 1 << 20}, fuzz.Op{"op": "collectAbortedTxns", "start": 0, "upper": 1000},
		fuzz.Op{"op": "updateHighWatermark"}, fuzz.Op{"op": "cleanDirect"}, fuzz.Op{"op": "read", "offset": 0, "isolation": "LOG_END", "maxBytes": 1 << 20})
}

func sortedNames(files map[string][]byte) []string { return slices.Sorted(maps.Keys(files)) }
