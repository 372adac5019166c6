package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"logarium/engine/lesson"
)

// slice is a lesson up to one of its steps: what an embed of that step shows.
type slice struct {
	lesson *lesson.Lesson
	step   int // 1 is the first
}

// name is that of its lab and of the file of its script. The step that the lesson itself chooses has a second script, and a poster,
// under the lesson's name alone.
func (s slice) name() string { return strings.ToLower(s.lesson.ID) + "-" + strconv.Itoa(s.step) }

// script lists the commands. Those that must fail change nothing, and are left out.
func (s slice) script() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, step %d\n", s.lesson.Title, s.step)
	if panels := named(s.lesson, "panels"); panels != "" {
		fmt.Fprintf(&b, "# panels=%s\n", panels) // the page's loader reads it
	}
	if s.lesson.Rulebook == "articles" {
		b.WriteString("rulebook articles\n")
	}
	blocks := s.lesson.Intro
	for _, step := range s.lesson.Steps[:s.step] {
		blocks = append(blocks[:len(blocks):len(blocks)], step.Blocks...)
	}
	for _, block := range blocks {
		for _, c := range block.Commands {
			if !c.Fails {
				b.WriteString(c.Text + "\n")
			}
		}
	}
	return b.String()
}

// chosen is the step that the lesson's front matter names for embeds, or the last.
func chosen(l *lesson.Lesson) int {
	if n, err := strconv.Atoi(named(l, "step")); err == nil && n >= 1 && n <= len(l.Steps) {
		return n
	}
	return len(l.Steps)
}

// named is what the lesson's front matter says for embeds: its panels, or its step. "" if it says nothing.
func named(l *lesson.Lesson, name string) string {
	for word := range strings.FieldsSeq(l.Embed) {
		if text, ok := strings.CutPrefix(word, name+"="); ok {
			return text
		}
	}
	return ""
}

// readLessons parses the lessons of a folder.
func readLessons(dir string) (all []*lesson.Lesson, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "L*.md"))
	for _, path := range files {
		var text []byte
		var l *lesson.Lesson
		if text, err = os.ReadFile(path); err == nil {
			l, err = lesson.Parse(path, string(text))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, err
}

// writeSlices writes the script of each step of each lesson, and returns the labs of the chosen ones.
func writeSlices(lessons []*lesson.Lesson, labs string) (stills []*still, err error) {
	if err := os.MkdirAll(labs, 0o755); err != nil {
		return nil, err
	}
	for _, l := range lessons {
		for n := range l.Steps {
			s := slice{l, n + 1}
			if err := os.WriteFile(filepath.Join(labs, s.name()+".txt"), []byte(s.script()), 0o644); err != nil {
				return nil, err
			}
			if s.step != chosen(l) {
				continue
			}
			if err := os.WriteFile(filepath.Join(labs, strings.ToLower(l.ID)+".txt"), []byte(s.script()), 0o644); err != nil {
				return nil, err
			}
			shown, err := run(s.name(), s.script())
			if err != nil {
				return nil, err
			}
			shown.name = strings.ToLower(l.ID)
			stills = append(stills, shown)
		}
	}
	return stills, nil
}
