// Command lessons makes of the lessons' Markdown what is served: for each lesson a file that the screen reads, a page that is
// read without any program and prints as a hand-out, and for each language an index and a plan for a class.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/lesson"
	"logarium/engine/message"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: lessons SOURCE DIRECTORY\nSOURCE has a folder of Markdown for each language.")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "lessons:", err)
		os.Exit(1)
	}
}

func run(source, target string) error {
	for _, lang := range []string{"en", "zh"} {
		lessons, err := readAll(filepath.Join(source, lang))
		if err == nil && len(lessons) > 0 {
			err = write(lang, lessons, filepath.Join(target, lang))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readAll reads the lessons of a folder in the order in which they are taught.
func readAll(dir string) (lessons []*lesson.Lesson, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		l, err := lesson.Parse(file, string(text))
		if err != nil {
			return nil, err
		}
		lessons = append(lessons, l)
	}
	slices.SortStableFunc(lessons, func(a, b *lesson.Lesson) int { return number(a) - number(b) })
	return lessons, nil
}

// number is the place of a lesson: L4 is 4, the quiz and others come last.
func number(l *lesson.Lesson) int {
	if n, err := strconv.Atoi(strings.TrimPrefix(l.ID, "L")); err == nil {
		return n
	}
	return 1000
}

// write fills the folder of a language. The Markdown, which may lie there as a copy, goes: its pages are better to read.
func write(lang string, lessons []*lesson.Lesson, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	copies, err := filepath.Glob(filepath.Join(dir, "*.md"))
	for _, name := range copies {
		if err == nil {
			err = os.Remove(name)
		}
	}
	var index message.LessonIndex
	for _, l := range lessons {
		one := content(l, words(lang))
		index.Lessons = append(index.Lessons, one.LessonHead)
		if err == nil {
			err = writeJSON(filepath.Join(dir, l.ID+".json"), one)
		}
	}
	if err == nil {
		err = writeJSON(filepath.Join(dir, "index.json"), index)
	}
	if err == nil {
		err = writePages(lang, lessons, dir)
	}
	return err
}

func writeJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
