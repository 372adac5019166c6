// Command shorten rewrites the Go code that vugugen wrote so that it calls web's element, text, property
// and component instead of spelling out at each place what they do. The compiled page becomes several
// hundred KB smaller; what it shows stays the same.
//
//	shorten web/0_components_gen.go
package main

import (
	"fmt"
	"go/format"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: shorten FILE")
		os.Exit(2)
	}
	if err := rewrite(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "shorten:", err)
		os.Exit(1)
	}
}

func rewrite(name string) error {
	code, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	short, err := format.Source([]byte(ignore(shorten(string(code)))))
	if err != nil {
		return err
	}
	return os.WriteFile(name, short, 0o644)
}

// ignore tells staticcheck that nobody wrote the variables which are set and not read.
func ignore(code string) string {
	return strings.Replace(code, "\npackage ", "\n//lint:file-ignore SA4006 a generator wrote this\n\npackage ", 1)
}
