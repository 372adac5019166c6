package main

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"logarium/engine/lesson"
	"logarium/engine/message"
)

// markdown turns a text into HTML. Raw HTML in it is left out.
func markdown(text string) string {
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(text), &b); err != nil {
		panic(err) // a buffer takes everything
	}
	return strings.TrimSpace(b.String())
}

// inline is a text of one paragraph without the paragraph around it.
func inline(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(markdown(text), "<p>"), "</p>")
}

func head(l *lesson.Lesson) message.LessonHead {
	return message.LessonHead{ID: l.ID, Title: inline(l.Title), Minutes: l.Minutes, Goal: inline(l.Goal), Steps: len(l.Steps), Page: l.ID + ".html"}
}

// content is a lesson as the screen reads it. What stands before the first heading opens the first step.
func content(l *lesson.Lesson, w map[string]string) message.Lesson {
	m := message.Lesson{LessonHead: head(l), Needs: l.Needs, Rulebook: l.Rulebook}
	for i, s := range l.Steps {
		one := message.LessonStep{Title: inline(s.Title), Panels: s.Stage.Panels, File: s.Stage.File, Select: s.Stage.Select, Partition: s.Stage.Partition}
		blocks := s.Blocks
		if i == 0 {
			blocks = append(append([]lesson.Block(nil), l.Intro...), blocks...)
		}
		for _, b := range blocks {
			if b.Kind == lesson.Class {
				one.Notes += markdown(b.Text)
			} else {
				one.Parts = append(one.Parts, part(b, w))
			}
		}
		m.Content = append(m.Content, one)
	}
	return m
}

func part(b lesson.Block, w map[string]string) message.LessonPart {
	p := message.LessonPart{Kind: string(b.Kind), Name: b.Name}
	switch b.Kind {
	case lesson.Predict:
		p.HTML, p.Why = inline(b.Predict.Text), markdown(b.Predict.Why)
		for i, o := range b.Predict.Options {
			p.Options = append(p.Options, inline(o.Text))
			if o.Right {
				p.Right = i
			}
		}
	case lesson.Console:
		for _, c := range b.Commands {
			p.Commands = append(p.Commands, message.LessonCommand{Line: c.Text, Fails: c.Fails})
		}
	case lesson.Check:
		for _, a := range b.Checks {
			p.Checks = append(p.Checks, a.Text)
		}
	case lesson.Myth, lesson.Vary:
		p.HTML = runnable(markdown(b.Text), w["try"])
	case lesson.Answer:
		p.HTML = "<details><summary>" + w["reveal"] + "</summary>" + markdown(b.Text) + "</details>"
	default:
		p.HTML = markdown(b.Text)
	}
	return p
}
