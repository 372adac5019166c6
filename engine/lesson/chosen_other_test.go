//go:build !js

package lesson

// chosen leaves all lessons.
func chosen(files []string) []string { return files }
