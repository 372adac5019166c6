package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// The parts of dist/ have budgets of their own: what a visit needs, and what a visitor reads one page of.
const (
	programPart   = "program"
	lessonsPart   = "lessons and posters"
	documentsPart = "documents"
)

// partOf tells by the folder which part a file belongs to.
func partOf(name string) string {
	switch folder, _, _ := strings.Cut(filepath.ToSlash(name), "/"); folder {
	case "lessons", "posters", "words":
		return lessonsPart
	case "docs":
		return documentsPart
	}
	return programPart
}

// limits are budgets in bytes of brotli; 0: none.
type limits struct{ program, lessons int64 }

// check names the part that is over its budget.
func (l limits) check(sums map[string]sizes) error {
	for _, part := range []struct {
		name  string
		limit int64
	}{{programPart, l.program}, {lessonsPart, l.lessons}} {
		if size := sums[part.name].brotli; part.limit > 0 && size > part.limit {
			return fmt.Errorf("%s: %d bytes are over the budget of %d", part.name, size, part.limit)
		}
	}
	return nil
}

// report prints a line for each file of the program and a sum for each part, and returns the sums.
func report(out io.Writer, files []sizes) map[string]sizes {
	sums := map[string]sizes{}
	fmt.Fprintf(out, "%12s %12s %12s\n", "bytes", "gzip", "brotli")
	for _, f := range files {
		part := partOf(f.name)
		if part == programPart {
			line(out, f)
		}
		sum := sums[part]
		sums[part] = sizes{part, sum.raw + f.raw, sum.gzip + f.gzip, sum.brotli + f.brotli}
	}
	for _, part := range []string{programPart, lessonsPart, documentsPart} {
		if sum, ok := sums[part]; ok {
			sum.name += " in all"
			line(out, sum)
		}
	}
	return sums
}

func line(out io.Writer, f sizes) {
	fmt.Fprintf(out, "%12d %12d %12d  %s\n", f.raw, f.gzip, f.brotli, f.name)
}
