#include "textflag.h"

// Go's assembler has no instructions for vectors of 16 bytes. Those for numbers of 64 bits with a fraction stand here in their places, and in functions that
// say VECTORS engine/cmd/pack replaces them by what they stand for: registers, loads and stores as they are, and the exclusive or.
#define VECTORS I64Const $0x5649525455414c31; Drop
#define V128Load F64Load
#define V128Store F64Store
#define V128Xor F64Copysign
#define V0 F16
#define V1 F17
#define V2 F18
#define V3 F19
#define V4 F20

// func xor(to, a, b *[2]uint64)
TEXT ·xor(SB), NOSPLIT, $0-24
	VECTORS
	MOVD to+0(FP), R0
	MOVD a+8(FP), R1
	MOVD b+16(FP), R2
	Get R0; I32WrapI64
	Get R1; I32WrapI64; V128Load $0
	Get R2; I32WrapI64; V128Load $0
	V128Xor
	V128Store $0
	RET

// In what follows R0 is a place in the window, where the words are that are done, from 79 before those whose turn it is; R1 a place in the message, R2 in the
// rest. t is the bytes of a power of x: 8 or 4.

#define ADD(place) Get R0; I32WrapI64; V128Load $(place); V128Xor

// FAR pushes the 16 bytes at place k of the message, with what is done far before them.
#define FAR(k, t) \
	Get R1; I32WrapI64; V128Load $(k); \
	ADD(k);      \
	ADD(k+t);    \
	ADD(k+12*t); \
	ADD(k+18*t); \
	ADD(k+58*t)

// TAKE takes them out. Registers have what was done 8 and 4 powers before.
#define TAKE(k, t, eight, four) \
	Get R0; I32WrapI64; \
	FAR(k, t);          \
	Get eight; V128Xor; \
	Get four; V128Xor;  \
	Tee eight;          \
	V128Store $(k+79*t)

// REST adds what is done to those at place k of the end.
#define REST(k, t) \
	Get R2; I32WrapI64; \
	FAR(k, t);   \
	ADD(k+71*t); \
	ADD(k+75*t); \
	V128Store $(k)

#define FORWARD(r, n) Get r; I64Const $n; I64Add; Set r
#define ZERO(from, n) Get R0; I32WrapI64; I32Const $from; I32Add; I32Const $0; I32Const $n; MemoryFill

// RESTS does it with 64 bytes, and goes on to the next.
#define RESTS(t) \
	REST(0, t); REST(16, t); REST(32, t); REST(48, t); \
	FORWARD(R0, 64); FORWARD(R1, 64); FORWARD(R2, 64)

// WINDOW makes an empty window whose words lie so that those are aligned that will be stored.
#define WINDOW(size, at) \
	Get SP; I64ExtendI32U; I64Const $15; I64Add; I64Const $-16; I64And; I64Const $at; I64Add; Set R0; \
	ZERO(0, size)

// func fold64(register uint32, message []byte, rest *[640]byte)
TEXT ·fold64(SB), 0, $8896-40
	VECTORS
	MOVD message_base+8(FP), R1
	MOVD message_len+16(FP), R3
	MOVD rest+32(FP), R2
	WINDOW(632, 8)
	Get R0
	Set R4
	Get R0
	I32WrapI64
	I64Load32U register+0(FP)
	I64Store $0       // 79 words before the first one
	Get R1
	Get R3
	I64Add
	I64Const $640
	I64Sub
	Set R5            // where the end begins

window:
	Loop
		Get R1
		Set R3
		FORWARD(R3, 8192)
		Get R5
		Get R3
		I64LtU
		If
			Get R5
			Set R3
		End

take:
		Loop
			TAKE(0, 8, V0, V2)
			TAKE(16, 8, V1, V3)
			TAKE(32, 8, V2, V0)
			TAKE(48, 8, V3, V1)
			Get R1; I32WrapI64; V128Load $640; Get V4; V128Xor; Set V4 // look ahead, as far as the end allows: memory takes its time
			FORWARD(R0, 64)
			FORWARD(R1, 64)
			Get R1
			Get R3
			I64LtU
			BrIf take
		End

		Get R4    // the window is full: its end becomes its beginning
		I32WrapI64
		Get R0
		I32WrapI64
		I32Const $632
		MemoryCopy
		Get R4
		Set R0
		Get R1
		Get R5
		I64LtU
		BrIf window
	End

	Get R2
	I32WrapI64
	Get V4
	V128Store $0 // to no purpose but that V4 has one
	ZERO(632, 640)
	FORWARD(R5, 640)

rest:
	Loop
		RESTS(8)
		Get R1
		Get R5
		I64LtU
		BrIf rest
	End
	RET

// func fold32(register uint32, message []byte, rest *[320]byte)
TEXT ·fold32(SB), 0, $2432-40
	VECTORS
	MOVD message_base+8(FP), R1
	MOVD message_len+16(FP), R3
	MOVD rest+32(FP), R2
	WINDOW(316, 4)
	Get R0
	I32WrapI64
	I64Load32U register+0(FP)
	I64Store $0
	Get R1
	Get R3
	I64Add
	I64Const $320
	I64Sub
	Set R5

take:
	Loop
		TAKE(0, 4, V0, V1)
		TAKE(16, 4, V1, V0)
		TAKE(32, 4, V0, V1)
		TAKE(48, 4, V1, V0)
		FORWARD(R0, 64)
		FORWARD(R1, 64)
		Get R1
		Get R5
		I64LtU
		BrIf take
	End

	ZERO(316, 320)
	FORWARD(R5, 320)

rest:
	Loop
		RESTS(4)
		Get R1
		Get R5
		I64LtU
		BrIf rest
	End
	RET
