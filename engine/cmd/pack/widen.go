package main

import "fmt"

// Go's assembler for WebAssembly has no instructions for vectors. A function that needs them is written with those for numbers of 64 bits with a fraction in their
// places (engine/codec/castagnoli_wasm.s), and says so by a constant that it drops. widen puts in what they stand for. The program is valid before
// that too, and finds out which it is.
func widen(file []byte) ([]byte, error) {
	return rewriteCode(file, func(_ int, f *function) error { return f.widen() })
}

// wideMark is the constant.
const wideMark = 0x5649525455414c31

func (f *function) widen() error {
	at := f.markedWide()
	if at < 0 {
		return nil
	}
	f.body[at], f.body[at+1] = instruction{op: opNop}, instruction{op: opNop}
	for n := range f.locals {
		if f.locals[n].kind == kindF64 {
			f.locals[n].kind = kindVector
		}
	}
	for n, i := range f.body {
		wide, known := wideOf[i.op]
		switch {
		case known:
			f.body[n] = instruction{raw: append([]byte{opVector, wide}, i.raw[1:]...)}
		case i.op == opConstF64 || i.op >= opFirstF64 && i.op <= opLastF64:
			return fmt.Errorf("a function with vectors has operation %#x, which stands for none of them", i.op)
		}
	}
	return nil
}

// markedWide is where the mark is, or -1.
func (f *function) markedWide() int {
	for n, i := range f.body[:max(0, len(f.body)-1)] {
		if i.op == opConst64 && i.value == wideMark && f.body[n+1].op == opDrop {
			return n
		}
	}
	return -1
}

// wideOf has the vectors' operations: https://webassembly.github.io/spec/core/binary/instructions.html#vector-instructions.
var wideOf = map[byte]byte{
	0x2b: 0x00, // f64.load, v128.load
	0x39: 0x0b, // f64.store, v128.store
	0xa6: 0x51, // f64.copysign, v128.xor
}
