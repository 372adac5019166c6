// Command tally reads the output of go test -json, prints what failed and one line per package, and counts.
//
//	go test -json ./... | tally -in FILE    print, and add the numbers to FILE
//	tally -sum FILE                         print the sum of all runs in FILE as the last word
//
// It fails when a test failed, or when nothing ran at all.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "", "file that collects the numbers")
	sum := flag.String("sum", "", "file whose numbers are to be printed")
	flag.Parse()
	if err := run(*in, *sum); err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(1)
	}
}

func run(in, sum string) error {
	if sum != "" {
		data, err := os.ReadFile(sum)
		if err != nil {
			return err
		}
		total, err := parseAll(string(data))
		if err != nil {
			return err
		}
		fmt.Println(total)
		return total.verdict()
	}
	c, err := read(os.Stdin, os.Stdout)
	if err != nil {
		return err
	}
	if err := add(in, c); err != nil {
		return err
	}
	return c.verdict()
}

func add(path string, c counts) error {
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, c)
	return err
}
