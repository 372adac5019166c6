package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestListNamesWhatIsNeededOffline(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"explore.html", "lessons/en/L1.json", "docs/api.html", "sw.js", "a.js", "a.js.gz", "v1/embed.d.ts", "words/zh.txt"} {
		put(name, name)
	}
	first := listOf(t, dir)
	var names []string
	for name := range first.Files {
		names = append(names, name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"a.js", "explore.html", "lessons/en/L1.json", "words/zh.txt"}) {
		t.Errorf("listed %q", names)
	}
	if again := listOf(t, dir); again.Version != first.Version {
		t.Error("the same files have two versions")
	}
	put("docs/api.html", "new")
	put("a.js", "new")
	changed := listOf(t, dir)
	if changed.Version == first.Version || changed.Files["a.js"] == first.Files["a.js"] || changed.Files["explore.html"] != first.Files["explore.html"] {
		t.Errorf("%+v after %+v", changed, first)
	}
}

func listOf(t *testing.T, dir string) (list fileList) {
	t.Helper()
	if err := writeList(dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, listName))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := strings.CutPrefix(string(data), "self.logariumFiles = ")
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, ";\n")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}
