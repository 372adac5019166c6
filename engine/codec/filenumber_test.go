package codec

import (
	"fmt"
	"math"
	"testing"
)

func TestFileNumber(t *testing.T) {
	for _, n := range []int64{0, 1, 9, 10, 12345, 1 << 40, math.MaxInt64, -1, math.MinInt64} {
		want := fmt.Sprintf("%020d", n)
		if n < 0 {
			want = "-" + fmt.Sprintf("%020d", uint64(-n))
		}
		if got := FileNumber(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
