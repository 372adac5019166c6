package lint

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"logarium/engine/config"
)

// TestSettingsAreRead: each setting takes effect somewhere, or says that it has none.
func TestSettingsAreRead(t *testing.T) {
	readers, tables := engineText(t)
	for _, d := range config.BrokerDefs() {
		read := strings.Contains(readers, `"`+d.Name+`"`) || d.For != "" || strings.Contains(readers, `"`+afterPrefix(d.Name)+`"`)
		if !read && d.Effect() == "" {
			t.Errorf("broker setting %s is not read and does not say why", d.Name)
		}
	}
	for _, d := range config.TopicDefs() {
		if d.Effect() == "" && !strings.Contains(tables, `"`+d.Name+`"`) {
			t.Errorf("topic setting %s is not read", d.Name)
		}
	}
}

// afterPrefix is a name as the coordinators read it, of one topic or the other.
func afterPrefix(name string) string {
	for _, prefix := range []string{"offsets.topic.", "transaction.state.log."} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	return name
}

// engineText is the source of the engine: that of who reads settings, and that which types the settings of a topic.
func engineText(t *testing.T) (readers, tables string) {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile("../../" + path)
		switch {
		case err != nil:
			return err
		case path == "config/log.go":
			tables = string(text)
		case path == "config/brokers.go", path == "config/topics.go", path == "config/config.go":
			return nil
		}
		all.Write(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String(), tables
}
