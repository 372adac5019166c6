package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDocumentsBecomePages(t *testing.T) {
	source, dist := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"api.md":           "# The *API*\n\nSee [formats](format/README.md#log), [itself](api.md), [far](https://example.org/x.md).\n\n| a | b |\n|---|---|\n| 1 | `<2>` |\n",
		"format/README.md": "# Formats\n\n```\nx\n```\n",
		"pictures/a.png":   "png",
	} {
		if err := copyFile(filepath.Join(source, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeDocs(source, dist); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"api.html": {"<title>The *API* · Logarium</title>", `<a href="format/index.html#log">formats</a>`, `<a href="api.html">itself</a>`, `href="https://example.org/x.md"`,
			"<code>&lt;2&gt;</code>", `href="../site.css"`, `<table tabindex="0">`},
		"format/index.html": {`href="../../site.css"`, `<pre tabindex="0">`},
		"index.html":        {`<a href="api.html">The <em>API</em></a>`, `<a href="format/index.html">Formats</a>`, `href="../site.css"`},
		"pictures/a.png":    {"png"},
	} {
		has(t, filepath.Join(dist, name), want...)
	}
}

func has(t *testing.T, path string, want ...string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range want {
		if !strings.Contains(string(data), w) {
			t.Errorf("%s has no %s", filepath.Base(path), w)
		}
	}
}

func TestStartPageInBothLanguages(t *testing.T) {
	dist := t.TempDir()
	index := `{"lessons":[{"id":"L1","title":"Born & raised","minutes":8,"goal":"Name every file.","page":"L1.html"},{"id":"L2","title":"Anatomy","page":"L2.html"}]}`
	if err := copyFile(filepath.Join(dist, "lessons/en/index.json"), []byte(index)); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(filepath.Join(dist, "lessons/zh/index.json"), []byte(`{"lessons":[{"id":"L1","title":"诞生","minutes":8,"page":"L1.html"}]}`)); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(filepath.Join(dist, "lessons/zh/quiz.html"), nil); err != nil {
		t.Fatal(err)
	}
	stills, err := stillsOf(filepath.Join(source, "static/labs"))
	if err != nil {
		t.Fatal(err)
	}
	if err := writeStart(dist, stills); err != nil {
		t.Fatal(err)
	}
	has(t, filepath.Join(dist, "index.html"), `<html lang="en">`, "Where do the bytes live?", "Why can one read again?", "How is data cleaned?",
		`src="posters/orders.svg" alt="orders-0: offsets 2017`, `href="lessons/en/L1.html"><b>Born &amp; raised</b>`, "L1 · 8 min", `href="zh/" lang="zh"`, `src="door.js"`, `href="lessons/en/quiz.html"`)
	has(t, filepath.Join(dist, "zh/index.html"), `<html lang="zh">`, "数据存在哪里？", "为什么可以重复读取？", "数据如何清理？", `src="../posters/zh/orders.svg"`,
		`href="../lessons/zh/L1.html"><b>诞生</b>`, `href="../lessons/en/L2.html" lang="en"`, `src="../door.js"`, `href="../lessons/zh/quiz.html"`, `href="../lessons/en/L0.html"`, `href="../explore.html?lab=orders&amp;lang=zh"`)
}

// Both languages have the same doors and places to go.
func TestStartPagesSayTheSame(t *testing.T) {
	en, zh := english(), chinese()
	for i, d := range en.Doors {
		if o := zh.Doors[i]; d.Lab != o.Lab || d.Panels != o.Panels || len(d.Text) != len(o.Text) || o.Question == "" {
			t.Errorf("%+v and %+v", d, o)
		}
	}
	if len(en.Doors) != 3 || len(zh.Doors) != 3 || len(en.More) != len(zh.More) {
		t.Error("not the same places")
	}
}

func TestIconsArePictures(t *testing.T) {
	dist := t.TempDir()
	if err := writeIcons(dist); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dist, "icon-192.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	im, err := png.Decode(f)
	if err != nil || im.Bounds().Dx() != 192 || im.At(0, 0) == im.At(50, 90) || im.At(134, 90) == im.At(50, 90) {
		t.Errorf("%v, %v", im.Bounds(), err)
	}
}
