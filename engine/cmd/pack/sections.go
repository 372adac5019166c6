package main

import (
	"encoding/binary"
	"fmt"
)

// The numbers of the sections of a WebAssembly file that are read here.
const (
	typeSection     = 1
	functionSection = 3
	codeSection     = 10
	dataSection     = 11 // the program's initial memory
)

// section is where one lies in a file.
type section struct {
	id             byte
	begin, at, end int // at: of its content, behind its size
}

// sections lists those of a file.
func sections(file []byte) (all []section, err error) {
	if len(file) < 8 || string(file[:4]) != "\x00asm" {
		return nil, fmt.Errorf("no WebAssembly file")
	}
	for r := (reader{b: file, at: 8}); r.at < len(file); {
		s := section{begin: r.at}
		s.id = r.byte()
		size := r.unsigned()
		s.at, s.end = r.at, r.at+size
		if r.err != nil || s.end > len(file) {
			return nil, fmt.Errorf("section %d at %d ends behind the WebAssembly file", s.id, s.begin)
		}
		all = append(all, s)
		r.at = s.end
	}
	return all, nil
}

// findSection returns where a section is.
func findSection(file []byte, id byte) (section, error) {
	all, err := sections(file)
	for _, s := range all {
		if s.id == id {
			return s, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("the WebAssembly file has no section %d", id)
	}
	return section{}, err
}

// replaceSection returns the file with another content of a section.
func replaceSection(file []byte, id byte, content []byte) ([]byte, error) {
	s, err := findSection(file, id)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(file))
	out = append(append(out, file[:s.begin]...), id)
	out = binary.AppendUvarint(out, uint64(len(content)))
	return append(append(out, content...), file[s.end:]...), nil
}

// paramCounts returns for each function of the file how many parameters it takes.
func paramCounts(file []byte) ([]int, error) {
	types, err := findSection(file, typeSection)
	if err != nil {
		return nil, err
	}
	declared, err := findSection(file, functionSection)
	if err != nil {
		return nil, err
	}
	ofType, err := typeParams(file[types.at:types.end])
	if err != nil {
		return nil, err
	}
	var counts []int
	r := reader{b: file[declared.at:declared.end]}
	for range r.unsigned() {
		kind := r.unsigned()
		if r.err != nil || kind >= len(ofType) {
			return nil, fmt.Errorf("function %d has no type", len(counts))
		}
		counts = append(counts, ofType[kind])
	}
	return counts, nil
}

// typeParams reads how many parameters each type of function has.
func typeParams(types []byte) (counts []int, err error) {
	r := reader{b: types}
	for range r.unsigned() {
		if r.byte() != 0x60 {
			return nil, fmt.Errorf("type %d is none of a function", len(counts))
		}
		params := r.unsigned()
		r.at += params
		r.at += r.unsigned() // results
		if r.err != nil {
			return nil, r.err
		}
		counts = append(counts, params)
	}
	return counts, nil
}
