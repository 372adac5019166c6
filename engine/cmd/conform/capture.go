package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/conform/fuzz"
)

// kept is a file of a log directory that a real broker has left.
type kept struct {
	name  string // relative to the captured directory
	size  int64  // of the original; what was stored may lack zeros at the end
	mtime int64
	data  []byte
}

// capture makes a script of a real broker's log directories: it puts each partition's files in place, reads them with the dump tool, loads the
// log, looks at all there is to see, appends, closes it and reads the files again. Real Kafka's answers are recorded beside it.
func capture(args []string) error {
	f := flag.NewFlagSet("conform capture", flag.ContinueOnError)
	clean := f.Bool("clean", false, "the broker had stopped cleanly, even where no file says so")
	sizes := f.String("sizes", "", "list of path, size, modification time: the originals, where DIR has less")
	topics := f.String("topics", "engine/conform/testdata/captures/topics.txt", "how the topics were configured")
	found := f.String("to", "engine/conform/testdata/captures", "where the script is written")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return errors.New("capture takes a name and a directory")
	}
	files, err := readKept(f.Arg(1), *sizes)
	if err != nil {
		return err
	}
	settings, err := readTopics(*topics, f.Arg(0))
	if err != nil {
		return err
	}
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	c := campaign{found: *found}
	return c.save(&lockstep{kafka: o}, f.Arg(0), loadScript(f.Arg(0), files, *clean, settings))
}

// readKept reads all files below a directory. A listed index that is not there is all zeros; any other listed file was not kept.
func readKept(dir, sizes string) ([]kept, error) {
	listed, err := readSizes(sizes)
	if err != nil {
		return nil, err
	}
	var all []kept
	err = filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		data, err := os.ReadFile(p)
		k := kept{name: name, size: int64(len(data)), data: data}
		if l, ok := listed[name]; ok {
			k.size, k.mtime = l.size, l.mtime
			delete(listed, name)
		}
		all = append(all, k)
		return err
	})
	for _, name := range keys(listed) {
		if strings.HasSuffix(name, "index") && slices.ContainsFunc(all, func(k kept) bool { return path.Dir(k.name) == path.Dir(name) }) {
			all = append(all, listed[name])
		}
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Compare(a.name, b.name) })
	return all, err
}

// fieldLines are the lines of a file with at least so many words.
func fieldLines(file string, least int) (lines [][]string, err error) {
	b, err := os.ReadFile(file)
	for _, line := range strings.Split(string(b), "\n") {
		if words := strings.Fields(line); len(words) >= least {
			lines = append(lines, words)
		}
	}
	return lines, err
}

func readSizes(file string) (map[string]kept, error) {
	listed := map[string]kept{}
	if file == "" {
		return listed, nil
	}
	lines, err := fieldLines(file, 3)
	for _, f := range lines {
		size, errSize := strconv.ParseInt(f[1], 10, 64)
		mtime, errTime := strconv.ParseInt(f[2], 10, 64)
		if len(f) == 3 && errSize == nil && errTime == nil {
			listed[f[0]] = kept{name: f[0], size: size, mtime: mtime}
		}
	}
	return listed, err
}

// readTopics reads the settings of a capture's topics.
func readTopics(file, capture string) (map[string]map[string]any, error) {
	topics := map[string]map[string]any{}
	lines, err := fieldLines(file, 3)
	for _, f := range lines {
		if !strings.HasPrefix(capture, f[0]+"-") {
			continue
		}
		config := map[string]any{}
		for _, setting := range f[2:] {
			name, value, _ := strings.Cut(setting, "=")
			config[name] = value
		}
		topics[f[1]] = config
	}
	return topics, err
}

// loadScript is the script for a log directory's files.
func loadScript(name string, files []kept, clean bool, topics map[string]map[string]any) []fuzz.Op {
	partitions := map[string][]kept{}
	marks := map[string]int64{} // by file and partition
	latest := int64(0)
	for _, f := range files {
		latest = max(latest, f.mtime)
		switch dir := path.Dir(f.name); {
		case strings.Contains(path.Base(dir), "-"):
			partitions[dir] = append(partitions[dir], f)
		case path.Base(f.name) == ".kafka_cleanshutdown":
			clean = true
		default:
			readMarks(marks, f)
		}
	}
	ops := []fuzz.Op{{"op": "meta", "title": "what a real broker has left: " + name}, {"op": "setClock", "now": latest + 1000, "quiet": true}}
	for _, dir := range keys(partitions) {
		list := partitions[dir]
		topic := path.Base(dir)[:strings.LastIndexByte(path.Base(dir), '-')]
		for _, f := range list {
			ops = append(ops, putFile(f)...)
		}
		ops = append(ops, dumps(list, dumpArgs)...)
		o := fuzz.Op{"op": "open", "log": dir, "lastShutdownClean": clean,
			"recoveryPoint":  marks[path.Join(path.Dir(dir), "recovery-point-offset-checkpoint")+path.Base(dir)],
			"logStartOffset": marks[path.Join(path.Dir(dir), "log-start-offset-checkpoint")+path.Base(dir)]}
		if config := topics[topic]; config != nil {
			o["config"] = config
		}
		ops = append(append(ops, o), looks(list)...)
		ops = append(ops, fuzz.Op{"op": "close", "dropTasks": true})
		ops = append(ops, dumps(list, plainDump)...)
		ops = append(ops, fuzz.Op{"op": "fsDelete", "file": dir, "quiet": true})
	}
	return ops
}

// readMarks reads an offset checkpoint.
func readMarks(marks map[string]int64, f kept) {
	for _, line := range strings.Split(string(f.data), "\n") {
		if w := strings.Fields(line); len(w) == 3 {
			marks[f.name+w[0]+"-"+w[1]], _ = strconv.ParseInt(w[2], 10, 64)
		}
	}
}

func putFile(f kept) []fuzz.Op {
	data := bytes.TrimRight(f.data, "\x00")
	ops := []fuzz.Op{{"op": "fsPut", "file": f.name, "data": map[string]any{"b64": base64.StdEncoding.EncodeToString(data)}, "quiet": true}}
	if f.size > int64(len(data)) {
		ops = append(ops, fuzz.Op{"op": "fsTruncate", "file": f.name, "size": f.size, "quiet": true})
	}
	return append(ops, fuzz.Op{"op": "fsMtime", "file": f.name, "ms": f.mtime, "quiet": true})
}

// dumps runs kafka-dump-log over files in some ways. A time index without its offset index is left out: the tool would make one.
func dumps(files []kept, ways func(file string) [][]string) []fuzz.Op {
	var ops []fuzz.Op
	for _, f := range files {
		if base, ok := strings.CutSuffix(f.name, ".timeindex"); ok && !slices.ContainsFunc(files, func(k kept) bool { return k.name == base+".index" }) {
			continue
		}
		for _, args := range ways(f.name) {
			ops = append(ops, fuzz.Op{"op": "dump", "files": []any{f.name}, "args": args, "quiet": true})
		}
	}
	return ops
}

// looks reads everything there is to see of an open log, and appends to it.
func looks(files []kept) []fuzz.Op {
	var ops []fuzz.Op
	for _, f := range files {
		if base, ok := strings.CutSuffix(path.Base(f.name), ".log"); ok {
			n, _ := strconv.ParseInt(base, 10, 64)
			if small(files, base+".index") {
				ops = append(ops, fuzz.Op{"op": "segmentIndex", "base": n, "quiet": true})
			}
			ops = append(ops, fuzz.Op{"op": "read", "offset": n, "maxBytes": 10_000_000, "quiet": true})
		}
	}
	for _, ts := range []int64{-1, -2, -3, -4, 0} {
		ops = append(ops, fuzz.Op{"op": "listOffsets", "ts": ts, "quiet": true})
	}
	record := map[string]any{"ts": -1, "key": "k", "value": "v"}
	return append(ops, fuzz.Op{"op": "collectAbortedTxns", "start": 0, "upper": 1 << 40, "quiet": true}, fuzz.Op{"op": "latestEpoch", "quiet": true},
		fuzz.Op{"op": "endOffsetForEpoch", "epoch": 0, "quiet": true}, fuzz.Op{"op": "logString", "quiet": true}, fuzz.Op{"op": "tasks", "quiet": true},
		fuzz.Op{"op": "updateHighWatermark"},
		fuzz.Op{"op": "appendLeader", "epoch": 1000, "batch": map[string]any{"records": []any{record}}})
}

// small tells whether a file has its entries and not the ten million zero bytes of a running broker.
func small(files []kept, name string) bool {
	return slices.ContainsFunc(files, func(f kept) bool { return path.Base(f.name) == name && f.size < 1<<20 })
}
