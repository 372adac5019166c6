package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"logarium/web/draw"
	"logarium/web/view"
	"logarium/web/words"
)

// firstRow is where a poster begins: below the overview, which is there to be clicked at.
const firstRow = 16

// poster draws a lab at rest.
func (s *still) poster(t tokens) string {
	return svgOf(s.strip.Scene(width), posterWidth, posterHeight, firstRow, s.words(), t)
}

// width estimates the width of a text, which the reader's own fonts decide.
func width(f draw.Font, s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case r > 0x2e7f:
			w += 10.5
		case r == []rune(view.Narrow)[0]:
			w += 2
		case f == draw.Mono || f == draw.MonoBold:
			w += 6.3
		default:
			w += 5.6
		}
	}
	return w
}

// words is what a poster shows, for who cannot see it.
func (s *still) words() string {
	p := s.strip.Part
	said := words.F("%1: offsets %2 to %3 in %4, %5", p.Name, strconv.FormatInt(p.LogStartOffset, 10), strconv.FormatInt(p.LogEndOffset-1, 10),
		view.Plural(int64(p.Segments), "segment", "segments"), view.Bytes(p.Size))
	for i := range s.strip.Segments {
		said += ". " + strconv.FormatInt(s.strip.Segments[i].Base, 10) + ": " + words.Said(s.strip.Segments[i].Word)
	}
	return said
}

// writePosters draws a poster for each lab, in the language of the screen.
func writePosters(stills []*still, out string, t tokens) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, s := range stills {
		if err := os.WriteFile(filepath.Join(out, s.name+".svg"), []byte(s.poster(t)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// stillsOf runs each script of a folder.
func stillsOf(labs string) (all []*still, err error) {
	scripts, err := filepath.Glob(filepath.Join(labs, "*.txt"))
	for _, path := range scripts {
		var script []byte
		var s *still
		if script, err = os.ReadFile(path); err == nil {
			s, err = run(strings.TrimSuffix(filepath.Base(path), ".txt"), string(script))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}
