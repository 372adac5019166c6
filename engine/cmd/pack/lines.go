package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// A Go program carries tables for stack traces: which instruction belongs to which file, line and inlined function. In WebAssembly
// they are a tenth of what goes over the wire, and nobody sees a trace there. dropLines blanks them, so that they compress
// to nothing. Traces then name functions without lines; the tables by which the garbage collector and panics work
// stay. The layout is that of Go 1.20 to 1.26 (runtime/symtab.go).
func dropLines(file []byte) error {
	m, err := newImage(file)
	if err != nil {
		return err
	}
	t, err := findTables(m)
	if err != nil {
		return err
	}
	t.blank()
	m.store()
	return nil
}

// tables is where the function tables lie in an image.
type tables struct {
	*image
	funcs    []int // of each function's description
	names    int   // of functions, each with a zero behind
	namesEnd int
	files    int // of source files, up to pc
	pc       int // pctab: tables by program counter
	pcEnd    int
	data     int // go:func.*: other data of functions
	keep     map[int]bool
	drop     map[int]bool
	keepData map[int]bool
	dropData map[int]bool
}

// header is the beginning of runtime.pclntab with 8-byte pointers, as Go has them in WebAssembly too.
var header = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets in the header behind the magic number, in words of 8 bytes.
const (
	wordFuncs = 1
	wordNames = 4
	wordUnits = 5 // which file is which number in a package
	wordPC    = 7
	wordLines = 8
)

// gofuncField is where runtime.moduledata has the address of go:func.*, in bytes.
const gofuncField = 320

func findTables(m *image) (*tables, error) {
	base := bytes.Index(m.b, header)
	if base < 0 || base+8*10 > len(m.b) {
		return nil, fmt.Errorf("no function tables found; is this a Go program?")
	}
	word := func(n int) int { return m.u64(base + 8*n) }
	count, list := word(wordFuncs), base+word(wordLines)
	t := &tables{image: m, names: base + word(wordNames), namesEnd: base + word(wordUnits), files: base + word(wordUnits), pc: base + word(wordPC), pcEnd: list, keep: map[int]bool{}, drop: map[int]bool{}, keepData: map[int]bool{}, dropData: map[int]bool{}}
	if count <= 0 || list+8*count > len(m.b) || t.pc >= t.pcEnd || t.names >= t.namesEnd || t.files > t.pc {
		return nil, fmt.Errorf("the function tables have another layout than expected")
	}
	for i := range count {
		t.funcs = append(t.funcs, list+m.u32(list+8*i+4))
	}
	var err error
	t.data, err = t.findData(base)
	return t, err
}

// findData looks for runtime.moduledata, which begins with the addresses of the tables and of the names. The bytes of the first alone
// also occur elsewhere by chance, and what is blanked on their word is somebody else's.
func (t *tables) findData(base int) (int, error) {
	want := binary.LittleEndian.AppendUint64(nil, uint64(base+t.base))
	want = binary.LittleEndian.AppendUint64(want, uint64(t.names+t.base))
	at := bytes.Index(t.b, want)
	if at < 0 || at+gofuncField+8 > len(t.b) {
		return 0, fmt.Errorf("no runtime.moduledata found that leads to the function tables")
	}
	data := t.u64(at+gofuncField) - t.base
	if (at+t.base)%8 != 0 || data <= 0 || data >= len(t.b) {
		return 0, fmt.Errorf("runtime.moduledata has another layout than expected")
	}
	return data, nil
}

// Offsets in a function's description, in bytes.
const (
	atSP, atFile, atLine, atTables, atUnit, atStart, atDatas, sizeOfFunc = 16, 20, 24, 28, 32, 36, 43, 44
)

// The tables by program counter, and the data of functions, that only traces need, or nobody here.
var (
	traceTables = []int{0, 2, 3} // where a thread may be stopped (there are none), inlining, live arguments
	traceData   = []int{3, 5, 6} // inlining, arguments, live arguments
)

const noData = 0xffffffff

func (t *tables) blank() {
	for _, f := range t.funcs {
		t.visit(f)
	}
	t.blankTables()
	t.shortenNames()
	clear(t.b[t.files:t.pc])
	t.blankData()
}

// visit notes what a function needs, and cuts it off from the rest.
func (t *tables) visit(f int) {
	t.keep[t.u32(f+atSP)] = true
	t.drop[t.u32(f+atFile)], t.drop[t.u32(f+atLine)] = true, true
	t.put32(f+atFile, 0)
	t.put32(f+atLine, 0)
	t.put32(f+atUnit, 0)
	t.put32(f+atStart, 0)
	n, datas := t.u32(f+atTables), int(t.b[f+atDatas])
	for i := range n {
		at := f + sizeOfFunc + 4*i
		if slices.Contains(traceTables, i) {
			t.drop[t.u32(at)] = true
			t.put32(at, 0)
		} else {
			t.keep[t.u32(at)] = true
		}
	}
	for i := range datas {
		at := f + sizeOfFunc + 4*n + 4*i
		if slices.Contains(traceData, i) {
			t.dropData[t.u32(at)] = true
			t.put32(at, noData)
		} else {
			t.keepData[t.u32(at)] = true
		}
	}
}

// blankTables writes zeros over all of pctab that no kept table uses.
func (t *tables) blankTables() {
	used := make([]bool, t.pcEnd-t.pc)
	for o := range t.keep {
		for at := o; o > 0 && at < t.tableEnd(o); at++ {
			used[at] = true
		}
	}
	for at := 1; at < len(used); at++ {
		if !used[at] {
			t.b[t.pc+at] = 0
		}
	}
}

// tableEnd finds the end of a table: pairs of numbers, up to a pair whose first is zero that is not the first pair.
func (t *tables) tableEnd(o int) int {
	at := o
	for {
		v, n := binary.Uvarint(t.b[t.pc+at : t.pcEnd])
		at += max(n, 1)
		if v == 0 && at > o+max(n, 1) || t.pc+at >= t.pcEnd {
			return at
		}
		_, n = binary.Uvarint(t.b[t.pc+at : t.pcEnd])
		at += max(n, 1)
	}
}

// blankData writes zeros over dropped data, each up to where the next piece begins.
func (t *tables) blankData() {
	var starts []int
	for _, m := range []map[int]bool{t.keepData, t.dropData} {
		for o := range m {
			if o != noData {
				starts = append(starts, o)
			}
		}
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	for i, o := range starts[:max(0, len(starts)-1)] {
		if t.dropData[o] && !t.keepData[o] {
			clear(t.b[t.data+o : min(t.data+starts[i+1], len(t.b))])
		}
	}
}
