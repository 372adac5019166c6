package main

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// segment is a piece of a program's memory as the file holds it.
type segment struct {
	address, at, size int
}

// dataSegments finds the initial memory in a WebAssembly file.
func dataSegments(file []byte) ([]segment, error) {
	data, err := findSection(file, dataSection)
	if err != nil {
		return nil, err
	}
	r := reader{b: file, at: data.at}
	all := r.segments()
	slices.SortFunc(all, func(a, b segment) int { return a.address - b.address })
	if r.err == nil && len(all) == 0 {
		r.err = fmt.Errorf("the data section is empty")
	}
	return all, r.err
}

// reader reads a WebAssembly file. After an error it returns zeros.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) byte() byte {
	if r.err != nil || r.at >= len(r.b) {
		r.err = fmt.Errorf("the WebAssembly file ends too early")
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// unsigned reads a number of groups of seven bits.
func (r *reader) unsigned() int {
	n, used := binary.Uvarint(r.b[min(r.at, len(r.b)):])
	if used <= 0 {
		r.err = fmt.Errorf("bad number at %d of the WebAssembly file", r.at)
		return 0
	}
	r.at += used
	return int(n)
}

// constant reads `i32.const N; end`, an address below 4 GiB.
func (r *reader) constant() int {
	if r.byte() != 0x41 {
		r.err = fmt.Errorf("an address is computed at %d of the WebAssembly file", r.at)
	}
	value, shift := uint32(0), uint(0)
	for {
		b := r.byte()
		value |= uint32(b&0x7f) << shift
		shift += 7
		if b < 0x80 || r.err != nil {
			break
		}
	}
	r.byte()
	return int(value)
}

func (r *reader) segments() []segment {
	all := make([]segment, 0, 1024)
	for range r.unsigned() {
		r.unsigned()
		s := segment{address: r.constant(), size: r.unsigned()}
		s.at = r.at
		if r.err != nil || s.at+s.size > len(r.b) {
			r.err = fmt.Errorf("a piece of memory ends behind the WebAssembly file")
			return nil
		}
		all = append(all, s)
		r.at += s.size
	}
	return all
}

// image is a program's memory in one piece.
type image struct {
	base     int
	b        []byte
	segments []segment
	file     []byte
}

func newImage(file []byte) (*image, error) {
	segments, err := dataSegments(file)
	if err != nil {
		return nil, err
	}
	last := segments[len(segments)-1]
	m := &image{base: segments[0].address, segments: segments, file: file}
	m.b = make([]byte, last.address+last.size-m.base)
	for _, s := range segments {
		copy(m.b[s.address-m.base:], file[s.at:s.at+s.size])
	}
	return m, nil
}

// store writes the memory back into the file, whose length stays.
func (m *image) store() {
	for _, s := range m.segments {
		copy(m.file[s.at:s.at+s.size], m.b[s.address-m.base:])
	}
}

func (m *image) u32(at int) int         { return int(binary.LittleEndian.Uint32(m.b[at:])) }
func (m *image) u64(at int) int         { return int(binary.LittleEndian.Uint64(m.b[at:])) }
func (m *image) put32(at int, v uint32) { binary.LittleEndian.PutUint32(m.b[at:], v) }
