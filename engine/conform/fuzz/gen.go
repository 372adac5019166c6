package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"logarium/engine/conform"
)

// dir is the log that all mixes but the small ones work on.
const dir = "topic-0"

// Mixes are the kinds of sequences: what they have much of.
func Mixes() []string {
	return []string{"basic", "txn", "follower", "recovery", "compact", "compress", "bytes", "damage", "all", "codec", "files", "manager", "replica"}
}

// Gen makes the operations of one round, one by one, with an eye on what the engine's log looks like by then.
type Gen struct {
	r     *rand.Rand
	mix   string
	d     *conform.Driver
	press func(batch Op) string // compresses a batch by the other side; "" if it refuses
	table []step
	total int

	cfg       map[string]any
	opened    bool // once at least
	producers map[int64]*producer
	epoch     int
	recovery  int64 // as the checkpoints have it
	start     int64
	failures  int // opens that failed, in a row
	held      bool
	wild      bool
	queue     []Op
	last      Op
	files     smallFiles
	manager   managerGen
	replica   replicaGen
}

// producer is what a client remembers: its epoch and next sequence number.
type producer struct {
	epoch, next int
	inTxn       bool
	sent        int // records of the append whose answer is awaited; 0: none
}

// New starts a round on a fresh driver. press asks the other side to build a compressed batch and returns it in hex.
func New(seed uint64, mix string, d *conform.Driver, press func(batch Op) string) *Gen {
	g := &Gen{r: rand.New(rand.NewPCG(seed, 0x6b61666b61)), mix: mix, d: d, press: press, producers: map[int64]*producer{}, manager: newManagerGen()}
	g.table = g.steps()
	for _, s := range g.table {
		g.total += s.weight
	}
	g.queue = append(g.queue, op("meta", "title", fmt.Sprintf("random operations, mix %s, seed %d", mix, seed)))
	g.configure()
	return g
}

// Next is the next operation.
func (g *Gen) Next() Op {
	for len(g.queue) == 0 {
		switch {
		case g.mix == "manager":
			g.managed()
		case g.mix == "replica":
			g.clustered()
		case g.mix != "codec" && g.mix != "files" && g.d.Log() == nil:
			g.closed()
		default:
			g.step()
		}
	}
	g.last = g.queue[0]
	g.queue = g.queue[1:]
	return g.last
}

// Tame says that nothing was done so far that a broker would not do, so that every invariant of a log must hold.
func (g *Gen) Tame() bool { return !g.wild }

// Saw tells the outcome of the operation that Next gave last.
func (g *Gen) Saw(result []byte) {
	failed := bytes.Contains(result[:min(len(result), 60)], []byte(`"error"`)) || hasError(result)
	for _, id := range sorted(g.producers) {
		p := g.producers[id]
		if p.sent > 0 && !failed {
			p.next = wrap(p.next, p.sent)
		}
		p.sent = 0
	}
	if g.last.Name() == "open" {
		if failed {
			g.failures++
		} else {
			g.failures = 0
		}
	}
}

func hasError(result []byte) bool {
	var r struct{ Error any }
	return json.Unmarshal(result, &r) == nil && r.Error != nil
}

func (g *Gen) step() {
	x := g.r.IntN(g.total)
	for _, s := range g.table {
		if x -= s.weight; x < 0 {
			s.run(g)
			return
		}
	}
}

// do puts an operation into the queue.
func (g *Gen) do(o Op) { g.queue = append(g.queue, o) }

// odd is do for something that a broker does not do, or that its disk does to it.
func (g *Gen) odd(o Op) {
	g.wild = true
	g.do(o)
}

// --- chance

func (g *Gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *Gen, of ...T) T { return of[g.r.IntN(len(of))] }

// between draws from a to b, both included; a if there is nothing between.
func (g *Gen) between(a, b int64) int64 {
	if b <= a {
		return a
	}
	return a + g.r.Int64N(b-a+1)
}

func sorted[K int64 | string, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// wrap adds to a sequence number, which starts again at 0 behind the largest.
func wrap(seq, n int) int { return int((int64(seq) + int64(n)) & 0x7fffffff) }
