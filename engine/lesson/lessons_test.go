package lesson

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	_ "github.com/cockroachdb/datadriven" // has the flag -rewrite
	"logarium/engine/lab"
)

const folder = "../../static/lessons"

func rewrites() bool { return flag.Lookup("rewrite").Value.String() == "true" }

// lessonFiles are all of a language, the quiz included.
func lessonFiles(t *testing.T, lang string) []string {
	files, err := filepath.Glob(filepath.Join(folder, lang, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func options() lab.Options { return lab.Options{} }

func read(t *testing.T, file string) *Lesson {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Parse(file, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLessons runs every command and check of every lesson in both languages. With -rewrite what the commands print is
// written into the files.
func TestLessons(t *testing.T) {
	for _, file := range append(chosen(lessonFiles(t, "en")), chosen(lessonFiles(t, "zh"))...) {
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			if rewrites() {
				rewrite(t, file)
			}
			wrong, err := Verify(read(t, file), options())
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range wrong {
				t.Error(w)
			}
		})
	}
}

func rewrite(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := Rewrite(file, string(text), options())
	if err == nil && changed != string(text) {
		err = os.WriteFile(file, []byte(changed), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTranslations holds the lessons of other languages against the English ones: the same lessons, commands, questions and checks.
func TestTranslations(t *testing.T) {
	if en, zh := names(lessonFiles(t, "en")), names(lessonFiles(t, "zh")); !slices.Equal(en, zh) {
		t.Errorf("in English there are\n%v\nin Chinese\n%v", en, zh)
	}
	for _, file := range lessonFiles(t, "zh") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, err := range Compare(read(t, filepath.Join(folder, "en", filepath.Base(file))), read(t, file)) {
				t.Error(err)
			}
		})
	}
}

func names(files []string) (all []string) {
	for _, f := range files {
		all = append(all, filepath.Base(f))
	}
	return all
}

// TestIDs: each lesson has a number of its own, and needs lessons that are there.
func TestIDs(t *testing.T) {
	files := map[string]string{}
	var all []*Lesson
	for _, file := range lessonFiles(t, "en") {
		l := read(t, file)
		if other, ok := files[l.ID]; ok {
			t.Errorf("%s and %s are both %s", other, file, l.ID)
		}
		files[l.ID] = file
		all = append(all, l)
	}
	for _, l := range all {
		for _, id := range l.Needs {
			if _, ok := files[id]; !ok {
				t.Errorf("%s needs %s, which is not there", l.File, id)
			}
		}
	}
}
