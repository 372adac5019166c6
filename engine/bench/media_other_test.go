//go:build !js

package bench

func media() []string { return []string{inMemory, onDisk} }
