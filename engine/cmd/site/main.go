// Command site writes the part of dist/ that needs no WebAssembly: the posters of embeds, from the state of their labs, the labs of
// the lessons' steps, the start page in each language, and the documents. It runs after the command lessons, whose list it shows.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"logarium/web/words"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: site SOURCE DIST")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build reads the source tree and writes into dist.
func build(source, dist string) error {
	css, err := os.ReadFile(filepath.Join(source, "static/tokens.css"))
	if err != nil {
		return err
	}
	colours, err := readTokens(string(css))
	if err != nil {
		return err
	}
	stills, err := stillsOf(filepath.Join(source, "static/labs"))
	if err != nil {
		return err
	}
	lessons, err := readLessons(filepath.Join(source, "static/lessons/en"))
	if err != nil {
		return err
	}
	slices, err := writeSlices(lessons, filepath.Join(dist, "labs"))
	if err != nil {
		return err
	}
	stills = append(stills, slices...)
	chinese, err := os.ReadFile(filepath.Join(source, "static/words/zh.txt"))
	if err != nil {
		return err
	}
	words.Learn(string(chinese))
	for _, lang := range words.Languages() {
		words.Set(lang.Code)
		if err := writePosters(stills, filepath.Join(dist, "posters", folder(lang.Code)), colours); err != nil {
			return err
		}
	}
	words.Set("en")
	if err := errors.Join(writeStart(dist, stills), writeIcons(dist)); err != nil {
		return err
	}
	return writeDocs(filepath.Join(source, "docs"), filepath.Join(dist, "docs"))
}

// folder is where pages of a language lie: English ones at the top.
func folder(lang string) string {
	if lang == "en" {
		return ""
	}
	return lang
}
