package store

import "fmt"

// Ref is the place of a piece: Len bytes from Off of a block. Block 0 means that there is none.
type Ref struct {
	Block    uint64
	Off, Len uint32
}

// Piece remembers where a shared part of the state (a tree node, a page) is stored, so that it is
// written once however many snapshots hold it. The zero Piece is stored nowhere yet.
//
// Invariant: a stored piece holds only stored pieces. So whoever changes a part must Forget the pieces
// of everything that contains it; trees do so naturally, as they are changed from the root down.
type Piece struct {
	ref Ref
	in  *Store
}

// Stored says that the content need not stay in memory: Load brings it back.
func (p *Piece) Stored() bool { return p.in != nil }

// Forget is called before the content changes.
func (p *Piece) Forget() { *p = Piece{} }

// Ref returns the place, for look-ahead and for display.
func (p *Piece) Ref() Ref { return p.ref }

// Near says that Load finds the piece's block in memory.
func (p *Piece) Near() bool { return p.in != nil && p.in.local(p.ref.Block) != nil }

// Lost is the value with which Load panics when stored state cannot be had back: the block store
// failed, or its bytes are damaged. It is to the engine what SIGBUS is to a program, and must not be
// mistaken for a simulated I/O error: the caller of a whole command turns it into an error by Catch
// and drops the half-changed state.
type Lost struct {
	Ref Ref
	Err error
}

func (l *Lost) Error() string {
	return fmt.Sprintf("stored state lost (block %d, bytes %d+%d): %v", l.Ref.Block, l.Ref.Off, l.Ref.Len, l.Err)
}

func (l *Lost) Unwrap() error { return l.Err }

// Catch, deferred, turns a panic by Load into an error. Other panics go on.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Lost:
		*err = r
	default:
		panic(r)
	}
}

// Load reads a stored piece through code. It panics with *Lost if that fails.
func (p *Piece) Load(code func(*Coder)) {
	if err := p.in.readPiece(p.ref, reading, nil, 0, code); err != nil {
		panic(&Lost{p.ref, err})
	}
}

// loadBytes returns the content as it is stored. The bytes are shared and must not be changed.
func (p *Piece) loadBytes() []byte {
	b, err := p.in.bytes(p.ref)
	if err != nil {
		panic(&Lost{p.ref, err})
	}
	return b
}

// LookAhead reads the blocks of several pieces of one store at once, so that their Load need not wait
// one by one. It panics with *Lost like Load.
func LookAhead(pieces []*Piece) {
	if len(pieces) == 0 || pieces[0].in == nil {
		return
	}
	in := pieces[0].in
	var ids []uint64
	for _, p := range pieces {
		if p.in == in && (len(ids) == 0 || ids[len(ids)-1] != p.ref.Block) {
			ids = append(ids, p.ref.Block)
		}
	}
	if err := in.fetch(ids); err != nil {
		panic(&Lost{pieces[0].ref, err})
	}
}

// maxDepth limits how deeply pieces hold pieces; a real state stays far below.
const maxDepth = 64

// Piece codes a part of the state that may be shared between snapshots. Writing calls code only if the
// piece is not in this store yet; if it is in another one, code may have to load the content first.
// Reading does not call it: p.Load does so when the content is needed.
func (c *Coder) Piece(p *Piece, code func(*Coder)) {
	if c.mode == writing {
		c.writePiece(p, func() Ref { return c.store.putCoded(c, code) })
		return
	}
	if c.readRef(p); c.mode == reaching && c.err == nil {
		c.marks.reach(p.ref, c.depth+1, code)
	}
}

// writePiece writes the reference of a piece after storing its content where needed. A piece of
// another store is copied, and keeps its place there.
func (c *Coder) writePiece(p *Piece, put func() Ref) {
	if c.err != nil {
		return
	}
	ref := p.ref
	if p.in != c.store {
		from := *p
		var known bool
		if ref, known = c.store.copies[from]; !known {
			if ref = put(); c.err != nil {
				return
			}
		}
		if from.in == nil {
			*p = Piece{ref, c.store}
		} else {
			c.store.copies[from] = ref
		}
	}
	c.ref(&ref)
}

func (c *Coder) readRef(p *Piece) {
	*p = Piece{}
	var ref Ref
	at := c.at
	if c.ref(&ref); c.err != nil {
		return
	}
	if ref.Block == 0 || ref.Off < blockHeader {
		c.at = at
		c.Fail(errRef)
		return
	}
	*p = Piece{ref, c.store}
}

func (c *Coder) ref(r *Ref) {
	c.Uint64(&r.Block)
	c.Uint32(&r.Off)
	c.Uint32(&r.Len)
}
