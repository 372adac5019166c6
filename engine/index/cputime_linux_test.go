package index

import (
	"runtime"
	"syscall"
	"testing"
)

// cpuTime reports the CPU time of the thread per operation: on a busy machine the steadier figure.
func cpuTime(b *testing.B) (stop func()) {
	runtime.LockOSThread()
	from := threadTime(b)
	return func() {
		b.ReportMetric(float64(threadTime(b)-from)/float64(b.N), "cpu-ns/op")
		runtime.UnlockOSThread()
	}
}

func threadTime(b *testing.B) int64 {
	const thread = 1 // RUSAGE_THREAD
	var r syscall.Rusage
	if err := syscall.Getrusage(thread, &r); err != nil {
		b.Fatal(err)
	}
	return r.Utime.Nano() + r.Stime.Nano()
}
