package view

import (
	"sort"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Why is the panel that answers "why is this segment still here?".
type Why struct {
	Zeros, Name string
	Found       bool
	Sentence    []Part // class mono for setting names
	Life        Life
	Groups      []WhyGroup
	Note        string
	Acts        []Act
	List        []WhyRow
}

// WhyGroup holds tests that mean the same for the segment.
type WhyGroup struct {
	Head  string
	Rules []WhyRule
}

// WhyRule is a test with its numbers.
type WhyRule struct {
	Name, Test, Numbers, Pass string
	Decides                   string // the word that marks the rule by which the verdict is
	Hot, Off, Yes             bool
	Term                      string
}

// Act is something that would make the segment go.
type Act struct{ Text, Button, Line string }

// WhyRow is a segment in the list of all verdicts.
type WhyRow struct {
	Base                       int64
	Name, Newest, Age, Verdict string
	Mark, Class                string
	Selected                   bool
}

// LifePoint is a moment of the life line.
type LifePoint struct {
	X          string
	Name, Time string
	Above      bool
	Anchor     string
}

// Life is the life line: now, past retention, renamed, removed.
type Life struct {
	Points           []LifePoint
	Kept, Wait, Gone string // x1 and x2 of the three lines, as path data
	Label            string
}

// NewWhy prepares the panel for one segment.
func NewWhy(v message.Verdicts, segs []message.Segment, part message.Partition, base int64) Why {
	w := Why{}
	if w.Zeros, w.Name = Base(base); base < 0 {
		w.Zeros, w.Name = "", words.T("no segment")
	} else {
		w.Name += ".log"
	}
	for i := range v.Verdicts {
		if v.Verdicts[i].Base == base {
			w.fill(v, &v.Verdicts[i], part)
			w.bySize(segs, &v.Verdicts[i], part)
		}
	}
	for i := range segs {
		if s := &segs[i]; !w.Found && s.Base == base && s.State == "renamed" {
			w.Sentence = []Part{{"", words.F("Out of the log: its files are renamed to .deleted and %1.", words.Said(s.Word))}}
		}
	}
	w.list(v, segs, base)
	return w
}

func (w *Why) fill(all message.Verdicts, v *message.Verdict, part message.Partition) {
	w.Found = true
	w.Sentence = settingParts(words.Said(v.Sentence))
	w.Life = lifeLine(all.Now, v)
	w.Groups = ruleGroups(v)
	w.Note = words.F("Nobody asks the rules before the retention check, every %1 here.", Period(all.Period))
	if all.NextCheck >= 0 {
		w.Note += words.F(" The next one is at %1, in %2.", When(all.NextCheck, all.Now), Age(all.NextCheck-all.Now))
	}
	if start := part.LogStartOffset; part.LogEndOffset > v.Base && v.Base < start && v.Decisive != "start" {
		w.Note = words.F("Records below %1 are hidden, not deleted: no single record is. Its bytes stay until the whole segment goes, so that files, indexes and offsets stay in step.", Group(start)) + " " + w.Note
	}
	w.acts(all, v, part)
}

// ruleGroups sorts the tests into rules that could delete the segment now, rules that could not, and what must hold for each of
// them. The group of the rule that decides stands first.
func ruleGroups(v *message.Verdict) []WhyGroup {
	g := [3]WhyGroup{{Head: words.T("Rules that can delete it now")}, {Head: words.T("Rules that cannot delete it now")}, {Head: words.T("What must hold besides")}}
	first := 0
	for _, r := range v.Rules {
		row := WhyRule{Name: words.Said(r.Name), Term: RuleTerm(r.Name), Test: words.Said(r.Test), Numbers: words.Said(r.Numbers), Pass: words.T("no"), Yes: r.Pass, Off: !r.Active, Hot: r.Decides}
		at := 1
		switch {
		case r.Name == "limit" || r.Name == "order":
			at = 2
		case r.Active && r.Pass:
			at = 0
		}
		switch {
		case !r.Active:
			row.Pass = words.T("off")
		case r.Pass:
			row.Pass = words.T("yes")
		}
		if r.Decides {
			row.Decides, first = words.T("decides"), at
		}
		g[at].Rules = append(g[at].Rules, row)
	}
	if len(g[0].Rules) == 0 {
		g[1].Head = words.T("No rule can delete it now")
	}
	var out []WhyGroup
	for _, at := range []int{first, 0, 1, 2} {
		if len(g[at].Rules) > 0 {
			out = append(out, g[at])
			g[at].Rules = nil
		}
	}
	return out
}

func (w *Why) acts(all message.Verdicts, v *message.Verdict, part message.Partition) {
	topic := Topic(part.Name)
	switch {
	case v.Renamed >= 0 && v.Renamed == all.NextCheck:
		w.Acts = append(w.Acts, Act{words.F("Wait: step to the check at %1", When(all.NextCheck, all.Now)), words.T("Step"), StepNamed("kafka-log-retention")})
	case v.Renamed > all.Now:
		w.Acts = append(w.Acts, Act{words.F("Wait for the check at %1", When(v.Renamed, all.Now)), words.T("Run"), Advance(v.Renamed - all.Now)})
	}
	if part.RetentionMs < 0 && v.Decisive != "active" && v.Decisive != "policy" && !v.Goes {
		w.Acts = append(w.Acts, Act{words.T("Keep records for a minute only"), words.T("Run"), Alter(topic, "retention.ms", "60000")})
	}
	age := all.Now - (v.Expires - part.RetentionMs)
	if part.RetentionMs > 1000 && v.Expires > all.Now && age > 1000 && v.Decisive != "active" {
		ms := (age - 1) / 1000 * 1000
		w.Acts = append(w.Acts, Act{words.F("Keep records for %1: due now, gone at the check", Period(ms)), words.T("Run"), Alter(topic, "retention.ms", strconv.FormatInt(ms, 10))})
	}
}

// bySize offers the retention.bytes that leaves no room for the segment and those before it.
func (w *Why) bySize(segs []message.Segment, v *message.Verdict, part message.Partition) {
	if v.Goes || v.Decisive == "active" || v.Decisive == "policy" {
		return
	}
	left, known := part.Size, 0
	for i := range segs {
		if s := &segs[i]; s.State != "renamed" {
			known++
			if s.Base <= v.Base {
				left -= s.Size
			}
		}
	}
	if known == part.Segments && left > 0 && (part.RetentionBytes < 0 || left < part.RetentionBytes) {
		w.Acts = append(w.Acts, Act{words.F("Keep %1 only: no room for it and those before", Bytes(left)), words.T("Run"), Alter(Topic(part.Name), "retention.bytes", strconv.FormatInt(left, 10))})
	}
}

// settingParts sets names of settings in mono.
func settingParts(s string) []Part {
	var out []Part
	for s != "" {
		i, n := nextSetting(s)
		if i < 0 {
			return append(out, Part{"", s})
		}
		if i > 0 {
			out = append(out, Part{"", s[:i]})
		}
		out = append(out, Part{"mono", s[i : i+n]})
		s = s[i+n:]
	}
	return out
}

func nextSetting(s string) (at, n int) {
	at = -1
	for _, name := range []string{"retention.ms", "retention.bytes", "file.delete.delay.ms", "segment.ms", "segment.bytes", "cleanup.policy"} {
		if i := strings.Index(s, name); i >= 0 && (at < 0 || i < at) {
			at, n = i, len(name)
		}
	}
	return at, n
}

// lifeLine spreads the four moments over 310 px, so far apart that the words have room: those of another day need more.
func lifeLine(now int64, v *message.Verdict) Life {
	type point struct {
		at   int64
		name string
	}
	pts := []point{{now, words.T("now")}}
	for _, p := range []point{{v.Expires, words.T("past retention")}, {v.Renamed, words.T("check: renamed")}, {v.Removed, words.T("files removed")}} {
		if p.at > now {
			pts = append(pts, p)
		}
	}
	l := Life{}
	gap := 58.0
	for _, p := range pts[1:] {
		if len(When(p.at, now)) > 8 { // with the date: of the two below the line, and of the two above it, the middles are two gaps apart
			gap = 70
		}
	}
	span := float64(max(1, pts[len(pts)-1].at-now))
	xs := make([]float64, len(pts))
	for i, p := range pts {
		xs[i] = 6 + 297*float64(p.at-now)/span
		if i > 0 {
			xs[i] = max(xs[i], xs[i-1]+gap)
		}
	}
	for i := len(xs) - 1; i > 0; i-- {
		xs[i] = min(xs[i], 303-gap*float64(len(xs)-1-i))
	}
	for i, p := range pts {
		q := LifePoint{X: px(xs[i]), Name: p.name, Time: When(p.at, now), Above: i%2 == 0, Anchor: "middle"}
		if i == 0 {
			q.Anchor = "start"
		} else if xs[i] > 280 {
			q.Anchor, q.X = "end", px(xs[i])
		}
		l.Points = append(l.Points, q)
		l.Label += p.name + " " + q.Time + ", "
	}
	l.Label = strings.TrimSuffix(l.Label, ", ")
	seg := func(i int) string {
		if i+1 >= len(xs) {
			return "M0 0"
		}
		return "M" + px(xs[i]) + " 34H" + px(xs[i+1])
	}
	l.Kept, l.Wait, l.Gone = seg(0), seg(1), seg(2)
	return l
}

func px(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// listed is how many segments the list shows: the selected one and its neighbours.
const listed = 14

// list is every segment with its verdict, or those around the selected one.
func (w *Why) list(v message.Verdicts, segs []message.Segment, base int64) {
	rows := make([]WhyRow, 0, len(segs))
	for i := range segs {
		s := &segs[i]
		r := WhyRow{Base: s.Base, Name: strconv.FormatInt(s.Base, 10), Newest: "–", Age: "–", Verdict: words.Said(s.Word), Mark: "mk", Selected: s.Base == base}
		if s.LargestTs >= 0 {
			r.Newest, r.Age = When(s.LargestTs, v.Now), Age(v.Now-s.LargestTs)
		}
		switch s.State {
		case "renamed":
			r.Mark, r.Class = "mk dash", "dim"
		case "due":
			r.Mark, r.Class = "mk y bad", "bad"
		}
		rows = append(rows, r)
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].Base < rows[j].Base })
	if len(rows) > listed {
		at := sort.Search(len(rows), func(i int) bool { return rows[i].Base >= base })
		from := max(0, min(at-listed/2, len(rows)-listed))
		rows = rows[from : from+listed]
	}
	w.List = rows
}
