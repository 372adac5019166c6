package main

import (
	"encoding/binary"
	"fmt"
)

// instruction is one of a function's body. WebAssembly's binary format: https://webassembly.github.io/spec/core/binary/.
type instruction struct {
	op    byte
	value int64  // the immediate number of constants, locals, globals, calls and branches; the offset of a memory access
	align uint64 // of a memory access
	raw   []byte // as it is in the file; nil: made here
}

// The operations that this program looks at or makes.
const (
	opNop, opBlock, opLoop, opIf, opDrop              = 0x01, 0x02, 0x03, 0x04, 0x1a
	opBranch, opBranchIf, opBranchTable               = 0x0c, 0x0d, 0x0e
	opCall, opCallIndirect                            = 0x10, 0x11
	opLocalGet, opLocalSet, opLocalTee                = 0x20, 0x21, 0x22
	opGlobalGet, opGlobalSet, opTableGet, opTableSet  = 0x23, 0x24, 0x25, 0x26
	opFirstLoad, opLastLoad, opLastStore              = 0x28, 0x35, 0x3e
	opMemorySize, opMemoryGrow                        = 0x3f, 0x40
	opConst32, opConst64, opConstF32, opConstF64      = 0x41, 0x42, 0x43, 0x44
	opIsZero32, opIsZero64, opLastComparison          = 0x45, 0x50, 0x66
	opAdd32, opAdd64, opOr64, opWrap64, opExtend32Uns = 0x6a, 0x7c, 0x84, 0xa7, 0xad
	opFirstF64, opLastF64                             = 0x99, 0xa6
	opMore, opVector                                  = 0xfc, 0xfd
)

// instruction reads the next one.
func (r *reader) instruction() instruction {
	from := r.at
	i := instruction{op: r.byte()}
	switch {
	case i.op == opBlock || i.op == opLoop || i.op == opIf || i.op == opConst32 || i.op == opConst64:
		i.value = r.signed()
	case i.op == opBranch || i.op == opBranchIf || i.op == opCall || i.op >= opLocalGet && i.op <= opTableSet:
		i.value = int64(r.unsigned())
	case i.op >= opFirstLoad && i.op <= opLastStore:
		i.align = uint64(r.unsigned())
		i.value = int64(r.unsigned())
	case i.op == opCallIndirect:
		r.unsigned()
		r.unsigned()
	default:
		r.rare(i.op)
	}
	i.raw = r.b[from:min(r.at, len(r.b))]
	return i
}

// rare passes over what follows an operation that nobody here looks at.
func (r *reader) rare(op byte) {
	switch op {
	case opBranchTable:
		for range r.unsigned() + 1 {
			r.unsigned()
		}
	case opMemorySize, opMemoryGrow:
		r.at++
	case opConstF32:
		r.at += 4
	case opConstF64:
		r.at += 8
	case opMore:
		r.more()
	case opVector:
		r.vector()
	}
}

// vector passes over the rest of an operation with vectors, of those that widen makes.
func (r *reader) vector() {
	switch kind := r.unsigned(); {
	case kind <= 11: // loads and stores
		r.unsigned()
		r.unsigned()
	case kind != 0x51:
		r.err = fmt.Errorf("operation 0xfd %d at %d of the WebAssembly code is not known", kind, r.at)
	}
}

// more passes over the rest of an operation of two bytes: conversions, and the copying and filling of memory.
func (r *reader) more() {
	switch kind := r.unsigned(); {
	case kind < 8:
	case kind == 8 || kind == 10:
		r.unsigned()
		r.unsigned()
	case kind == 11:
		r.unsigned()
	default:
		r.err = fmt.Errorf("operation 0xfc %d at %d of the WebAssembly code is not known", kind, r.at)
	}
}

// signed reads a number in two's complement, in groups of seven bits.
func (r *reader) signed() int64 {
	value, shift := int64(0), uint(0)
	for {
		b := r.byte()
		value |= int64(b&0x7f) << shift
		shift += 7
		if b < 0x80 || r.err != nil {
			if shift < 64 && b&0x40 != 0 {
				value |= -1 << shift
			}
			return value
		}
	}
}

// append writes the instruction.
func (i instruction) append(out []byte) []byte {
	if i.raw != nil {
		return append(out, i.raw...)
	}
	out = append(out, i.op)
	switch {
	case i.op == opConst32 || i.op == opConst64:
		return appendSigned(out, i.value)
	case i.op >= opFirstLoad && i.op <= opLastStore:
		out = binary.AppendUvarint(out, i.align)
		return binary.AppendUvarint(out, uint64(i.value))
	case i.op >= opLocalGet && i.op <= opGlobalSet:
		return binary.AppendUvarint(out, uint64(i.value))
	}
	return out
}

func appendSigned(out []byte, v int64) []byte {
	for v >= 0x40 || v < -0x40 {
		out = append(out, byte(v)|0x80)
		v >>= 7
	}
	return append(out, byte(v)&0x7f)
}
