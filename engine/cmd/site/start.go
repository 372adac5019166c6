package main

import (
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

//go:embed pages
var pages embed.FS

// startPage is what the template of the start page shows.
type startPage struct {
	Lang, Root string
	W          startWords
	Other      other
	Doors      []door
	Lessons    []lessonLink
	More       []more
}

// other is the same page in the other language.
type other struct{ Lang, Name, Href string }

// door leads into a lab by a question.
type door struct {
	Lab, Panels, Question, Poster, Alt string
	Text                               []string
}

// lessonLink is a lesson of the list. Lang is the language in which it is there.
type lessonLink struct {
	message.LessonHead
	Lang string
}

// more is another place to go.
type more struct{ Href, Title, Text string }

// writeStart writes the start page of each language. Stills are the labs, for the pictures' words.
func writeStart(dist string, stills []*still) error {
	for _, lang := range words.Languages() {
		words.Set(lang.Code)
		page, err := startOf(lang.Code, dist, stills)
		if err == nil {
			err = writePage(filepath.Join(dist, folder(lang.Code), "index.html"), "start.html", page)
		}
		if err != nil {
			return err
		}
	}
	words.Set("en")
	return nil
}

func startOf(lang, dist string, stills []*still) (p startPage, err error) {
	p = textOf(lang)
	p.Lang = lang
	if p.Other = (other{"zh", "中文", "zh/"}); lang == "zh" {
		p.Root, p.Other = "../", other{"en", "English", "../"}
	}
	for i := range p.Doors {
		d := &p.Doors[i]
		d.Poster = filepath.ToSlash(filepath.Join("posters", folder(lang), d.Lab+".svg"))
		for _, s := range stills {
			if s.name == d.Lab {
				d.Alt = s.words()
			}
		}
	}
	for i := range p.More {
		p.More[i].Href = translated(dist, p.More[i].Href, lang)
	}
	p.Lessons, err = lessonList(filepath.Join(dist, "lessons"), lang)
	return p, err
}

// translated puts the language into the address of a lesson's page: English where there is no other yet.
func translated(dist, href, lang string) string {
	own := strings.Replace(href, "/LANG/", "/"+lang+"/", 1)
	if _, err := os.Stat(filepath.Join(dist, filepath.FromSlash(own))); strings.Contains(href, "/LANG/") && err != nil {
		return strings.Replace(href, "/LANG/", "/en/", 1)
	}
	return own
}

// lessonList reads the index of a language; a lesson that is not translated yet stands there in English.
func lessonList(dir, lang string) (list []lessonLink, err error) {
	own, err := readIndex(dir, lang)
	if err != nil {
		return nil, err
	}
	english, err := readIndex(dir, "en")
	for _, l := range english.Lessons {
		link := lessonLink{l, "en"}
		for _, mine := range own.Lessons {
			if mine.ID == l.ID {
				link = lessonLink{mine, lang}
			}
		}
		list = append(list, link)
	}
	return list, err
}

func readIndex(dir, lang string) (index message.LessonIndex, err error) {
	data, err := os.ReadFile(filepath.Join(dir, lang, "index.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return index, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &index)
	}
	return index, err
}

// writePage fills a template of the folder pages.
func writePage(path, name string, data any) error {
	page, err := template.ParseFS(pages, "pages/"+name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(page.Execute(file, data), file.Close())
}
