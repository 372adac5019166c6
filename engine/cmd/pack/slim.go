package main

import "slices"

// Go's compiler for WebAssembly knows little of what its instructions become. slim writes the code of a program shorter, without a
// change of what it does:
//
//   - Each call stores where it returns to, a constant of the function's number and the number of the call. The first half goes into a
//     local variable that is set once, so that calls look alike: a tenth of what goes over the wire.
//   - An address in the stack frame is computed in 32 bits, and as the offset of the load that follows where there is one.
//   - Constants that are cut to 32 bits, double negations and empty instructions go.
func slim(file []byte) ([]byte, error) {
	return rewriteCode(file, func(n int, f *function) error {
		f.shareReturns(n)
		f.body = shorten(f.body)
		return nil
	})
}

// firstFunction is the number that Go's linker gives to the first function in program counters: PC = number<<16 + call.
const firstFunction = 0x1000

// shareReturns puts the function's half of its program counters into a local variable. A constant that only looks like one
// keeps its value too.
func (f *function) shareReturns(number int) {
	base := int64(firstFunction+number) << 16
	mine := func(i instruction) bool { return i.op == opConst64 && i.value&^0xffff == base }
	if f.sharesReturns(base) || !slices.ContainsFunc(f.body, mine) || !f.insertLocal() {
		return
	}
	body := []instruction{{op: opConst64, value: base}, {op: opLocalSet, value: returns}}
	for _, i := range f.body {
		if !mine(i) {
			body = append(body, i)
			continue
		}
		body = append(body, instruction{op: opLocalGet, value: returns})
		if i.value != base {
			body = append(body, instruction{op: opConst64, value: i.value & 0xffff}, instruction{op: opOr64})
		}
	}
	f.body = body
}

// sharesReturns: the function has come through here before.
func (f *function) sharesReturns(base int64) bool {
	return len(f.body) > 1 && f.body[0].op == opConst64 && f.body[0].value == base &&
		(f.body[1].op == opLocalSet || f.body[1].op == opLocalTee) && f.body[1].value == returns
}

// Local variables of a function of Go's: its parameter is where to go on, then comes its stack pointer. The new variable has
// the same number in all functions, as what is equal everywhere costs nothing.
const (
	stackPointer = 1
	returns      = 2
)

// insertLocal makes a new variable, behind the stack pointer; false: this is no function of Go's.
func (f *function) insertLocal() bool {
	if f.params != 1 || len(f.locals) == 0 || f.locals[0] != (local{1, kind32}) {
		return false
	}
	if len(f.locals) > 1 && f.locals[1].kind == kind64 {
		f.locals[1].count++
	} else {
		f.locals = slices.Insert(f.locals, 1, local{1, kind64})
	}
	for n, i := range f.body {
		if i.op >= opLocalGet && i.op <= opLocalTee && i.value >= returns {
			f.body[n] = instruction{op: i.op, value: i.value + 1}
		}
	}
	return true
}

// shorten applies the rules at the end of what it has written until none fits. No rule looks across the border of a block,
// as borders are instructions.
func shorten(body []instruction) []instruction {
	out := make([]instruction, 0, len(body))
	for _, i := range body {
		out = append(out, i)
		for again := true; again; {
			again = false
			for _, r := range rules {
				if r.fits(out) {
					at := len(out) - len(r.ops)
					out = append(out[:at], r.write(out[at:])...)
					again = true
				}
			}
		}
	}
	return out
}

// rule says what a run of instructions is replaced by.
type rule struct {
	ops   []byte // the operations that it replaces; anyLoad and anyTest stand for several
	when  func(in []instruction) bool
	write func(in []instruction) []instruction
}

const (
	anyLoad = 0xfe
	anyTest = 0xff // comparison, whose result is 0 or 1
)

func (r rule) fits(out []instruction) bool {
	if len(out) < len(r.ops) {
		return false
	}
	tail := out[len(out)-len(r.ops):]
	for k := len(r.ops) - 1; k >= 0; k-- {
		if !matches(r.ops[k], tail[k].op) {
			return false
		}
	}
	return r.when == nil || r.when(tail)
}

func matches(want, op byte) bool {
	switch want {
	case anyLoad:
		return op >= opFirstLoad && op <= opLastLoad
	case anyTest:
		return op >= opIsZero32 && op <= opLastComparison
	}
	return want == op
}

func ofFrame(in []instruction) bool { return in[0].value == stackPointer }

func only(i ...instruction) []instruction { return i }

var rules = []rule{
	{ops: []byte{opNop}, write: func([]instruction) []instruction { return nil }},
	{ops: []byte{opConst64, opWrap64}, write: func(in []instruction) []instruction {
		return only(instruction{op: opConst32, value: int64(int32(in[0].value))})
	}},
	{ops: []byte{opExtend32Uns, opWrap64}, write: func([]instruction) []instruction { return nil }},
	{ops: []byte{opLocalGet, opExtend32Uns, opConst64, opAdd64, opWrap64}, write: func(in []instruction) []instruction {
		return only(in[0], instruction{op: opConst32, value: int64(int32(in[2].value))}, instruction{op: opAdd32})
	}},
	{ops: []byte{opLocalGet, opConst32, opAdd32, anyLoad}, when: loadOfFrame, write: func(in []instruction) []instruction {
		return only(in[0], instruction{op: in[3].op, align: in[3].align, value: in[3].value + in[1].value})
	}},
	{ops: []byte{opExtend32Uns, opIsZero64}, write: func([]instruction) []instruction {
		return only(instruction{op: opIsZero32})
	}},
	{ops: []byte{anyTest, opIsZero32, opIsZero32}, write: func(in []instruction) []instruction { return only(in[0]) }},
	{ops: []byte{opLocalSet, opLocalGet}, when: sameLocal, write: func(in []instruction) []instruction {
		return only(instruction{op: opLocalTee, value: in[0].value})
	}},
}

// loadOfFrame: the sum of the stack pointer and an offset within the frame cannot pass 4 GiB, where an address would begin anew.
func loadOfFrame(in []instruction) bool { return ofFrame(in) && in[1].value >= 0 }

func sameLocal(in []instruction) bool { return in[0].value == in[1].value }
