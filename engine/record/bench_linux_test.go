package record

import (
	"runtime"
	"syscall"
)

const rusageThread = 1

// threadTime is the CPU time of this thread in ns.
func threadTime() int64 {
	runtime.LockOSThread()
	var u syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
