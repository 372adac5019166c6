package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// mkdocs builds a site of one page. Its theme switches by a button, as most sites of this kind have it.
func (r recipes) mkdocs(program string) error {
	config, err1 := r.block("### MkDocs Material")
	first, err2 := r.block("# Embed")
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	config = "site_name: Recipes\n" + strings.Replace(config, "  name: material\n", `  name: material
  font: false
  palette:
    - scheme: default
      toggle: {icon: material/weather-sunny, name: Dark}
    - scheme: slate
      toggle: {icon: material/weather-night, name: Light}
`, 1)
	_, element, ok := strings.Cut(first, "</script>")
	if !ok {
		return fmt.Errorf("the first example has no script: %s", first)
	}
	page := "# A page\n\nWhat retention keeps.\n" + element + "\nAnd more text.\n"
	if err := errors.Join(r.write("mkdocs/mkdocs.yml", config), r.write("mkdocs/docs/index.md", page)); err != nil {
		return err
	}
	command := exec.Command(program, "build", "--quiet", "--strict")
	command.Dir = filepath.Join(r.work, "mkdocs")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// reveal writes two slides; the recipe's is the second.
func (r recipes) reveal(folder string) error {
	slide, err := r.block("### reveal.js")
	if err != nil {
		return err
	}
	slide, scripts, ok := strings.Cut(slide, "</section>\n")
	if !ok {
		return fmt.Errorf("the recipe has no slide: %s", slide)
	}
	page := `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="dist/reveal.css"><link rel="stylesheet" href="dist/theme/black.css"></head>
<body><div class="reveal"><div class="slides"><section><h2>Cleaning</h2></section>
` + slide + `</section>
</div></div><script src="dist/reveal.js"></script><script>Reveal.initialize()</script>
` + scripts + "</body></html>\n"
	if err := r.write("reveal/index.html", page); err != nil {
		return err
	}
	return os.CopyFS(filepath.Join(r.work, "reveal/dist"), os.DirFS(filepath.Join(folder, "dist")))
}
