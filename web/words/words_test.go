package words

import (
	"os"
	"slices"
	"testing"
)

func init() {
	for name, take := range map[string]func(string){"words/zh.txt": Learn, GlossaryFile: LearnTerms} {
		file, err := os.ReadFile("../../static/" + name)
		if err != nil {
			panic(err)
		}
		take(string(file))
	}
}

// speak switches the language for one test.
func speak(t *testing.T, lang string) {
	t.Helper()
	old := Lang()
	if !Set(lang) {
		t.Fatalf("does not speak %s", lang)
	}
	t.Cleanup(func() { Set(old) })
}

func TestSet(t *testing.T) {
	speak(t, "en")
	for _, c := range []struct {
		tag  string
		ok   bool
		lang string
	}{{"zh-Hans-CN", true, "zh"}, {"zh", true, "zh"}, {"de-DE", false, "zh"}, {"", false, "zh"}, {"EN-us", true, "en"}} {
		if ok := Set(c.tag); ok != c.ok || Lang() != c.lang {
			t.Errorf("Set(%q) = %v, then %s", c.tag, ok, Lang())
		}
	}
}

// TestEnglishUntilTheWordsAreThere: nobody sees a half of a language.
func TestEnglishUntilTheWordsAreThere(t *testing.T) {
	speak(t, "en")
	all := zh
	Learn("")
	defer Learn(all)
	if Lacks() || File() != "words/en.txt" {
		t.Error("English lacks words")
	}
	speak(t, "zh")
	if !Lacks() || T("Undo") != "Undo" || N(1, "%1 file", "%1 files") != "1 file" || Said("none is older") != "none is older" || File() != "words/zh.txt" {
		t.Error(Lacks(), T("Undo"), File())
	}
	if Learn(all); Lacks() || T("Undo") != "撤销" || Said("none is older") != "没有更早的" {
		t.Error(Lacks(), T("Undo"))
	}
}

func TestTexts(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {"Undo", "offsets", "Paused at 10:04:05: full", "1\u00a0byte is new since the last step", "1\u202f204\u00a0bytes are new since the last step", "unknown %1"},
		"zh": {"撤销", "偏移量", "在 10:04:05 暂停：full", "上一步以来新增 1 字节", "上一步以来新增 1\u202f204 字节", "unknown %1"},
	} {
		speak(t, lang)
		const one, many = "%1\u00a0byte is new since the last step", "%1\u00a0bytes are new since the last step"
		got := []string{T("Undo"), T("offsets|axis"), F("Paused at %1: %2", "10:04:05", "full"), N(1, one, many), N(1204, one, many), F("unknown %1")}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// TestPlacesTakeValuesAsTheyAre: a value that looks like a place stays as it is.
func TestPlacesTakeValuesAsTheyAre(t *testing.T) {
	speak(t, "en")
	if got := F("%2 and %1, 5%", "%2", "b"); got != "b and %2, 5%" {
		t.Error(got)
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		form, text, said string
		values           []string
	}{
		{"kept, %1 left", "", "kept, 21.6 s left", []string{"21.6 s"}},
		{"%2 of %1", "", "3 of 7", []string{"7", "3"}},
		{"batch %1–%2 at %3", "", "batch 4–9 at 1 024", []string{"4", "9", "1 024"}},
		{"ends with %1", "", "ends with a, ends with b", []string{"a, ends with b"}},
		{"kept, %1 left", "", "kept, left", nil},
		{"kept, %1 left", "", "due", nil},
		{"%1 now", "", "now", nil},
	} {
		f := newForm(c.form, c.text)
		got, ok := f.match(c.said)
		if ok != (c.values != nil) || ok && !slices.Equal(got, c.values) {
			t.Errorf("%q in %q: %q, %v", c.said, c.form, got, ok)
		}
	}
}

func TestParse(t *testing.T) {
	texts, forms := parse("## one\nA\\nB\n\t甲\\n乙\n## said by the machine\ngone\n\t没了\nin %1\n\t%1后\n")
	if texts["A\nB"] != "甲\n乙" || texts["gone"] != "没了" || texts["in %1"] != "%1后" || len(forms) != 1 || len(texts) != 3 {
		t.Errorf("%q %v", texts, forms)
	}
}
