package words_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"logarium/engine/config"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
	"logarium/web/words"
)

// story makes logs with segments of all states, damage, groups and transactions.
const story = `lab new words --clock 2026-03-02T10:00:00Z --seed 7 --property log.retention.check.interval.ms=60000
kafka-topics --create --topic orders --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384 --config retention.ms=60000
kafka-topics --create --topic table --partitions 1 --replication-factor 1 --config internal.segment.bytes=8192 --config cleanup.policy=compact --config min.cleanable.dirty.ratio=0.5
produce table --key a --value b --count 200
workload start shop --topic orders --rate 10 --batch 7 --kind orders
clock advance 90s
kafka-console-consumer --topic orders --group readers --from-beginning --max-messages 100
tx begin --producer tx1
tx send --topic orders --record 'k:v' --producer tx1
produce orders --key b --value 'offset 1, 2, 3' --compression gzip
`

// TestTheMachineIsWorded asks a real lab for all that it says in sentences, and looks for English that was not translated.
func TestTheMachineIsWorded(t *testing.T) {
	l, err := lab.New(store.NewMemory(), lab.Options{Name: "words", Kind: "memory"})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(story) {
		if r := l.Exec(nil, strings.TrimSpace(line), false); r.Exit != 0 {
			t.Fatal(line, r.Err)
		}
	}
	words.Set("zh")
	defer words.Set("en")
	said := map[string]bool{}
	for _, s := range sweeps(t, l) {
		said[s] = true
	}
	look := func() {
		for _, s := range sentences(t, l) {
			said[s] = true
		}
	}
	look()
	for _, line := range []string{"clock advance 3m", "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=-1,retention.bytes=20000",
		"kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.bytes=-1", "workload stop shop", "power-loss 1 --mode tear\nbroker start 1"} {
		for one := range strings.Lines(line) {
			if r := l.Exec(nil, strings.TrimSpace(one), false); r.Exit != 0 {
				t.Error(one, r.Err)
			}
		}
		look()
	}
	if len(said) < 60 {
		t.Errorf("only %d sentences were said", len(said))
	}
	delay, _ := config.Topic("file.delete.delay.ms")
	check, _ := config.Brokers("log.retention.check.interval.ms")
	for _, s := range []string{delay.Warning("0"), delay.Warning("5000"), delay.Warning("7200000"), check.Warning("1000")} {
		said[s] = s != ""
	}
	for s := range said {
		for _, w := range foreign.FindAllString(words.Said(s), -1) {
			if !strings.Contains(names, " "+w+" ") {
				t.Errorf("%q becomes %q", s, words.Said(s))
			}
		}
	}
}

// names are Kafka's own, and units.
const names = " min CRC-32C none gzip CreateTime LogAppendTime broker epoch leader KiB MiB retention.ms retention.bytes cleanup.policy min.cleanable.dirty.ratio largestTimestamp relativeOffset timestamp null preallocate readers internal.segment.bytes index.interval.bytes segment.ms fsync log deleted OFFSET OUT OF RANGE "

var foreign = regexp.MustCompile(`[A-Za-z][A-Za-z.0-9-]*[A-Za-z0-9]`)

// sweeps are the titles of all sweeps, what varies, and what is measured.
func sweeps(t *testing.T, l *lab.Lab) (all []string) {
	for _, line := range []string{"sweep scan 1048576", "sweep interval 4096", "sweep batch 1", "sweep roll 86400000", "sweep size 1048576"} {
		if r := l.Exec(nil, line, false); r.Exit != 0 {
			t.Fatal(line, r.Err)
		}
		v, err := l.View("sweep", nil)
		sweep, ok := v.(message.Sweep)
		if err != nil || !ok {
			t.Fatal(err)
		}
		for _, c := range sweep.Columns {
			all = append(all, c.Name)
		}
		for _, p := range sweep.Plans {
			all = append(all, p.Title)
		}
		all = append(all, sweep.Of)
	}
	return all
}

func sentences(t *testing.T, l *lab.Lab) (all []string) {
	get := func(view string, params string, into any) bool {
		v, err := l.View(view, json.RawMessage(params))
		if err != nil {
			return false
		}
		raw, err := json.Marshal(v)
		if err != nil || json.Unmarshal(raw, into) != nil {
			t.Fatal(view, err)
		}
		return true
	}
	for _, p := range []string{"orders-0", "table-0"} {
		where := `{"partition":"` + p + `","broker":1`
		var segments message.Segments
		get("segments", where+"}", &segments)
		for _, s := range segments.Segments {
			all = append(all, s.State, s.Word, s.Short)
		}
		var verdicts message.Verdicts
		get("verdicts", where+"}", &verdicts)
		for _, v := range verdicts.Verdicts {
			all = append(all, v.Sentence)
			for _, r := range v.Rules {
				all = append(all, r.Name, r.Test, r.Numbers)
			}
		}
		var cleaning message.Cleaning
		if get("cleaning", where+"}", &cleaning) {
			all = append(all, cleaning.Sentence, cleaning.Limit)
		}
		for _, offset := range []string{"0", "90", "150", "100000"} {
			var life message.Follow
			if get("follow", where+`,"offset":`+offset+`}`, &life) {
				for _, s := range life.Stations {
					if before, _, ok := strings.Cut(s.Text, ", in command "); ok && s.Kind == "cause" { // behind it a command line and a line of server.log
						s.Text = before + ", in command 7, log: log"
					}
					if s.Kind != "produce" { // a command line
						all = append(all, s.Text)
					}
				}
			}
		}
		for _, target := range []string{`,"offset":90}`, `,"time":5000}`} {
			var lookup message.Lookup
			if get("lookup", where+target, &lookup) {
				for _, s := range lookup.Steps {
					all = append(all, s.Kind, s.Text)
				}
			}
		}
		var files message.Files
		get("files", `{"broker":1,"dir":"`+dirOf(t, l, p)+`"}`, &files)
		for _, f := range files.Entries {
			var fields message.Fields
			if !f.Dir && get("fields", `{"broker":1,"path":"`+f.Path+`","offset":0,"length":2000,"records":3}`, &fields) {
				all = append(all, notes(fields.Items)...)
			}
		}
	}
	var schedule message.Schedule
	get("schedule", "{}", &schedule)
	for _, s := range schedule.Thresholds {
		all = append(all, s.Text)
	}
	var consumers message.Consumers
	get("consumers", "{}", &consumers)
	for _, g := range consumers.Groups {
		all = append(all, strings.ToLower(g.State))
		for _, o := range g.Offsets {
			all = append(all, o.Where)
		}
	}
	for _, x := range consumers.Transactions {
		all = append(all, x.State)
	}
	var settings message.Config
	get("config", `{"type":"broker","name":"1"}`, &settings)
	for _, s := range settings.Settings {
		all = append(all, s.Effect, s.Warning)
	}
	return all
}

func dirOf(t *testing.T, l *lab.Lab, partition string) string {
	v, err := l.View("partition", json.RawMessage(`{"partition":"`+partition+`","broker":1}`))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := v.(message.Partition)
	if !ok {
		t.Fatalf("%T", v)
	}
	return p.Dir
}

func notes(fields []message.Field) (all []string) {
	for i := range fields {
		f := &fields[i]
		all = append(all, f.Note)
		if f.Name == "batch" || f.Name == "entry" {
			all = append(all, f.Value)
		}
		all = append(all, notes(f.Children)...)
	}
	return all
}
