package main

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// docPage is what the template of a document shows.
type docPage struct {
	Title, Root string
	Body        template.HTML
}

// writeDocs makes a page of each Markdown file below docs/, an index of them, and copies the pictures.
func writeDocs(source, dist string) error {
	var list strings.Builder
	list.WriteString("# Documents\n\n")
	err := filepath.WalkDir(source, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(source, file)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if !strings.HasSuffix(name, ".md") {
			return copyFile(filepath.Join(dist, name), data)
		}
		title, err := writeDoc(filepath.Join(dist, htmlName(name)), strings.Repeat("../", strings.Count(name, "/")+1), data)
		fmt.Fprintf(&list, "- [%s](%s)\n", title, name)
		return err
	})
	if err != nil {
		return err
	}
	_, err = writeDoc(filepath.Join(dist, "index.html"), "../", []byte(list.String()))
	return err
}

func copyFile(to string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// htmlName is the page of a Markdown file: that of a folder's README is the folder's index.
func htmlName(name string) string {
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.html")
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// writeDoc renders one document and returns its title.
func writeDoc(to, root string, markdown []byte) (title string, err error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	tree := md.Parser().Parse(text.NewReader(markdown))
	err = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(pageLink(string(n.Destination)))
		case *ast.Heading:
			if n.Level == 1 && title == "" {
				title = string(n.Lines().Value(markdown))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	var body bytes.Buffer
	if err := md.Renderer().Render(&body, markdown, tree); err != nil {
		return "", err
	}
	html := strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`).Replace(body.String()) // both may scroll
	return title, writePage(to, "doc.html", docPage{title, root, template.HTML(html)})
}

// pageLink turns a link to another document into one to its page. Links out of docs/ lead to the source, which is not here.
func pageLink(link string) string {
	file, anchor, found := strings.Cut(link, "#")
	if strings.Contains(file, "://") || !strings.HasSuffix(file, ".md") {
		return link
	}
	if file = htmlName(file); found {
		file += "#" + anchor
	}
	return file
}
