//go:build !linux

package bench

// threadTime is 0 where a thread has no clock.
func threadTime() int64 { return 0 }
