package main

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// assemble writes instructions in a row, numbers after operations as they come.
func assemble(parts ...int64) (body []instruction) {
	for n := 0; n < len(parts); n++ {
		i := instruction{op: byte(parts[n])}
		switch {
		case i.op >= opFirstLoad && i.op <= opLastStore:
			i.align, i.value = uint64(parts[n+1]), parts[n+2]
			n += 2
		case i.op >= opLocalGet && i.op <= opGlobalSet || i.op == opConst32 || i.op == opConst64 || i.op == opBlock || i.op == opCall:
			i.value = parts[n+1]
			n++
		}
		body = append(body, i)
	}
	return body
}

const (
	load64, store64 = 0x29, 0x37
	isEqual64, end  = 0x51, 0x0b
)

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		what       string
		from, want []int64
	}{
		{"nothing to do", []int64{opLocalGet, 3, opConst64, 5, opAdd64}, []int64{opLocalGet, 3, opConst64, 5, opAdd64}},
		{"empty instructions", []int64{opNop, opLocalGet, 3, opNop}, []int64{opLocalGet, 3}},
		{"a constant cut to 32 bits", []int64{opConst64, 1<<32 + 7, opWrap64}, []int64{opConst32, 7}},
		{"a constant with its highest bit of 32", []int64{opConst64, 0xffffffff, opWrap64}, []int64{opConst32, -1}},
		{"there and back", []int64{opLocalGet, 1, opExtend32Uns, opWrap64}, []int64{opLocalGet, 1}},
		{"an address in the frame", []int64{opLocalGet, 1, opExtend32Uns, opConst64, 8, opAdd64, opWrap64}, []int64{opLocalGet, 1, opConst32, 8, opAdd32}},
		{"a load from the frame", []int64{opLocalGet, 1, opExtend32Uns, opConst64, 32, opAdd64, opWrap64, load64, 3, 8}, []int64{opLocalGet, 1, load64, 3, 40}},
		{"a load below the frame stays a sum", []int64{opLocalGet, 1, opConst32, -8, opAdd32, load64, 3, 16}, []int64{opLocalGet, 1, opConst32, -8, opAdd32, load64, 3, 16}},
		{"a load by another variable stays a sum", []int64{opLocalGet, 4, opConst32, 8, opAdd32, load64, 3, 0}, []int64{opLocalGet, 4, opConst32, 8, opAdd32, load64, 3, 0}},
		{"not not", []int64{isEqual64, opExtend32Uns, opIsZero64, opIsZero32}, []int64{isEqual64}},
		{"not not of a number is no truth value", []int64{opLocalGet, 0, opIsZero32, opIsZero32}, []int64{opLocalGet, 0, opIsZero32, opIsZero32}},
		{"set and get", []int64{opLocalSet, 5, opLocalGet, 5}, []int64{opLocalTee, 5}},
		{"set and get of two", []int64{opLocalSet, 5, opLocalGet, 6}, []int64{opLocalSet, 5, opLocalGet, 6}},
		{"no rule across a border", []int64{opLocalSet, 5, end, opLocalGet, 5}, []int64{opLocalSet, 5, end, opLocalGet, 5}},
	} {
		if diff := cmp.Diff(assemble(c.want...), shorten(assemble(c.from...)), cmp.AllowUnexported(instruction{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

// TestShareReturns: function 2 stores two program counters of its own, one that belongs to another function, and keeps a variable.
func TestShareReturns(t *testing.T) {
	const mine = (firstFunction + 2) << 16
	f := function{params: 1, locals: []local{{1, kind32}, {2, kind64}}, body: assemble(
		opLocalGet, 1, opConst64, mine, store64, 3, 0, opCall, 9, opLocalGet, 1, opConst64, mine+5, store64, 3, 0, opLocalSet, 2, opConst64, mine+1<<16)}
	f.shareReturns(2)
	want := function{params: 1, locals: []local{{1, kind32}, {3, kind64}}, body: assemble(
		opConst64, mine, opLocalSet, 2,
		opLocalGet, 1, opLocalGet, 2, store64, 3, 0, opCall, 9,
		opLocalGet, 1, opLocalGet, 2, opConst64, 5, opOr64, store64, 3, 0, opLocalSet, 3, opConst64, mine+1<<16)}
	if diff := cmp.Diff(want, f, cmp.AllowUnexported(function{}, local{}, instruction{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestShareReturnsLeavesOthersAlone: functions in assembler have other parameters and variables.
func TestShareReturnsLeavesOthersAlone(t *testing.T) {
	for _, f := range []function{
		{params: 3, locals: []local{{1, kind32}}},
		{params: 1},
		{params: 1, locals: []local{{2, kind32}}},
	} {
		f.body = assemble(opConst64, firstFunction<<16, opLocalSet, 4)
		before := slices.Clone(f.body)
		f.shareReturns(0)
		if !cmp.Equal(before, f.body, cmp.AllowUnexported(instruction{})) {
			t.Errorf("%d parameters, locals %v: changed", f.params, f.locals)
		}
	}
}

// TestSlimRealProgram slims a real program: it gets shorter, its functions can be read again, and a second time changes nothing but what
// has been found already.
func TestSlimRealProgram(t *testing.T) {
	before := buildProgram(t)
	after, err := slim(before)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > len(before)*98/100 {
		t.Errorf("%d bytes became %d only", len(before), len(after))
	}
	counts, err := paramCounts(after)
	if err != nil {
		t.Fatal(err)
	}
	code, err := findSection(after, codeSection)
	if err != nil {
		t.Fatal(err)
	}
	r := reader{b: after[code.at:code.end]}
	if n := r.unsigned(); n != len(counts) {
		t.Fatalf("%d functions, %d types", n, len(counts))
	}
	for n, params := range counts {
		from := r.at
		f := r.function(params)
		if r.err != nil {
			t.Fatal(r.err)
		}
		if again := f.append(nil); !bytes.Equal(again, r.b[from:r.at]) {
			t.Fatalf("function %d: written again it is another", n)
		}
	}
}

func TestSlimRefusesOtherFiles(t *testing.T) {
	program := buildProgram(t)
	code, _ := findSection(program, codeSection)
	cut := bytes.Clone(program[:code.end])
	copy(cut[code.end-40:], bytes.Repeat([]byte{opMore, 0x7f}, 20))
	torn, _ := replaceSection(program, codeSection, binary.AppendUvarint(nil, 1))
	for name, file := range map[string][]byte{"empty": nil, "text": []byte("text"), "cut": cut, "torn": torn, "half": program[:len(program)/2]} {
		if _, err := slim(file); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
