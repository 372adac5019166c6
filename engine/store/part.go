package store

// Part is a T that is stored as a piece of its own: written once, read when it is first asked for. A
// lab keeps its snapshots so. What it holds must not be changed; Set replaces it.
type Part[T any] struct {
	piece Piece
	value *T // nil: only stored, or nothing was set
}

// Set gives the part a value, which must not be changed afterwards.
func (p *Part[T]) Set(value *T) { *p = Part[T]{value: value} }

// Get returns the value, nil if nothing was set. code reads it if it is not in memory; it panics with
// *Lost if that fails.
func (p *Part[T]) Get(code func(*T, *Coder)) *T {
	if p.value == nil && p.piece.Stored() {
		value := new(T)
		p.piece.Load(func(c *Coder) { code(value, c) })
		p.value = value
	}
	return p.value
}

// Drop forgets the value in memory if it is stored.
func (p *Part[T]) Drop() {
	if p.piece.Stored() {
		p.value = nil
	}
}

// Code writes or reads the part; something must have been set. code is T's own Code method, as (*T).Code.
func (p *Part[T]) Code(c *Coder, code func(*T, *Coder)) {
	if c.Reading() {
		*p = Part[T]{}
	}
	c.Piece(&p.piece, func(c *Coder) {
		if c.Reading() {
			code(new(T), c) // only to find what it reaches
			return
		}
		code(p.Get(code), c)
	})
}
