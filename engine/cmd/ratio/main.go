// Command ratio compares benchmark results that were taken in turn: the time of Kafka's own classes on the JVM divided by
// the engine's, natively and in the browser.
//
//	ratio FILE...                    print the ratios
//	ratio -into PAGE FILE...         and put them into the table of a page, between the lines <!-- ratios --> and <!-- end -->;
//	                                 what the files do not have stays in it
//
// A file holds what the programs printed, line by line: JSON of the JVM's side, lines of go test -bench, "# round 3" where
// a round begins, "# impl wasm" where the lines of go test are the browser's.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	into := flag.String("into", "", "page that gets the table")
	flag.Parse()
	if err := run(*into, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ratio:", err)
		os.Exit(1)
	}
}

func run(into string, files []string) error {
	if len(files) == 0 {
		return errors.New("no files")
	}
	r := results{samples: map[key]map[int][]float64{}}
	for _, name := range files {
		if err := r.readFile(name); err != nil {
			return err
		}
	}
	rows := r.rows()
	fmt.Print(table(rows))
	if into == "" {
		return nil
	}
	page, err := os.ReadFile(into)
	if err != nil {
		return err
	}
	text, err := insert(string(page), rows)
	if err != nil {
		return err
	}
	return os.WriteFile(into, []byte(text), 0o644)
}

// insert puts rows into the table between the marks of a page.
func insert(page string, rows [][]string) (string, error) {
	const from, to = "<!-- ratios -->\n", "<!-- end -->"
	head, rest, ok := strings.Cut(page, from)
	old, tail, end := strings.Cut(rest, to)
	if !ok || !end {
		return "", fmt.Errorf("the page has no lines %q and %q", strings.TrimSpace(from), to)
	}
	return head + from + "\n" + table(merge(parse(old), rows)) + "\n" + to + tail, nil
}
