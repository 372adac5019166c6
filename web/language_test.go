package web

import (
	"testing"

	"logarium/web/words"
)

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

// TestLongTextsAreFetched: what the program does not carry comes with the language, and is asked for once.
func TestLongTextsAreFetched(t *testing.T) {
	defer words.Set("en")
	defer words.More("")
	c := class(t, nil, "")
	if words.Said("Data directories.") != "Data directories." {
		t.Error("English is translated")
	}
	c.Do("lang")
	c.settle()
	if words.Said("Data directories.") != "数据目录。" || words.Lacks() || words.T("Undo") != "撤销" {
		t.Error(words.Said("Data directories."), words.Lacks())
	}
	c.Do("lang")
	c.Do("lang")
	if words.Said("Data directories.") != "数据目录。" {
		t.Error("the texts are lost when the language changes")
	}
}
