package web

import (
	"os"
	"testing"

	"logarium/web/words"
)

// chinese are the words that a page fetches; each test has them.
var chinese = func() string {
	file, err := os.ReadFile("../static/words/zh.txt")
	if err != nil {
		panic(err)
	}
	words.Learn(string(file))
	return string(file)
}()

func TestLanguage(t *testing.T) {
	defer words.Set("en")
	for _, c := range []struct {
		asked, kept string
		browser     []string
		want        string
	}{
		{"", "", []string{"de-DE", "zh-CN", "en"}, "zh"},
		{"", "en", []string{"zh-CN"}, "en"},
		{"zh", "en", []string{"en"}, "zh"},
		{"fr", "", []string{"en-GB", "zh"}, "en"},
	} {
		words.Set("en")
		b := open(t)
		b.kept["lang"] = c.kept
		b.speak(c.asked, c.browser...)
		if b.lang != c.want || words.Lang() != c.want {
			t.Errorf("%+v: %s", c, b.lang)
		}
	}
}

func TestLanguageSwitch(t *testing.T) {
	defer words.Set("en")
	b := open(t)
	b.speak("en")
	b.Do("lang")
	if words.Lang() != "zh" || b.kept["lang"] != "zh" || b.lang != "zh" || b.TopBar().PlayWord != "播放" {
		t.Error(words.Lang(), b.kept, b.lang, b.TopBar().PlayWord)
	}
	b.Do("lang")
	if words.Lang() != "en" || b.TopBar().PlayWord != "Play" {
		t.Error(words.Lang())
	}
}

// TestWordsAreFetched: a language comes when it is asked for, once.
func TestWordsAreFetched(t *testing.T) {
	defer words.Set("en")
	defer words.Learn(chinese)
	words.Learn("")
	c := class(t, nil, "")
	if words.T("Undo") != "Undo" || c.asked != nil {
		t.Error("English is translated", c.asked)
	}
	c.Do("lang")
	if c.settle(); words.Said("Data directories.") != "数据目录。" || words.Lacks() || words.T("Undo") != "撤销" {
		t.Error(words.Said("Data directories."), words.Lacks())
	}
	c.Do("lang")
	c.Do("lang")
	if c.settle(); words.T("Undo") != "撤销" || len(c.asked) != 1 {
		t.Error("the words are lost when the language changes", c.asked)
	}
}
