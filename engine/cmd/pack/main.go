// Command pack compresses the files of dist/ for a web server: name.gz and name.br beside each file that gets smaller by it.
// It prints the sizes and fails when all files together are larger than the budget, as a browser would fetch them.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	brotli := flag.Bool("brotli", true, "also write .br, which takes a while")
	budget := flag.Int64("budget", 0, "largest sum of the brotli sizes in bytes; 0: none")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: pack [-brotli=false] [-budget BYTES] DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *brotli, *budget); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(dir string, brotli bool, budget int64) error {
	if err := dropTraces(dir); err != nil {
		return err
	}
	files, err := pack(dir, brotli)
	if err != nil {
		return err
	}
	total := report(os.Stdout, files)
	if budget > 0 && brotli && total.brotli > budget {
		return fmt.Errorf("%d bytes are over the budget of %d", total.brotli, budget)
	}
	return nil
}

// dropTraces blanks what only stack traces need in the programs of dir, and writes their memory in few pieces.
func dropTraces(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.wasm"))
	for _, name := range names {
		var program []byte
		if program, err = os.ReadFile(name); err == nil {
			err = dropLines(program)
		}
		if err == nil {
			program, err = joinMemory(program)
		}
		if err == nil {
			program, err = slim(program)
		}
		if err == nil {
			err = os.WriteFile(name, program, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return err
}
