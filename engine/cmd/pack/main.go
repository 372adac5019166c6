// Command pack compresses the files of dist/ for a web server: name.gz and name.br beside each file that gets smaller by it.
// Before that it lists the files for the service worker. It prints the sizes, and fails when a part of them is larger than its budget, as a browser would fetch them: the program, or
// what is to be read and looked at. With -run it has a test program run as it would be packed.
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
	runner := flag.String("run", "", "have this program run a WebAssembly program that stands in the place of DIR, with the arguments behind it")
	flag.Parse()
	if *runner != "" && flag.NArg() > 0 {
		status, err := runWide(*runner, flag.Arg(0), flag.Args()[1:])
		if err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
		os.Exit(status)
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: pack [-brotli=false] [-budget BYTES] [-texts BYTES] DIR\n       pack -run RUNNER PROGRAM [ARGUMENT...]")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *brotli, limits{program: *budget, lessons: *texts}); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(dir string, brotli bool, budgets limits) error {
	if err := rewrite(dir); err != nil {
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

// rewrite writes the programs of dir anew.
func rewrite(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.wasm"))
	for _, name := range names {
		var program []byte
		if program, err = os.ReadFile(name); err == nil {
			program, err = rewritten(program)
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

// rewritten is a program with vectors, without what only stack traces need, with its memory in few pieces and shorter code.
func rewritten(program []byte) ([]byte, error) {
	program, err := widen(program)
	if err == nil {
		err = dropLines(program)
	}
	if err == nil {
		program, err = joinMemory(program)
	}
	if err == nil {
		program, err = slim(program)
	}
	return program, err
}
