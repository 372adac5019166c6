package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
	"path/filepath"

	"logarium/engine/lesson"
)

// frame is what all pages have around what each of the others defines: its title, its script, its content.
//
//go:embed page.html
var frame string

//go:embed lesson.html
var lessonPage string

//go:embed index.html
var indexPage string

//go:embed plan.html
var planPage string

//go:embed myths.html
var mythPage string

// words are what the pages say around the lessons' own text.
func words(lang string) map[string]string {
	if lang == "zh" {
		return map[string]string{"lang": "zh-Hans", "other": "en", "otherName": "English", "lessons": "课程", "minutes": "分钟", "goal": "目标", "needs": "先修", "run": "运行这一课", "step": "步骤", "predict": "预测",
			"answers": "答案", "reveal": "显示答案", "try": "在实验环境里运行这条命令", "checks": "之后应成立", "myths": "误区卡片", "handout": "讲义", "proof": "动手验证", "vary": "再试试", "plan": "45 分钟课堂计划", "notes": "讲课提示", "print": "打印即为讲义；答案在最后一页。",
			"open": "全班打开", "reset": "重新开始：控制台里输入 lab reset，或在课程栏里点“从头开始”。", "embed": "嵌入这一课", "embedding": "把这一行放进任意网页；点击之前不到 30 kB。", "options": "全部选项", "copy": "复制", "copied": "已复制", "before": "上一课", "after": "下一课", "present": "投影：打开课程后按 p；讲课提示在第二个窗口里。"}
	}
	return map[string]string{"lang": "en", "other": "zh", "otherName": "中文", "lessons": "Lessons", "minutes": "min", "goal": "Goal", "needs": "Needs", "run": "Run this lesson in the tank", "step": "step", "predict": "Predict",
		"answers": "Answers", "reveal": "Show the answer", "try": "Run this command in the lab", "checks": "Then this holds", "myths": "Myths", "handout": "hand-out", "proof": "Prove it in the tank", "vary": "Vary", "plan": "A class of 45 minutes", "notes": "What to say", "print": "Printed, this page is the hand-out; the answers are on the last page.",
		"open": "The class opens", "reset": "To begin again: Start over in the lesson's column, or lab reset in the console.", "embed": "Embed this lesson", "embedding": "One line for any page; less than 30 kB until it is clicked.", "options": "All options", "copy": "Copy", "copied": "Copied", "before": "Before", "after": "Next", "present": "On a projector: open a lesson and press p; the notes are in a second window."}
}

// page is what a lesson's page is made of.
type page struct {
	W             map[string]string
	Lesson        *lesson.Lesson
	Before, After *lesson.Lesson
}

func functions() template.FuncMap {
	return template.FuncMap{
		"md":     func(s string) template.HTML { return template.HTML(markdown(s)) },
		"inline": func(s string) template.HTML { return template.HTML(inline(s)) },
		"plus":   func(i, n int) int { return i + n },
		"letter": func(i int) string { return string(rune('a' + i)) },
	}
}

func writePages(lang string, lessons []*lesson.Lesson, dir string) error {
	for i, l := range lessons {
		p := page{W: words(lang), Lesson: l}
		if i > 0 {
			p.Before = lessons[i-1]
		}
		if i+1 < len(lessons) {
			p.After = lessons[i+1]
		}
		if err := writePage(filepath.Join(dir, l.ID+".html"), lessonPage, p); err != nil {
			return err
		}
	}
	if err := writePage(filepath.Join(dir, "index.html"), indexPage, map[string]any{"W": words(lang), "Lessons": lessons}); err != nil {
		return err
	}
	if err := writePage(filepath.Join(dir, "myths.html"), mythPage, map[string]any{"W": words(lang), "Cards": cards(lessons)}); err != nil {
		return err
	}
	return writePage(filepath.Join(dir, "class.html"), planPage, map[string]any{"W": words(lang), "Parts": plan(lessons)})
}

// card is a myth with the step that proves what is true.
type card struct {
	Name, Text string
	Lesson     *lesson.Lesson
	Step       int
}

// cards are the myths of all lessons, each once, where it is told first.
func cards(lessons []*lesson.Lesson) (list []card) {
	told := map[string]bool{}
	for _, l := range lessons {
		for i, s := range l.Steps {
			for _, b := range s.Blocks {
				if b.Kind == lesson.Myth && !told[b.Name] {
					told[b.Name] = true
					list = append(list, card{b.Name, b.Text, l, i + 1})
				}
			}
		}
	}
	return list
}

func writePage(name, text string, data any) error {
	t, err := template.New(filepath.Base(name)).Funcs(functions()).Funcs(template.FuncMap{"file": func() string { return filepath.Base(name) }}).Parse(frame)
	if err == nil {
		t, err = t.New("page").Parse(text)
	}
	var b bytes.Buffer
	if err == nil {
		err = t.ExecuteTemplate(&b, filepath.Base(name), data)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// hour lists the lessons of a class of 45 minutes, with how many of these each gets: what a log is made of, how a record is
// found, why nothing is deleted on time, and where the space is.
func hour() map[string]int { return map[string]int{"L1": 8, "L4": 10, "L8": 12, "L10": 15} }

// planned is a lesson of the plan.
type planned struct {
	Lesson   *lesson.Lesson
	From, To int
	Steps    []lesson.Step
}

// Notes are the speaker notes of a step.
func (p planned) Notes(s lesson.Step) (notes []string) {
	for _, b := range s.Blocks {
		if b.Kind == lesson.Class {
			notes = append(notes, b.Text)
		}
	}
	return notes
}

// plan puts the hour's lessons one after the other, each with the steps that have notes for the speaker.
func plan(lessons []*lesson.Lesson) (parts []planned) {
	at := 0
	for _, l := range lessons {
		if n := hour()[l.ID]; n > 0 {
			parts = append(parts, planned{Lesson: l, From: at, To: at + n, Steps: l.Steps})
			at += n
		}
	}
	return parts
}
