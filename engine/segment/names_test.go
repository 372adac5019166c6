package segment

import (
	"math"
	"testing"
)

func TestStemIsReadBack(t *testing.T) {
	for _, base := range []int64{0, 1, 12345, math.MaxInt64} {
		if n, ok := OffsetOf(Stem(base) + ".log"); n != base || !ok {
			t.Errorf("%d is read back as %d", base, n)
		}
	}
}
