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

// TestEventsAreWorded: our own sentences are translated with their numbers, lines of Kafka's never, not even in part.
func TestEventsAreWorded(t *testing.T) {
	speak(t, "zh")
	for _, c := range [][4]string{
		{"append", "7 records at offset 2304, 502 B at position 4505", "追加", "偏移量 2304，7 条消息，502 B，位置 4505"},
		{"append", "1 record at offset 0, 70 B at position 0", "追加", "偏移量 0，1 条消息，70 B，位置 0"},
		{"index-entry", "offset 2310 at position 4505", "索引条目", "偏移量 2310 → 位置 4505"},
		{"time-index-entry", "timestamp 1772445830300 at offset 2310", "时间索引条目", "时间戳 1772445830300 → 偏移量 2310"},
		{"validate", "bytes 98, log end offset 7", "校验批次", "98 字节，日志末端偏移量 7"},
		{"assign", "offset 10 to 12", "分配偏移量", "偏移量 10 至 12"},
		{"roll-test", "segment bytes 16025 of 16384", "是否该滚动", "日志段字节数 16025 / 16384"},
		{"flush-test", "unflushed messages 3 of 10", "是否该刷盘", "未刷盘消息 3 / 10"},
		{"log-end", "log end offset 13, recovery point 0", "日志末端", "日志末端偏移量 13，恢复点 0"},
		{"rename", "/d/orders-0/00000000000000000000.log.deleted", "改名 .deleted", "/d/orders-0/00000000000000000000.log.deleted"},
		{"roll", "[LocalLog partition=orders-0, dir=/d] Rolled new log segment at offset 4 in 0 ms.", "滚动", "[LocalLog partition=orders-0, dir=/d] Rolled new log segment at offset 4 in 0 ms."},
		{"fetchers", "handles 3 entries", "拉取分区变更", "handles 3 entries"},
	} {
		if kind, text := Event(c[0], c[1]); kind != c[2] || text != c[3] {
			t.Errorf("%s %q: %s %q", c[0], c[1], kind, text)
		}
	}
	Set("en")
	if kind, text := Event("append", "1 record"); kind != "append" || text != "1 record" {
		t.Error(kind, text)
	}
}
