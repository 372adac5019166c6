package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// runWide has a runner of WebAssembly programs, such as one for go test -exec, run a program with what widen puts in. It returns the status that
// the runner ended with.
func runWide(runner, program string, args []string) (int, error) {
	dir, err := os.MkdirTemp("", "wide")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	file, err := os.ReadFile(program)
	if err == nil {
		file, err = widen(file)
	}
	wide := filepath.Join(dir, filepath.Base(program))
	if err == nil {
		err = os.WriteFile(wide, file, 0o755)
	}
	if err != nil {
		return 0, err
	}
	run := exec.Command(runner, append([]string{wide}, args...)...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = run.Run()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return failed.ExitCode(), nil
	}
	return 0, err
}
