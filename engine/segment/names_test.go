package segment

import (
	"fmt"
	"math"
	"testing"
)

func TestStem(t *testing.T) {
	for _, base := range []int64{0, 1, 9, 10, 12345, 1 << 40, math.MaxInt64, -1, math.MinInt64} {
		if got, want := Stem(base), fmt.Sprintf("%020d", base); got != want {
			t.Errorf("%d: %s, want %s", base, got, want)
		}
		if n, ok := OffsetOf(Stem(base) + ".log"); base >= 0 && (n != base || !ok) {
			t.Errorf("%d is read back as %d", base, n)
		}
	}
}
