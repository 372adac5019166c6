package shell

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"logarium/engine/cluster"
	"logarium/engine/config"
)

// captured is a command with what a real tool printed.
type captured struct {
	line    string
	command string // as it was typed in the captured session
	typed   string // what is typed here
	want    []string
	exit    int
}

// readCaptures reads a file of captures: `$ COMMAND` and what it printed below it; `~ COMMAND` between them is typed instead, where the captured session
// used what the console lacks; `> COMMAND` only prepares. A line `- TEXT` was printed there and is not here, `+ TEXT` the other way round; a comment says why.
func readCaptures(t *testing.T, name string) (list []captured) {
	data, err := os.ReadFile("testdata/captures/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for n, l := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if command, ok := strings.CutPrefix(l, "$ "); ok {
			list = append(list, captured{line: fmt.Sprintf("%s:%d", name, n+1), command: command, typed: command})
			continue
		}
		if command, ok := strings.CutPrefix(l, "> "); ok {
			list = append(list, captured{line: fmt.Sprintf("%s:%d", name, n+1), command: command, typed: command, exit: -1})
			continue
		}
		if len(list) == 0 {
			continue
		}
		c := &list[len(list)-1]
		if typed, ok := strings.CutPrefix(l, "~ "); ok {
			c.typed = typed
			continue
		}
		if strings.HasPrefix(l, "- ") {
			continue
		}
		l = strings.TrimPrefix(l, "+ ")
		if _, err := fmt.Sscanf(l, "[exit status %d]", &c.exit); err != nil {
			c.want = append(c.want, l)
		}
	}
	return list
}

var normal = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\[20\d\d-[-0-9]+ [0-9:,]+\]`), "[time]"},
	{regexp.MustCompile(`(TopicId: |"topicId":")[-\w]+`), "${1}id"},
	{regexp.MustCompile(`\}(\{"key"|\[time\])`), "}\n$1"},
	{regexp.MustCompile(`console-consumer-[0-9a-f]{8}-[-0-9a-f]+`), "member"},
	{regexp.MustCompile(`console-consumer(-\d+)?`), "console-consumer"},
	{regexp.MustCompile(`("(?:p|previousP)roducerId":)\d+`), "${1}0"},
	{regexp.MustCompile(`^__consumer_offsets:(\d):\d+`), "__consumer_offsets:$1:of groups"},
	{regexp.MustCompile(`CreateTime:1795\d+`), "CreateTime:now"},
	{regexp.MustCompile(`\b1795\d{9}\b`), "now"},
	{regexp.MustCompile(`"/var/lib/kafka/n\d"`), `"/var/lib/kafka"`},
	{regexp.MustCompile(`^(Offset:\d+\t)(?:k|1)(\d)$`), "${1}key$2"},
	{regexp.MustCompile(`correlation id \d+`), "correlation id"},
	{regexp.MustCompile(`tries=\d+|after \d+ attempt`), "tries"},
	{regexp.MustCompile(`\bnow *\t\d+ *\t`), "now\tduration\t"},
	{regexp.MustCompile(`producerId: \d+`), "producerId: id"},
	{regexp.MustCompile(`^\d{1,4} +(\t\d+ +\t-?\d+ +\t)`), "id$1"},
	{regexp.MustCompile(`^(\S+ +\t\S+ +\t)\d{1,4} +\t`), "${1}id\t"},
	{regexp.MustCompile(`crc: \d+`), "crc: of it"},
	{regexp.MustCompile(`"size":\d+`), `"size":0`},
}

// normalized takes out what differs by chance: times, ids, checksums over those, sizes of compressed records. Of a table of options only a
// mark is left.
func normalized(lines []string) (out []string) {
	for _, l := range lines {
		if strings.HasPrefix(l, "Option ") && strings.Contains(l, "Description") {
			return append(out, "(options)")
		}
		if l == "" {
			continue
		}
		for _, n := range normal {
			l = n.from.ReplaceAllString(l, n.to)
		}
		out = append(out, strings.Split(l, "\n")...)
	}
	return out
}

// inOrder says that lines come within all in the same order.
func inOrder(lines, all []string) bool {
	for _, a := range all {
		if len(lines) > 0 && lines[0] == a {
			lines = lines[1:]
		}
	}
	return len(lines) == 0
}

// unordered are commands whose order of lines is a matter of threads or hash tables filled by threads.
func unordered(command string) bool {
	return strings.Contains(command, "kafka-console-consumer") && !strings.Contains(command, "--partition") ||
		strings.Contains(command, "kafka-delete-records") || strings.Contains(command, "kafka-consumer-groups") && strings.Contains(command, "--list") || strings.HasSuffix(command, "--describe --entity-type topics")
}

// TestCaptures: on an equally prepared cluster every captured command prints what the real tool printed.
func TestCaptures(t *testing.T) {
	properties := config.PropertiesOf("log.dirs", "/var/lib/kafka", "log.segment.bytes", "1048576", "log.retention.ms", "-1",
		"transaction.state.log.num.partitions", "2", "transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1",
		"offsets.topic.num.partitions", "2", "offsets.topic.replication.factor", "1")
	c, err := cluster.New(cluster.Options{Seed: 1, Clock: 1795993394000, Properties: properties})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"/var/lib/kafka/big": strings.Repeat("x", 1_100_000),
	}
	for _, name := range []string{"delete.json", "delete.json.lower", "delete-bad.json", "delete-incomplete.json", "delete-twice.json", "delete-nojson.json"} {
		data, err := os.ReadFile("testdata/captures/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files["/var/lib/kafka/"+name] = string(data)
	}
	for name, text := range files {
		if err := c.Broker(1).Disk().WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	s := New()
	for _, name := range []string{"data-dirs", "tools", "recovery"} {
		for _, one := range readCaptures(t, name) {
			compareCapture(t, s, c, one)
		}
	}
}

func compareCapture(t *testing.T, s *Shell, c *cluster.Cluster, one captured) {
	if one.exit < 0 {
		if _, known := unixStep(t, c.Broker(1).Disk(), one.typed); known {
			return
		}
		one.typed = letters26.ReplaceAllStringFunc(one.typed, repeated)
	}
	got := s.Run(&Env{Cluster: c}, one.typed)
	if one.exit < 0 {
		if got.Exit != 0 {
			t.Errorf("%s: %s\n%s", one.line, one.command, got.Err)
		}
		return
	}
	out, errs, want := normalized(lines(got.Out)), normalized(lines(got.Err)), normalized(one.want)
	all := append(slices.Clone(out), errs...)
	sorted := slices.Sorted(slices.Values(all))
	same := slices.Equal(sorted, slices.Sorted(slices.Values(want)))
	if !unordered(one.command) {
		same = same && inOrder(out, want) && inOrder(errs, want)
	}
	if !same || got.Exit != one.exit {
		t.Errorf("%s: %s\nexit %d, want %d\nonly here\n%s\nonly there\n%s\n", one.line, one.command, got.Exit, one.exit,
			strings.Join(without(all, want), "\n"), strings.Join(without(want, all), "\n"))
	}
}

// without are the lines of a that b does not have.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(l string) bool { return slices.Contains(b, l) })
}
