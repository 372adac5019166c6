package conform

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"strings"

	"logarium/engine/record"
	"logarium/engine/segment"
)

// Tree is the directory of one partition, as something has left it.
type Tree struct {
	Name  string // where it comes from
	Log   string // name of the directory, "topic-0"
	Files map[string][]byte
	// Compressed: some batch is, so that damage inside of it is noticed, and named, as the library likes.
	Compressed bool
}

// Trees reads the directories that mutants are made of: those that the golden traces have left, and those of a real
// broker, in captured.jsonl.
func Trees(testdata fs.FS) ([]Tree, error) {
	var trees []Tree
	dirs, err := fs.Glob(testdata, "golden/*/files/topic-0")
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		t := Tree{Name: strings.Split(dir, "/")[1], Log: "topic-0", Files: map[string][]byte{}}
		list, err := fs.ReadDir(testdata, dir)
		for _, f := range list {
			if err == nil {
				t.Files[f.Name()], err = fs.ReadFile(testdata, path.Join(dir, f.Name()))
			}
		}
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	captured, err := capturedTrees(testdata)
	trees = append(trees, captured...)
	for i := range trees {
		trees[i].Compressed = trees[i].anyCompressed()
	}
	return trees, err
}

// capturedTrees reads mutate/captured.jsonl: a line for each file, {"dir": .., "file": "orders-0/..", "b64": ..}, sorted.
func capturedTrees(testdata fs.FS) (trees []Tree, err error) {
	text, err := fs.ReadFile(testdata, "mutate/captured.jsonl")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var f struct {
			Dir, File string
			B64       []byte
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			return nil, err
		}
		log, name := path.Split(f.File)
		log = path.Clean(log)
		if n := len(trees); n == 0 || trees[n-1].Log != log || trees[n-1].Name != f.Dir+" "+log {
			trees = append(trees, Tree{Name: f.Dir + " " + log, Log: log, Files: map[string][]byte{}})
		}
		trees[len(trees)-1].Files[name] = f.B64
	}
	return trees, nil
}

func (t *Tree) anyCompressed() bool {
	for name, b := range t.Files {
		if strings.Contains(name, ".log") && anyCompressed(b) {
			return true
		}
	}
	return false
}

// Mutant is a damaged directory and what is done with it.
type Mutant struct {
	Tree   string
	Damage []string // in words
	Ops    [][]byte // puts it on a fresh machine, opens it, looks around, writes, and closes it
	Size   int64    // bytes of its files
	Files  int
}

// Mutate damages one of the trees, in one to four ways. The same seed gives the same mutant. comparable leaves out what two
// implementations may see differently: damage inside compressed data, counts for which Java reserves all memory, and
// negative offsets in file names, which Java takes for offsets, and names for which it matters in which order a file system lists them.
func Mutate(seed uint64, trees []Tree, comparable bool) Mutant {
	r := rand.New(rand.NewPCG(seed, 0x6d7574616e74))
	t := trees[r.IntN(len(trees))]
	m := mutator{r: r, files: map[string][]byte{}, dirs: map[string]bool{}, careful: comparable, compressed: t.Compressed}
	for name, b := range t.Files {
		m.files[name] = b
	}
	for range 1 + r.IntN(4) {
		m.damage()
	}
	if comparable {
		m.listInAnyOrder()
	}
	out := Mutant{Tree: t.Name, Damage: m.said}
	out.add("options", "hexLimit", 0)
	for _, name := range sortedKeys(m.files) {
		out.add("fsPut", "file", t.Log+"/"+name, "data", map[string]any{"b64": m.files[name]}, "quiet", true)
		out.Size += int64(len(m.files[name]))
		out.Files++
	}
	for _, name := range sortedKeys(m.dirs) {
		out.add("fsMkdir", "file", t.Log+"/"+name, "quiet", true)
	}
	m.look(&out, t.Log)
	return out
}

// listInAnyOrder leaves out what is treated otherwise where the directory is listed in another order. A log goes through the list as it
// comes, removes each .deleted file, and ends at the first .cleaned file whose name holds no offset; then at the first such .swap file.
// Last it takes the .swap off each name in turn, over whatever has the name that is left.
func (m *mutator) listInAnyOrder() {
	found := map[string]bool{}
	for _, name := range sortedKeys(m.files) {
		ext := path.Ext(name)
		if _, ok := segment.OffsetOf(name); ok || ext != segment.CleanedSuffix && ext != segment.SwapSuffix {
			continue
		}
		if found[ext] {
			delete(m.files, name)
		}
		found[ext] = true
	}
	for _, name := range sortedKeys(m.files) {
		final, swap := strings.CutSuffix(name, segment.SwapSuffix)
		_, there := m.files[final]
		if found[segment.CleanedSuffix] && path.Ext(name) == segment.DeletedSuffix || swap && there && path.Ext(final) == segment.SwapSuffix {
			delete(m.files, name)
		}
	}
}

func (m *Mutant) add(op string, pairs ...any) {
	o := map[string]any{"op": op}
	for i := 0; i+1 < len(pairs); i += 2 {
		o[pairs[i].(string)] = pairs[i+1]
	}
	line, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("an operation is no JSON: %v", err))
	}
	m.Ops = append(m.Ops, line)
}

// look opens the log, as a start after a clean or an unclean end, and uses it.
func (m *mutator) look(out *Mutant, log string) {
	config := map[string]string{"internal.segment.bytes": pick(m.r, "1048576", "1000"), "segment.index.bytes": pick(m.r, "4096", "240")}
	if m.r.IntN(4) == 0 {
		config["cleanup.policy"] = "compact"
	}
	open := []any{"log", log, "config", config, "lastShutdownClean", m.r.IntN(2) == 0}
	if m.r.IntN(2) == 0 {
		open = append(open, "recoveryPoint", m.offset())
	}
	if m.r.IntN(5) == 0 {
		open = append(open, "logStartOffset", m.offset())
	}
	out.add("open", open...)
	out.add("read", "offset", m.offset(), "isolation", pick(m.r, "LOG_END", "TXN_COMMITTED"))
	out.add("listOffsets", "ts", pick(m.r, T0, -1, -2, -3, T0+1000))
	out.add("collectAbortedTxns", "start", m.offset(), "upper", 1<<20)
	out.add("appendLeader", "hw", true, "batch", map[string]any{"records": []any{map[string]any{"ts": T0, "key": "k", "value": "v"}}})
	out.add("advance", "ms", 120_000)
	out.add("close")
}

// offset is one that a file is named by, or near it.
func (m *mutator) offset() int64 {
	var bases []int64
	for _, name := range sortedKeys(m.files) {
		var base int64
		if _, err := fmt.Sscanf(name, "%020d.", &base); err == nil {
			bases = append(bases, base)
		}
	}
	if len(bases) == 0 {
		return int64(m.r.IntN(10))
	}
	return bases[m.r.IntN(len(bases))] + int64(m.r.IntN(4))
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// batchesOf are the places of the whole batches at the front of a .log file.
func batchesOf(b []byte) (places []int) {
	at := 0
	for batch, err := range record.Batches(b) {
		if err != nil {
			break
		}
		places = append(places, at)
		at += len(batch)
	}
	return places
}
