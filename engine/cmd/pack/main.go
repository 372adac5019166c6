// Command pack compresses the files of dist/ for a web server: name.gz and name.br beside each file that gets smaller by it.
// Before that it lists the files for the service worker. It prints the sizes, and fails when a part of them is larger than its budget, as a browser would fetch them: the program, or
// what is to be read and looked at.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	brotli := flag.Bool("brotli", true, "also write .br, which takes a while")
	budget := flag.Int64("budget", 0, "largest sum of the brotli sizes in bytes of all but lessons, posters and documents; 0: none")
	texts := flag.Int64("texts", 0, "the same for lessons and posters; 0: none")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: pack [-brotli=false] [-budget BYTES] [-texts BYTES] DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *brotli, limits{program: *budget, lessons: *texts}); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(dir string, brotli bool, budgets limits) error {
	if err := dropTraces(dir); err != nil {
		return err
	}
	if err := writeList(dir); err != nil {
		return err
	}
	files, err := pack(dir, brotli)
	if err != nil {
		return err
	}
	sums := report(os.Stdout, files)
	if !brotli {
		return nil
	}
	return budgets.check(sums)
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
