package fuzz

import (
	"fmt"
	"strings"

	"logarium/engine/conform"
)

// closed is what happens while the log is not open: files are damaged, then it is opened again.
func (g *Gen) closed() {
	switch {
	case !g.opened:
		g.opened = true
		g.do(g.firstOpen())
		return
	case g.failures > 3:
		g.failures = 0
		g.odd(op("crash"))
		g.odd(op("fsDelete", "file", dir))
		g.recovery, g.start = 0, 0
	case g.failures > 0 && g.chance(60):
		g.odd(op("crash")) // the directory is out of service until then
		g.repair()
	case g.mix == "compact": // what damage does is another mix's question
	default:
		for range pick(g, 0, 0, 1, 1, 1, 2, 3) {
			g.damage()
		}
	}
	if g.d.Waiting() == 0 && g.chance(10) {
		g.do(op("setClock", "now", g.d.Now()+g.between(-20000, 20000)))
	}
	g.do(g.open(g.last.Name() != "crash" || g.chance(15)))
}

func (g *Gen) firstOpen() Op {
	o := op("open", "log", dir, "config", g.settings(), "topicId", "AAAAAAAAAAAAAAAAAAAAAQ")
	if g.chance(8) {
		g.wild = true
		o["logStartOffset"] = g.r.IntN(20)
		o["recoveryPoint"] = g.r.IntN(20)
	}
	return g.opening(o)
}

// open is the log's next start, with the checkpoints that a broker would have, or with others.
func (g *Gen) open(clean bool) Op {
	o := op("open", "log", dir, "config", g.settings(), "recoveryPoint", g.recovery, "logStartOffset", g.start, "lastShutdownClean", clean)
	switch {
	case g.chance(10):
		o["recoveryPoint"] = 0
	case g.chance(10):
		o["recoveryPoint"] = g.between(0, g.recovery+20)
		g.wild = true
	}
	switch {
	case g.chance(5):
		o["logStartOffset"] = 0
	case g.chance(4):
		o["logStartOffset"] = g.between(0, g.recovery+5)
		g.wild = true
	}
	switch {
	case g.chance(10):
		o["topicId"] = "AAAAAAAAAAAAAAAAAAAAAQ"
	case g.chance(2):
		o["topicId"] = "AAAAAAAAAAAAAAAAAAAAAg"
	}
	return g.opening(o)
}

func (g *Gen) opening(o Op) Op {
	o["jitters"] = g.jitters()
	if g.chance(20) {
		o.with("producerIdExpirationMs", pick(g, 30000, 600000), "producerIdExpirationCheckIntervalMs", pick(g, 10000, 600000))
	}
	if g.chance(20) {
		o["maxTransactionTimeoutMs"] = pick(g, 1000, 20000)
	}
	if g.mix == "txn" || g.mix == "all" {
		o["txnVerification"] = g.chance(30)
	}
	return o
}

// jitters are equal numbers below every limit: Kafka draws for each segment object that it makes, the oracle for each that
// is there after an operation.
func (g *Gen) jitters() []any {
	draws, ms := make([]any, 500), g.r.IntN(1000)
	for i := range draws {
		draws[i] = ms
	}
	return draws
}

// someFile draws a file of the log whose name ends so; any for "".
func (g *Gen) someFile(suffix string) (conform.File, bool) {
	var fit []conform.File
	for _, f := range g.d.Files() {
		if strings.HasPrefix(f.Name, dir+"/") && strings.HasSuffix(f.Name, suffix) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return conform.File{}, false
	}
	return pick(g, fit...), true
}

// damage does to a file what a crash, a full disk or a person may have done. What it aims at may have been removed by an operation before it.
func (g *Gen) damage() {
	f, ok := g.someFile(pick(g, ".log", ".log", ".log", ".index", ".timeindex", ".txnindex", ".snapshot", "", ""))
	if !ok {
		return
	}
	switch kind := g.r.IntN(10); {
	case g.mix == "compress" && (kind < 5 || kind == 7):
		// the same place in a file would be another one on the other side, whose batches have other lengths: also that at which what begins
		// at the end of a file would end
	case kind < 2:
		g.odd(op("fsTruncate", "file", f.Name, "size", g.between(0, f.Size)))
	case kind == 2:
		g.odd(op("fsAppend", "file", f.Name, "data", pick[any](g, Op{"hex": "0000000000000005000000ff0000"}, Op{"fill": "\x00", "n": g.r.IntN(300)}, g.noise(80))))
	case kind < 5:
		g.flip(f, pick(g, 1, 0x55, 0x80, 0xff))
	case kind < 7:
		g.odd(op("fsDelete", "file", f.Name))
	case kind == 7:
		g.zero(f)
	default:
		g.litter(f)
	}
}

// flip damages a byte, unless it is compressed.
func (g *Gen) flip(f conform.File, xor int) {
	if f.Size == 0 {
		return
	}
	if pos := g.r.Int64N(f.Size); !g.d.InCompressed(f.Name, pos) {
		g.odd(op("fsFlip", "file", f.Name, "pos", pos, "xor", xor))
	}
}

// zero overwrites the end of a file, as a power cut may leave it.
func (g *Gen) zero(f conform.File) {
	if f.Size > 0 {
		at := g.r.Int64N(f.Size)
		if g.d.InCompressed(f.Name, at) {
			return
		}
		g.odd(op("fsWrite", "file", f.Name, "pos", at, "data", Op{"fill": "\x00", "n": f.Size - at}))
	}
}

// litter leaves files in the directory that do not belong there.
func (g *Gen) litter(f conform.File) {
	switch g.r.IntN(5) {
	case 0:
		g.odd(op("fsCopy", "from", f.Name, "to", f.Name+pick(g, ".deleted", ".swap", ".cleaned")))
	case 1:
		name := fmt.Sprintf("%s/%020d%s", dir, g.between(0, 60), pick(g, ".index", ".timeindex", ".txnindex", ".snapshot", ".log"))
		g.odd(op("fsPut", "file", name, "data", pick[any](g, "", g.noise(30), Op{"fill": "\x00", "n": 24})))
	case 2:
		g.odd(op("fsPut", "file", dir+"/"+pick(g, "notes.txt", ".lock", "leader-epoch-checkpoint.tmp", "partition.metadata.tmp"), "data", "x"))
	case 3:
		g.odd(op("fsPut", "file", dir+"/leader-epoch-checkpoint", "data", pick(g, "", "0\n1\n0 0\n", "0\n0\n", "0\n2\n1 0\n2 5\n", "0\n2\n0 0\n", "1\n0\n", "0\nx\n")))
	default:
		g.odd(op("fsPut", "file", dir+"/partition.metadata", "data", pick(g, "", "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ", "version: 1\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n", "topic_id\n")))
	}
}

// repair removes what most often keeps a log from opening.
func (g *Gen) repair() {
	kind := pick(g, "leader-epoch-checkpoint", "partition.metadata", ".snapshot", ".log", ".txnindex")
	if f, ok := g.someFile(kind); ok {
		g.odd(op("fsDelete", "file", f.Name))
	}
}
