package shell

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/cluster"
	"logarium/engine/config"
)

// TestRetentionLab runs the five-minute deletion lab as a real broker was seen to run it: the same commands at the same
// milliseconds. `watch` looks at the files and offsets whenever the capture did and prints what differs; `load` sends what
// the capture's producer sent meanwhile. `log` compares server.log, second by second.
func TestRetentionLab(t *testing.T) {
	for _, name := range []string{"time", "size", "old-records", "future-records"} {
		l := &retentionLab{t: t, files: map[string]string{}}
		datadriven.RunTest(t, "testdata/retention/"+name, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "lab":
				l.begin(d)
				return ""
			case "run":
				return l.world.story(t, d)
			case "at":
				l.to(l.clock(d.CmdArgs[0].Key))
				return l.world.story(t, d)
			case "load":
				l.load = loadOf(l, d)
				return ""
			case "watch":
				return l.watch(d.CmdArgs[0].Key)
			case "log":
				return l.log(d.CmdArgs[0].Key, d.CmdArgs[1:])
			}
			t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
			return ""
		})
	}
}

type retentionLab struct {
	t     *testing.T
	world *world
	start int64
	load  *captureLoad
	files map[string]string // that the capture has at the moment, and their sizes
}

func (l *retentionLab) begin(d *datadriven.TestData) {
	var p []string
	for _, a := range d.CmdArgs[1:] {
		p = append(p, a.Key, strings.Join(a.Vals, ","))
	}
	l.start, _ = strconv.ParseInt(d.CmdArgs[0].Key, 10, 64)
	c, err := cluster.New(cluster.Options{Seed: 1, Clock: l.start, Properties: config.PropertiesOf(p...)})
	if err != nil {
		l.t.Fatal(err)
	}
	l.world = &world{shell: New(), cluster: c}
}

// clock is the moment of a time of day.
func (l *retentionLab) clock(s string) int64 {
	at, err := time.Parse("15:04:05.000", s)
	if err != nil {
		l.t.Fatal(err)
	}
	day := time.UnixMilli(l.start).UTC().Truncate(24 * time.Hour)
	return day.UnixMilli() + at.Sub(at.Truncate(24*time.Hour)).Milliseconds()
}

// to lets time pass, and the load be sent on the way.
func (l *retentionLab) to(ms int64) {
	for l.load != nil && l.load.sent < l.load.batches && l.load.due() <= ms {
		l.world.must(l.t, fmt.Sprintf("clock to %d", l.load.due()), l.load.next())
	}
	l.world.must(l.t, fmt.Sprintf("clock to %d", ms))
}

// captureLoad is the producer of the capture: batches of ten records at a steady rate.
type captureLoad struct {
	topic         string
	from          int64
	rate          float64 // batches a second
	batches, sent int
}

func loadOf(l *retentionLab, d *datadriven.TestData) *captureLoad {
	rate, _ := strconv.ParseFloat(d.CmdArgs[2].Key, 64)
	batches, _ := strconv.Atoi(d.CmdArgs[3].Key)
	return &captureLoad{topic: d.CmdArgs[0].Key, from: l.clock(d.CmdArgs[1].Key), rate: rate, batches: batches}
}

func (c *captureLoad) due() int64 { return c.from + int64(float64(c.sent)*1000/c.rate) }

// next is the line for the next batch. The real keys are k0, k1, ...; these have the same lengths.
func (c *captureLoad) next() string {
	first := 10 * c.sent
	key := first + int(math.Pow10(len(strconv.Itoa(first))))
	c.sent++
	return fmt.Sprintf("produce %s --records-per-batch 10 --size 1000 --keys %d..%d --acks 1 --no-idempotence", c.topic, key, key+9)
}

// watch goes through a captured timeline.
func (l *retentionLab) watch(file string) string {
	var b strings.Builder
	seconds, equal := 0, 0
	for _, second := range strings.Split("\n"+strings.TrimSpace(l.read(file)), "\nt=")[1:] {
		rows := strings.Split(second, "\n")
		head := strings.Fields(rows[0])
		for _, row := range rows[1:] {
			f := strings.Fields(row)
			if delete(l.files, f[1]); f[0] == "+" {
				l.files[f[1]] = f[2]
			}
		}
		l.to(l.clock(head[1]))
		seconds++
		diff := l.compare(head[2:])
		if diff == "" {
			equal++
			continue
		}
		fmt.Fprintf(&b, "t=%s %s: %s\n", head[0], head[1], diff)
	}
	fmt.Fprintf(&b, "%d of %d looks are the same\n", equal, seconds)
	return b.String()
}

func (l *retentionLab) read(file string) string {
	data, err := os.ReadFile("testdata/retention/" + file)
	if err != nil {
		l.t.Fatal(err)
	}
	return string(data)
}

// compare says what differs: capture | engine.
func (l *retentionLab) compare(offsets []string) string {
	var diffs []string
	have := map[string]string{}
	for i := 0; i < len(offsets); i += 3 {
		tp := offsets[i]
		log := l.world.cluster.Broker(1).Log(tp)
		if now := fmt.Sprint(log.LogStartOffset(), " to ", log.HighWatermark()); now != offsets[i+1]+" to "+offsets[i+2] {
			diffs = append(diffs, fmt.Sprintf("%s from %s to %s | %s", tp, offsets[i+1], offsets[i+2], now))
		}
		infos, err := l.world.cluster.Broker(1).Disk().ReadDir(log.Dir())
		if err != nil {
			l.t.Fatal(err)
		}
		for _, f := range infos {
			have[tp+"/"+f.Name] = strconv.FormatInt(f.Size, 10)
		}
	}
	for _, name := range sortedNames(l.files, have) {
		if l.files[name] != have[name] {
			diffs = append(diffs, fmt.Sprintf("%s %s | %s", name, orNone(l.files[name]), orNone(have[name])))
		}
	}
	return strings.Join(diffs, "; ")
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func sortedNames(maps ...map[string]string) (names []string) {
	for _, m := range maps {
		for name := range m {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

var (
	timestamp = regexp.MustCompile(`\b1\d{12}\b`)
	took      = regexp.MustCompile(`in \d+ ms`)
	topicID   = regexp.MustCompile(`partition [-\w]{22}:`)
)

// log compares what server.log says of topics; of lines of the same second the order does not matter, since several
// threads write them.
func (l *retentionLab) log(file string, topics []datadriven.CmdArg) string {
	want := strings.Split(strings.TrimSpace(l.read(file)), "\n")
	last := want[len(want)-1][:8]
	var have []string
	for _, line := range l.world.cluster.Broker(1).LinesFrom(1) {
		second := time.UnixMilli(line.Time).UTC().Format("15:04:05")
		if second > last || !slices.ContainsFunc(topics, func(a datadriven.CmdArg) bool { return strings.Contains(line.Text, a.Key+"-0") }) {
			continue
		}
		text := topicID.ReplaceAllString(took.ReplaceAllString(timestamp.ReplaceAllString(line.Text, "T"), "in 0 ms"), "partition ID:")
		have = append(have, fmt.Sprint(second, " ", line.Level, " ", text))
	}
	total := len(want)
	slices.Sort(want)
	slices.Sort(have)
	return diffOf(want, have) + fmt.Sprintf("%d lines\n", total)
}

// diffOf lists the lines that only one of two sorted lists has.
func diffOf(want, have []string) string {
	var b strings.Builder
	for len(want)+len(have) > 0 {
		switch {
		case len(have) == 0 || len(want) > 0 && want[0] < have[0]:
			b.WriteString("- " + want[0] + "\n")
			want = want[1:]
		case len(want) == 0 || have[0] < want[0]:
			b.WriteString("+ " + have[0] + "\n")
			have = have[1:]
		default:
			want, have = want[1:], have[1:]
		}
	}
	return b.String()
}
