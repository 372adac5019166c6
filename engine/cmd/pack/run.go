package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// patience is how long a runner that was told to stop may take.
const patience = 5 * time.Second

// runWide has a runner of WebAssembly programs, such as one for go test -exec, run a program with what widen puts in. It returns the status that
// the runner ended with. When it is to stop, the runner is, which has a browser to close.
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
	stopped, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer forget()
	run := exec.CommandContext(stopped, runner, append([]string{wide}, args...)...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) }
	run.WaitDelay = patience
	err = run.Run()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return failed.ExitCode(), nil
	}
	return 0, err
}
