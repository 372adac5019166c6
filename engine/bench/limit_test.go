package bench

import (
	"fmt"
	"testing"

	"logarium/engine/codec"
)

// BenchmarkLimitMemcpy and BenchmarkLimitCRC32C are what the machine can do at best, and the codec. One op is one copy, one checksum.
func BenchmarkLimitMemcpy(b *testing.B) {
	for _, size := range []int{16 << 10, 64 * mib} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			from, to := noise(9, size), make([]byte, size)
			ops := 4 << 30 / size
			measure(b, pass{ops: ops, bytes: int64(ops * size), run: func() {
				for range ops {
					copy(to, from)
				}
			}})
		})
	}
}

func BenchmarkLimitCRC32C(b *testing.B) {
	for _, size := range []int{128, 1 << 10, 16 << 10, 100 << 10, mib} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			data := noise(9, size)
			want, ops := codec.CRC32C(data), 1<<30/size
			measure(b, pass{ops: ops, bytes: int64(ops * size), run: func() {
				for range ops {
					if codec.CRC32C(data) != want {
						b.Fatal("the checksum has changed")
					}
				}
			}})
		})
	}
}
