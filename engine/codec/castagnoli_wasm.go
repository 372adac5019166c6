package codec

// castagnoli does without an instruction for the checksum. The register of a CRC is a remainder by a polynomial, so whatever is a multiple of it may be added to
// the message. This multiple of that of CRC-32C has eight terms, the fewest for its length:
//
//	x^79 + x^75 + x^71 + x^58 + x^18 + x^12 + x + 1
//
// Its 64th power, which is one too, has the same terms at multiples of 64 bits: adding it takes words out of the message by adding them to those at these
// distances behind them; or, which is the same and what is done here, each word gets those at these distances before it, as they were when
// their turn came. It takes no table, and as the nearest distance is four words, 16 bytes can be done at a time. What cannot be taken out are the last 79
// words. The 32nd power does the same with words of 32 bits and leaves half as many bytes, but waits longer for what it has just done.
//
// That is seven times as fast as sixteen tables on a message of 16 KB, and twice as fast on one of 1 KB. The multiple of six terms reaches over 209 words.
func castagnoli(crc uint32, b []byte) uint32 {
	if !vectors || len(b) < leastFolded {
		return ^sliced(^crc, b)
	}
	var rest [rest32]byte
	n := len(b) &^ (step - 1)
	if len(b) < least64 {
		fold32(^crc, b[:n], &rest)
	} else {
		var rest640 [rest64]byte
		fold64(^crc, b[:n], &rest640)
		fold32(0, rest640[:], &rest)
	}
	return ^sliced(sliced(0, rest[:]), b[n:])
}

// All in bytes.
const (
	step        = 64  // is what fold64 and fold32 do at a time
	rest64      = 640 // is what fold64 leaves, 79 words and one that fills it up
	rest32      = 320
	leastFolded = 704  // where it begins to pay
	least64     = 2048 // from here on fold64 pays; fold32 has no room for more
)

// fold64 takes all out of a message but its end, to which it adds what makes the remainder the same. The register, without the inversions at both ends,
// is added to the first 32 bits. The message has whole steps and is longer than the rest.
//
//go:noescape
func fold64(register uint32, message []byte, rest *[rest64]byte)

// fold32 does it with a message of at most least64.
//
//go:noescape
func fold32(register uint32, message []byte, rest *[rest32]byte)

// vectors says whether this program has instructions for vectors: whether it came through engine/cmd/pack. Never changed.
var vectors = haveVectors()

func haveVectors() bool {
	var sum [2]uint64
	xor(&sum, &[2]uint64{1, 2}, &[2]uint64{3, 5})
	return sum == [2]uint64{1 ^ 3, 2 ^ 5}
}

// xor adds two vectors, where there are any.
//
//go:noescape
func xor(to, a, b *[2]uint64)
