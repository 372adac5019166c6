package main

import (
	"bytes"
	"encoding/binary"
)

// longZeros is how many zero bytes in a row are left out of a file, as memory is zero at the start. Go's linker leaves out 8 and
// makes 100,000 pieces, whose addresses take more than the zeros: a sixteenth of what goes over the wire.
const longZeros = 1024

// joinMemory writes a program's initial memory in few pieces.
func joinMemory(file []byte) ([]byte, error) {
	m, err := newImage(file)
	if err != nil {
		return nil, err
	}
	return replaceSection(file, dataSection, m.section())
}

// section is the content of a data section that makes the memory.
func (m *image) section() []byte {
	pieces := m.pieces()
	out := binary.AppendUvarint(nil, uint64(len(pieces)))
	for _, p := range pieces {
		out = append(out, 0) // of memory 0
		out = appendConstant(out, m.base+p.at)
		out = binary.AppendUvarint(out, uint64(p.size))
		out = append(out, m.b[p.at:p.at+p.size]...)
	}
	return out
}

// pieces are the parts of the memory between long runs of zeros.
func (m *image) pieces() (all []segment) {
	zeros := make([]byte, longZeros)
	for at := 0; at < len(m.b); {
		size := bytes.Index(m.b[at:], zeros)
		if size < 0 {
			size = len(m.b) - at
		}
		if size > 0 {
			all = append(all, segment{at: at, size: size})
		}
		for at += size; at < len(m.b) && m.b[at] == 0; at++ {
		}
	}
	return all
}

// appendConstant writes `i32.const N; end`.
func appendConstant(out []byte, n int) []byte {
	out = append(out, 0x41)
	v := int32(n)
	for v >= 0x40 || v < -0x40 {
		out = append(out, byte(v)|0x80)
		v >>= 7
	}
	return append(out, byte(v)&0x7f, 0x0b)
}
