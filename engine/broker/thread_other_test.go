//go:build !linux

package broker

import "time"

// threadTime is the wall's time in ns: there is no clock of a thread.
func threadTime() int64 { return time.Now().UnixNano() }
