//go:build !linux

package record

// threadTime is 0 where a thread has no clock.
func threadTime() int64 { return 0 }
