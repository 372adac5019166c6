package main

import (
	"encoding/binary"
	"fmt"
)

// function is the body of one: its parameters and locals, and what it does.
type function struct {
	params int
	locals []local
	body   []instruction
}

type local struct {
	count int
	kind  byte
}

// Types of locals: numbers of 32 and 64 bits, the same with a fraction, vectors of 128 bits.
const (
	kind32     = 0x7f
	kind64     = 0x7e
	kindF64    = 0x7c
	kindVector = 0x7b
)

// function reads a body, whose size in bytes stands in front.
func (r *reader) function(params int) function {
	size := r.unsigned()
	end := r.at + size
	f := function{params: params}
	for range r.unsigned() {
		count := r.unsigned()
		f.locals = append(f.locals, local{count, r.byte()})
	}
	for r.at < end && r.err == nil {
		f.body = append(f.body, r.instruction())
	}
	if r.at != end && r.err == nil {
		r.err = fmt.Errorf("the function that ends at %d of the WebAssembly code ends within an instruction", end)
	}
	return f
}

// append writes the body with its size.
func (f function) append(out []byte) []byte {
	body := binary.AppendUvarint(nil, uint64(len(f.locals)))
	for _, l := range f.locals {
		body = append(binary.AppendUvarint(body, uint64(l.count)), l.kind)
	}
	for _, i := range f.body {
		body = i.append(body)
	}
	return append(binary.AppendUvarint(out, uint64(len(body))), body...)
}

// rewriteCode changes each function of a file.
func rewriteCode(file []byte, change func(number int, f *function) error) ([]byte, error) {
	params, err := paramCounts(file)
	if err != nil {
		return nil, err
	}
	code, err := findSection(file, codeSection)
	if err != nil {
		return nil, err
	}
	content, err := rewriteFunctions(file[code.at:code.end], params, change)
	if err != nil {
		return nil, err
	}
	return replaceSection(file, codeSection, content)
}

// rewriteFunctions does it with the code section; params has the number of parameters of each function.
func rewriteFunctions(content []byte, params []int, change func(number int, f *function) error) ([]byte, error) {
	r := reader{b: content}
	count := r.unsigned()
	if r.err == nil && count != len(params) {
		return nil, fmt.Errorf("%d functions are declared and %d are there", len(params), count)
	}
	out := binary.AppendUvarint(make([]byte, 0, len(content)), uint64(count))
	for n := range params {
		f := r.function(params[n])
		if r.err != nil {
			return nil, r.err
		}
		if err := change(n, &f); err != nil {
			return nil, fmt.Errorf("function %d: %w", n, err)
		}
		out = f.append(out)
	}
	return out, nil
}
