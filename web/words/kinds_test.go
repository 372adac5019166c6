//go:build !js

package words

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"logarium/engine/config"
)

var (
	han      = regexp.MustCompile(`\p{Han}`)
	kindIs   = regexp.MustCompile(`Kind\(\) +string +\{ return "([a-z-]+)" \}`)
	kindSaid = regexp.MustCompile(`(?:\b(?:say|log)\((?:h|env)(?:, event\.[A-Z]+|, level)?, |\bsaid\{)"([a-z-]+)"`)
	kindName = regexp.MustCompile(`(?m)^\t[A-Z]\w+ += "([a-z-]+)"`)
)

// kindsOfEvents finds all of them in the engine's sources.
func kindsOfEvents(t *testing.T) []string {
	t.Helper()
	kinds := map[string]bool{}
	for _, where := range []struct {
		files string
		kind  *regexp.Regexp
	}{{"../../engine/*/*.go", kindIs}, {"../../engine/*/*.go", kindSaid}, {"../../engine/event/replica.go", kindName}, {"../../engine/event/stage.go", kindName}} {
		for _, file := range sources(t, where.files) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range where.kind.FindAllStringSubmatch(string(text), -1) {
				kinds[m[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(kinds))
}

// TestEverySettingAndEventIsWorded: what the table of settings says, and what the engine calls its events, has a Chinese text, and the
// file has no other.
func TestEverySettingAndEventIsWorded(t *testing.T) {
	speak(t, "zh")
	texts, _ := parse(zh)
	used := map[string]bool{}
	for _, defs := range [][]*config.Def{config.TopicDefs(), config.BrokerDefs()} {
		for _, d := range defs {
			used[d.Doc] = true
			if s := Said(d.Description()); !han.MatchString(s) || strings.Contains(s, "Default of") {
				t.Errorf("%s is described as %q", d.Name, s)
			}
		}
	}
	kinds := kindsOfEvents(t)
	if len(kinds) < 180 {
		t.Errorf("only %d kinds of events found", len(kinds))
	}
	for _, kind := range kinds {
		used[kind+"|event"] = true
		if texts[kind+"|event"] == "" {
			t.Errorf("%s has no name", kind)
		}
	}
	rest, _ := parse(between("## descriptions of settings", "## said by the machine"))
	for english := range rest {
		if !used[english] {
			t.Errorf("nobody says %q", english)
		}
	}
}
