package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"logarium/engine/conform/fuzz"
)

// readScript reads operations from a file, or from ops.jsonl in a folder.
func readScript(path string) ([]fuzz.Op, error) {
	if s, err := os.Stat(path); err == nil && s.IsDir() {
		path = filepath.Join(path, "ops.jsonl")
	}
	b, err := readPacked(path)
	if err != nil {
		return nil, err
	}
	var ops []fuzz.Op
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 && line[0] != '#' {
			o, err := fuzz.Parse(line)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			ops = append(ops, o)
		}
	}
	return ops, lines.Err()
}

// readPacked reads a file, or the compressed file that stands for it.
func readPacked(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	f, err := os.Open(path + ".gz")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

func replayAll(paths []string) error {
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	l := &lockstep{kafka: o, tally: newCoverage()}
	bad := 0
	for _, p := range paths {
		ops, err := readScript(p)
		if err != nil {
			return err
		}
		differ, err := l.differences(ops, 10)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if len(differ) > 0 {
			bad++
		}
		for _, diff := range differ {
			fmt.Printf("%s: operation %d: %.300s\n  %s\n", p, len(diff.ops), diff.ops[len(diff.ops)-1].Line(), brief(diff.what))
		}
	}
	fmt.Printf("%d of %d scripts equal, %d operations\n", len(paths)-bad, len(paths), l.tally.total)
	if bad > 0 {
		return fmt.Errorf("%d scripts differ", bad)
	}
	return nil
}

func recordAll(dirs []string) error {
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	l := &lockstep{kafka: o}
	for _, dir := range dirs {
		ops, err := readScript(dir)
		if err != nil {
			return err
		}
		answers, err := l.record(ops)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "trace.jsonl"), bytes.Join(answers, nil), 0o666); err != nil {
			return err
		}
	}
	return nil
}
