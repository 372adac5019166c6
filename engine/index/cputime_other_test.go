//go:build !linux

package index

import "testing"

// cpuTime: there is no thread clock.
func cpuTime(*testing.B) (stop func()) { return func() {} }
