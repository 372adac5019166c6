package store_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store"
	"logarium/engine/store/storetest"
)

func TestMemory(t *testing.T) {
	opened := map[string]*store.Memory{}
	storetest.Run(t, func(_ *testing.T, name string) store.Blocks {
		if opened[name] == nil {
			opened[name] = store.NewMemory()
		}
		return opened[name]
	})
}

// sample has a field of every kind that can be coded.
type sample struct {
	B     bool
	I     int
	I16   int16
	I32   int32
	I64   int64
	U32   uint32
	U64   uint64
	F     float64
	S     string
	Bytes []byte
	Names []string
	Next  *sample
	Part  *store.Part[part]
}

// part is stored as a piece.
type part struct{ text string }

func (p *part) Code(c *store.Coder) { c.String(&p.text) }

func newPart(text string) *store.Part[part] {
	p := &store.Part[part]{}
	p.Set(&part{text})
	return p
}

func (s *sample) Code(c *store.Coder) {
	c.Version(3)
	c.Bool(&s.B)
	c.Int(&s.I)
	c.Int16(&s.I16)
	c.Int32(&s.I32)
	c.Int64(&s.I64)
	c.Uint32(&s.U32)
	c.Uint64(&s.U64)
	c.Float64(&s.F)
	c.String(&s.S)
	c.Bytes(&s.Bytes)
	store.Slice(c, &s.Names, (*store.Coder).String)
	store.Optional(c, &s.Part, func(c *store.Coder, p *store.Part[part]) { p.Code(c, (*part).Code) })
	store.Optional(c, &s.Next, func(c *store.Coder, n *sample) { n.Code(c) })
}

func drawSample(t *rapid.T, depth int) *sample {
	s := &sample{
		B: rapid.Bool().Draw(t, "b"), I: rapid.Int().Draw(t, "i"), I16: rapid.Int16().Draw(t, "i16"),
		I32: rapid.Int32().Draw(t, "i32"), I64: rapid.Int64().Draw(t, "i64"), U32: rapid.Uint32().Draw(t, "u32"),
		U64: rapid.Uint64().Draw(t, "u64"), F: rapid.Float64().Draw(t, "f"), S: rapid.String().Draw(t, "s"),
		Bytes: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), Names: rapid.SliceOf(rapid.String()).Draw(t, "names"),
	}
	if rapid.Bool().Draw(t, "part") {
		s.Part = newPart(rapid.String().Draw(t, "text"))
	}
	if depth < 3 && rapid.Bool().Draw(t, "next") {
		s.Next = drawSample(t, depth+1)
	}
	return s
}

func TestEveryKindComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, back := drawSample(rt, 0), &sample{}
		storetest.RoundTrip(t, s.Code, back.Code)
		if back.I64 != s.I64 || back.S != s.S || !bytes.Equal(back.Bytes, s.Bytes) || back.U64 != s.U64 {
			rt.Fatalf("%+v\n%+v", s, back)
		}
	})
}

// broken is a store whose next commits fail.
type broken struct {
	*store.Memory
	fail error
}

func (b *broken) Commit(blocks []store.Block, root []byte) error {
	if b.fail != nil {
		return b.fail
	}
	return b.Memory.Commit(blocks, root)
}

// TestFailedCommitLosesNothing commits through a failure: the state stays usable, also what was dropped
// from memory, and the next commit has everything.
func TestFailedCommitLosesNothing(t *testing.T) {
	b := &broken{Memory: store.NewMemory(), fail: errors.New("quota")}
	s, _ := store.Open(b)
	s.SetMemory(store.PageSize)
	var pages [9]store.Page
	code := func(c *store.Coder) {
		for i := range pages {
			c.Page(&pages[i])
		}
	}
	for i := range pages {
		pages[i].New([]byte{byte(i + 1)})
	}
	if err := s.Commit(code); !errors.Is(err, b.fail) {
		t.Fatalf("commit gave %v", err)
	}
	if root, _ := b.Root(); root != nil {
		t.Error("a failed commit left a root")
	}
	if pages[0].Resident() {
		t.Error("no page left memory")
	}
	pages[1].Change()[0] = 99
	b.fail = nil
	if err := s.Commit(code); err != nil {
		t.Fatal(err)
	}
	s, _ = store.Open(b)
	if err := s.Load(code); err != nil {
		t.Fatal(err)
	}
	for i, want := range []byte{1, 99, 3, 4, 5, 6, 7, 8, 9} {
		if got := pages[i].Bytes()[0]; got != want {
			t.Errorf("page %d starts with %d, want %d", i, got, want)
		}
	}
}

// TestSweepKeepsWhatIsReached removes the blocks of a state that was replaced, and no other.
func TestSweepKeepsWhatIsReached(t *testing.T) {
	memory := store.NewMemory()
	s, _ := store.Open(memory)
	a := &sample{Part: newPart("kept")}
	s.Commit(a.Code)
	a.Next = &sample{Part: newPart("dropped")}
	s.Commit(a.Code)
	a.Next = nil
	s.Commit(a.Code)
	if n, err := s.Sweep((&sample{}).Code); n != 1 || err != nil {
		t.Fatalf("swept %d blocks, %v", n, err)
	}
	s, _ = store.Open(memory)
	var back sample
	if err := s.Load(back.Code); err != nil {
		t.Fatal(err)
	}
	if got := back.Part.Get((*part).Code).text; got != "kept" {
		t.Errorf("part is %q", got)
	}
}

// TestDamageIsLocated changes every byte of root and block in turn.
func TestDamageIsLocated(t *testing.T) {
	memory := store.NewMemory()
	s, _ := store.Open(memory)
	s.Commit((&sample{S: "text", Part: newPart("piece")}).Code)
	root, _ := memory.Root()
	blocks, _ := memory.Read([]uint64{1})
	for at := range len(root) + len(blocks[0]) {
		bad, badBlock := bytes.Clone(root), bytes.Clone(blocks[0])
		if at < len(root) {
			bad[at] ^= 0x10
		} else {
			badBlock[at-len(root)] ^= 0x10
		}
		var damaged *store.Damaged
		if err := load(bad, badBlock); !errors.As(err, &damaged) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	if err := load(root, nil); err == nil || !strings.Contains(err.Error(), "no such block") {
		t.Errorf("missing block: %v", err)
	}
}

// load reads a sample with its part from a store with one block.
func load(root, block []byte) (err error) {
	defer store.Catch(&err)
	memory := store.NewMemory()
	list := []store.Block{{ID: 1, Data: block}}
	if block == nil {
		list = nil
	}
	memory.Commit(list, root)
	s, err := store.Open(memory)
	if err != nil {
		return err
	}
	var back sample
	if err := s.Load(back.Code); err != nil {
		return err
	}
	for n := &back; n != nil; n = n.Next {
		if n.Part != nil {
			n.Part.Get((*part).Code)
		}
	}
	return nil
}

// FuzzLoad decodes arbitrary bytes behind correct checksums: an error or a state, never a panic, and
// never more memory than the input justifies.
func FuzzLoad(f *testing.F) {
	memory := store.NewMemory()
	s, _ := store.Open(memory)
	s.Commit((&sample{I64: math.MinInt64, S: "text", Names: []string{"a", "b"}, Part: newPart("piece"),
		Next: &sample{F: math.Pi}}).Code)
	root, _ := memory.Root()
	blocks, _ := memory.Read([]uint64{1})
	f.Add(root[8:], blocks[0][4:])
	f.Add([]byte{2, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, []byte{})
	f.Add([]byte{2, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f}, []byte{1})
	f.Fuzz(func(t *testing.T, root, block []byte) {
		if err := load(store.Sealed([]byte("LGR1"), root), store.Sealed(nil, block)); err != nil && err.Error() == "" {
			t.Error("error without text")
		}
	})
}

// TestSweepInSteps goes on committing while blocks are looked for: what was garbage at the beginning goes, and nothing of
// what came since.
func TestSweepInSteps(t *testing.T) {
	memory := store.NewMemory()
	s, _ := store.Open(memory)
	parts := make([]*store.Part[part], 200)
	code := func(parts *[]*store.Part[part]) func(*store.Coder) {
		return func(c *store.Coder) {
			store.Slice(c, parts, func(c *store.Coder, p **store.Part[part]) {
				store.Optional(c, p, func(c *store.Coder, p *store.Part[part]) { p.Code(c, (*part).Code) })
			})
		}
	}
	name := func(round, i int) string { return strings.Repeat(string(rune('a'+round)), 1000+i) }
	commit := func(round int) {
		for i := range parts {
			if i >= 20*round {
				parts[i] = newPart(name(round, i))
			}
		}
		if err := s.Commit(code(&parts)); err != nil {
			t.Fatal(err)
		}
	}
	commit(0)
	commit(1)
	commit(2)
	before, _ := memory.List()
	w, err := s.BeginSweep(code(&[]*store.Part[part]{}))
	if err != nil {
		t.Fatal(err)
	}
	removed, steps := 0, 0
	for more := true; more; steps++ {
		var n int
		if n, more, err = w.Step(); err != nil {
			t.Fatal(err)
		}
		removed += n
		commit(3 + steps)
	}
	if steps < 4 || removed == 0 || removed >= len(before) {
		t.Errorf("%d of %d blocks removed in %d steps", removed, len(before), steps)
	}
	s, _ = store.Open(memory)
	var back []*store.Part[part]
	if err := s.Load(code(&back)); err != nil {
		t.Fatal(err)
	}
	for i := range parts {
		if got := back[i].Get((*part).Code).text; got != parts[i].Get((*part).Code).text {
			t.Fatalf("part %d is another one", i)
		}
	}
}

// TestSweepOfNothing: an empty store has no litter.
func TestSweepOfNothing(t *testing.T) {
	s, _ := store.Open(store.NewMemory())
	if n, err := s.Sweep((&sample{}).Code); n != 0 || err != nil {
		t.Errorf("swept %d blocks, %v", n, err)
	}
}
