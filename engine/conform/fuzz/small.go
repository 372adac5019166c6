package fuzz

import "fmt"

// smallFiles are the indexes that are open outside of a log, and how far each is filled.
type smallFiles struct {
	open   map[string]*filling
	epochs bool
	mapped bool // the cleaner's offset map is there
	epoch  int64
	offset int64
}

type filling struct {
	kind           string
	base           int64
	offset, second int64 // of the last entry: offset, and position or timestamp
}

// small works on single index files, an epoch cache and checkpoint files.
func (g *Gen) small() {
	if g.chance(6) {
		g.useMap()
		return
	}
	if g.files.open == nil {
		g.files.open = map[string]*filling{}
	}
	switch {
	case len(g.files.open) == 0 || g.chance(3):
		g.openIndex()
	case g.chance(60):
		g.workIndex()
	case g.chance(70):
		g.workEpochs()
	default:
		g.workCheckpoint()
	}
}

func (g *Gen) openIndex() {
	base := pick[int64](g, 0, 45, 4_000_000_000)
	kind := pick(g, "offset", "offset", "time", "time", "txn")
	suffix := map[string]string{"offset": ".index", "time": ".timeindex", "txn": ".txnindex"}[kind]
	name := fmt.Sprintf("i/%020d%s", base, suffix)
	if g.files.open[name] != nil {
		return
	}
	g.files.open[name] = &filling{kind: kind, base: base, offset: base, second: pick[int64](g, 0, g.d.Now())}
	o := op("indexOpen", "file", name, "type", kind, "base", base)
	if kind != "txn" {
		o["maxIndexSize"] = pick(g, 8, 12, 40, 85, 500, 5000)
	}
	g.do(o)
}

func (g *Gen) workIndex() {
	name := pick(g, sorted(g.files.open)...)
	f := g.files.open[name]
	near := g.between(f.base-2, f.offset+5)
	switch g.r.IntN(16) {
	case 0, 1, 2, 3, 4, 5:
		g.appendIndex(name, f)
	case 6, 7, 8:
		g.lookUp(name, f, near)
	case 9:
		g.do(op("indexEntries", "file", name))
	case 10:
		g.do(op("indexTruncate", "file", name, "offset", near))
		f.offset = max(f.base, near)
	case 11:
		g.do(op(pick(g, "indexFlush", "indexSanity", "indexBytes", "indexBytes"), "file", name))
	case 12:
		if f.kind != "txn" {
			g.do(op("indexResize", "file", name, "size", pick(g, 8, 40, 85, 500, 5000)))
		}
	case 13:
		if g.chance(20) {
			g.do(op("indexReset", "file", name))
			f.offset = f.base
		} else if f.kind != "txn" {
			g.do(op("indexTrim", "file", name))
		}
	case 14:
		if g.chance(40) {
			g.reopen(name)
		}
	default:
		g.do(op("fsList"))
	}
}

// appendIndex adds an entry that mostly lies behind the last one.
func (g *Gen) appendIndex(name string, f *filling) {
	f.offset += pick[int64](g, 1, 1, 2, 10)
	f.second += pick[int64](g, 1, 1, 100)
	offset, second := f.offset, f.second
	if g.chance(10) {
		offset += pick[int64](g, -1, -5, 2147483647, 2147483648)
	}
	if g.chance(10) {
		second -= 200
	}
	o := op("indexAppend", "file", name)
	switch f.kind {
	case "offset":
		o.with("offset", offset, "position", second&0x7fffffff)
	case "time":
		o.with("offset", offset, "ts", second, "skipFullCheck", g.chance(15))
	default:
		o.with("pid", 1+g.r.IntN(3), "firstOffset", offset-3, "lastOffset", offset, "lastStableOffset", offset+1)
	}
	if f.kind != "txn" && g.chance(10) {
		o = op("indexFill", "file", name, "n", g.r.IntN(200), "offset", offset, "offsetStep", pick(g, 1, 3), "position", second&0xffffff, "positionStep", 10, "ts", second, "tsStep", pick(g, 0, 5))
		f.offset += 600
		f.second += 1000
	}
	g.do(o)
}

func (g *Gen) lookUp(name string, f *filling, near int64) {
	o := op("indexLookup", "file", name)
	switch f.kind {
	case "offset":
		if g.chance(30) {
			o = op("indexUpperBound", "file", name, "position", g.between(0, f.second&0x7fffffff), "size", pick(g, 0, 1, 99, 1000))
		}
		o["offset"] = near
	case "time":
		o["ts"] = f.second - g.between(-5, 500)
	default:
		o.with("fetchOffset", near, "upperBound", near+g.between(0, 10))
	}
	g.do(o)
}

// reopen closes an index, damages its file, and opens it again.
func (g *Gen) reopen(name string) {
	f := g.files.open[name]
	g.do(op(pick(g, "indexClose", "indexCrash"), "file", name))
	switch g.r.IntN(4) {
	case 0:
		g.do(op("fsAppend", "file", name, "data", g.noise(20)))
	case 1:
		g.do(op("fsTruncate", "file", name, "size", pick(g, 0, 3, 8, 12, 24)))
	}
	o := op("indexOpen", "file", name, "type", f.kind, "base", f.base)
	if f.kind != "txn" {
		o["maxIndexSize"] = pick(g, 40, 85, 500)
	}
	g.do(o)
	g.do(op("indexSanity", "file", name))
}

func (g *Gen) workEpochs() {
	if !g.files.epochs {
		g.files.epochs = true
		g.do(op("epochOpen", "dir", "epochs-0"))
		return
	}
	s := &g.files
	near := g.between(-1, s.offset+3)
	switch g.r.IntN(10) {
	case 0, 1, 2:
		s.epoch += pick[int64](g, 1, 1, 3, 0, -1)
		s.offset += pick[int64](g, 0, 5, 10, 10, -4)
		g.do(op("epochAssign", "epoch", s.epoch, "offset", s.offset))
	case 3, 4:
		g.do(op("epochEndOffset", "epoch", g.between(-1, s.epoch+1), "leo", s.offset+g.between(0, 5)))
	case 5:
		g.do(op("epochFor", "offset", near))
	case 6:
		g.do(op(pick(g, "epochTruncateEnd", "epochTruncateStart"), "offset", near))
	case 7:
		g.do(op("fsRead", "file", "epochs-0/leader-epoch-checkpoint", "text", true))
	case 8:
		if g.chance(30) {
			g.do(op("epochClear"))
		}
	default:
		g.do(op("epochOpen", "dir", "epochs-0"))
	}
}

func (g *Gen) workCheckpoint() {
	var entries []any
	for _, k := range g.r.Perm(12)[:g.r.IntN(12)] {
		entries = append(entries, []any{pick(g, "orders", "a.b_c-d", "t"), k, g.between(0, 1<<40)})
	}
	if entries == nil {
		entries = []any{}
	}
	g.do(op("checkpointWrite", "file", "cp", "entries", entries))
	if g.chance(40) {
		g.do(op(pick(g, "fsTruncate", "fsFlip"), "file", "cp", "size", g.r.IntN(30), "pos", g.r.IntN(6), "xor", pick(g, 1, 0x10, 0x20)))
	}
	g.do(op("checkpointRead", "file", "cp"))
}
