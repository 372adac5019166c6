package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"logarium/engine/record"
)

// pass is one go at a workload. What setup and check do is not timed; both may be nil.
type pass struct {
	ops   int   // operations in it
	bytes int64 // record bytes that it moves, 0 if that is not the point
	setup func()
	run   func()
	check func()
	sums  func() // nothing but the checksums of a pass, over the same bytes; nil if they are not most of the work anywhere
}

// measure does b.N passes and reports their medians.
func measure(b *testing.B, p pass) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	b.StopTimer()
	b.ResetTimer()
	b.SetBytes(p.bytes)
	wall, cpu, sums := make([]int64, 0, b.N), make([]int64, 0, b.N), make([]int64, 0, b.N)
	for range b.N {
		call(p.setup)
		runtime.GC() // the JVM's side does the same
		began, used := time.Now(), threadTime()
		b.StartTimer()
		p.run()
		b.StopTimer()
		wall, cpu = append(wall, int64(time.Since(began))), append(cpu, threadTime()-used)
		call(p.check)
		began = time.Now()
		call(p.sums)
		sums = append(sums, int64(time.Since(began)))
	}
	b.ReportMetric(median(wall)/float64(p.ops), "ns/op")
	if c := median(cpu); c > 0 { // there is no such clock in a browser
		b.ReportMetric(c/float64(p.ops), "cpu-ns/op")
	}
	if p.sums != nil {
		b.ReportMetric(median(sums)/float64(p.ops), "sum-ns/op")
	}
}

// sumOf is the checksums of n batches that a list has in turn, as the walk over them takes them.
func sumOf(b *testing.B, list [][]byte, n int) func() {
	return func() {
		for i := range n {
			if batch := record.Batch(list[i%len(list)]); !batch.IsValid() {
				b.Fatal("a checksum is wrong")
			}
		}
	}
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func median(v []int64) float64 {
	slices.Sort(v)
	n := len(v)
	return float64(v[(n-1)/2]+v[n/2]) / 2
}

func TestMedian(t *testing.T) {
	if odd, even := median([]int64{9, 1, 2}), median([]int64{4, 1, 2, 9}); odd != 2 || even != 3 {
		t.Error(odd, even)
	}
}
