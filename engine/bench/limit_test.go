package bench

import (
	"fmt"
	"hash/crc32"
	"testing"
)

// BenchmarkLimitMemcpy and BenchmarkLimitCRC32C are what the machine can do at best. One op is one copy, one checksum.
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
	table := crc32.MakeTable(crc32.Castagnoli)
	for _, size := range []int{128, 1 << 10, 16 << 10, 100 << 10, mib} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			data := noise(9, size)
			want, ops := crc32.Checksum(data, table), 1<<30/size
			measure(b, pass{ops: ops, bytes: int64(ops * size), run: func() {
				for range ops {
					if crc32.Checksum(data, table) != want {
						b.Fatal("the checksum has changed")
					}
				}
			}})
		})
	}
}
