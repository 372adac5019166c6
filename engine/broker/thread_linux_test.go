package broker

import "syscall"

// threadTime is the CPU time of this thread in ns: other work on the machine is not counted.
func threadTime() int64 {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
