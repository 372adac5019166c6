package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/draw"
	"logarium/web/words"
)

// Rail is the time rail: the journal behind the head, the schedule ahead, each with its own scale.
type Rail struct {
	Clock    message.Clock
	Journal  message.Journal
	Schedule message.Schedule
	W        float64
	Frozen   int64 // the clock when a drag of the head began: the scale stays as it was then; 0: nobody drags
}

// RailSpot is something on the rail that can be clicked.
type RailSpot struct {
	X       float64
	Command int    // number of a journal line, 0 if none
	Task    string // name of a scheduled task
	Due     int64
	Title   string
}

const (
	railLeft = 112.0
	railLine = 26.0
)

func (r *Rail) head() float64 { return max(railLeft+40, r.W*.618) }

// span is how much of the future is shown: to the third task or 60 s, the larger, at most 2 h.
func (r *Rail) span() int64 {
	far := 60 * second
	if t := r.Schedule.Tasks; len(t) > 0 {
		far = max(far, t[min(2, len(t)-1)].Due-r.Clock.Now)
	}
	return min(far, 2*hour)
}

func (r *Rail) pastX(at int64) float64 {
	whole := float64(max(1, r.Clock.Now-r.Clock.Start, r.Frozen-r.Clock.Start))
	return railLeft + (r.head()-railLeft)*min(1, max(0, float64(at-r.Clock.Start)/whole))
}

func (r *Rail) futureX(at int64) float64 {
	return r.head() + (r.W-16-r.head())*float64(at-r.Clock.Now)/float64(r.span())
}

// Value is the rail in words, for the slider's value text.
func (r *Rail) Value() string {
	s := words.F("%1, command %2 of %3", Moment(r.Clock.Now), strconv.Itoa(r.Journal.Position), strconv.Itoa(r.Journal.Total))
	if r.Clock.Next >= 0 {
		s += words.F(", next task in %1", Age(r.Clock.Next-r.Clock.Now))
	}
	return s
}

// Scene draws the rail.
func (r *Rail) Scene(m draw.Measure) *draw.List {
	d := &draw.List{Measure: m}
	head := r.head()
	d.Rect(head, 0, r.W-head, 39, draw.Bg)
	d.Text(12, 16, words.T("Journal"), draw.UI, draw.Ink2, -1)
	d.Text(12, 32, words.F("%1 of %2", strconv.Itoa(r.Journal.Position), strconv.Itoa(r.Journal.Total)), draw.Mono, draw.Ink3, -1)
	d.Line(railLeft, railLine, head, railLine, draw.Ink2, 1.5, draw.Solid)
	d.Line(head, railLine, r.W-16, railLine, draw.Line3, 1, draw.Wide)
	r.ticks(d)
	var top draw.Labels
	r.future(d, &top)
	r.past(d, &top)
	if r.Frozen > 0 {
		head = r.pastX(r.Clock.Now)
	}
	d.Line(head, 2, head, 34, draw.Accent, 2, draw.Solid)
	d.Polygon(draw.Accent, true, 0, head-5, 2, head+5, 2, head+5, 8, head, 13, head-5, 8)
	return d
}

// ticks writes the time of day below the past.
func (r *Rail) ticks(d *draw.List) {
	whole := max(1, r.Clock.Now-r.Clock.Start)
	step := tickStep(float64(whole) / max(1, r.head()-railLeft) * 90)
	for at := (r.Clock.Start + step - 1) / step * step; at <= r.Clock.Now; at += step {
		x := r.pastX(at)
		d.Line(x, railLine, x, railLine+3, draw.Ink2, 1.5, draw.Solid)
		text := TimeOfDay(at)
		if step >= minute {
			text = text[:5]
		}
		if x+d.Width(draw.Mono, text)/2 < r.head()-4 {
			d.Text(max(x, railLeft+12), 37.5, text, draw.Mono, draw.Ink3, 0)
		}
	}
}

// tickStep is the smallest pleasant step not below want.
func tickStep(want float64) int64 {
	for _, s := range []int64{second, 5 * second, 10 * second, 30 * second, minute, 5 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day} {
		if float64(s) >= want {
			return s
		}
	}
	return day * int64(want/float64(day)+1)
}

func (r *Rail) past(d *draw.List, top *draw.Labels) {
	spots := r.pastSpots()
	for i := len(spots) - 1; i >= 0; i-- {
		s := spots[i]
		fill, edge := draw.Ink2, draw.None
		if s.Command > r.Journal.Position {
			fill, edge = draw.Surface, draw.Ink3
		}
		if s.many > 1 {
			d.Rect(s.X-3, railLine-5, 6, 10, fill)
		} else {
			d.Dot(s.X, railLine, 3, fill, edge, 1)
		}
		w := d.Width(draw.UI, s.Title)
		if x := max(railLeft-3, s.X-3); x+w < r.head()-8 && top.Take(x, x+w+14) {
			d.Text(x, 16, s.Title, draw.UI, draw.Ink2, -1)
		}
	}
}

type pastSpot struct {
	RailSpot
	many int
}

// pastSpots merges commands that lie within 4 px; the last of them stands for all.
func (r *Rail) pastSpots() []pastSpot {
	var out []pastSpot
	for _, c := range r.Journal.Commands {
		s := pastSpot{RailSpot{X: r.pastX(c.After), Command: c.N, Title: Label(c.Line)}, 1}
		if c.Undone && r.Frozen == 0 {
			s.X = r.head() + 6*float64(c.N-r.Journal.Position)
		}
		if n := len(out); n > 0 && s.X-out[n-1].X < 4 {
			s.many += out[n-1].many
			if s.many > 1 {
				s.Title = words.F("%1 and %2 more", s.Title, strconv.Itoa(s.many-1))
			}
			out[n-1] = s
			continue
		}
		out = append(out, s)
	}
	return out
}

func (r *Rail) future(d *draw.List, top *draw.Labels) {
	for _, s := range r.futureSpots() {
		if s.Task == "" {
			d.Dot(s.X, railLine, 3, draw.Surface, draw.Ink2, 1.2)
		} else {
			edge := draw.Ink2
			if s.Task == "kafka-log-retention" {
				edge = draw.Bad
			}
			d.Diamond(s.X, railLine, 5, draw.Surface, edge, 1.2)
		}
		w := d.Width(draw.UI, s.Title)
		x := min(max(s.X-w/2, r.head()+8), r.W-12-w)
		if top.Take(x-6, x+w+6) {
			d.Text(x, 16, s.Title, draw.UI, draw.Ink2, -1)
			in := "+" + Age(s.Due-r.Clock.Now)
			d.Text(min(max(s.X, r.head()+6+d.Width(draw.Mono, in)/2), r.W-24), 37.5, in, draw.Mono, draw.Ink3, 0) // right of the head, free of the time of day
		}
	}
}

// futureSpots lists what is shown ahead, tasks of one moment as one spot.
func (r *Rail) futureSpots() []RailSpot {
	var out []RailSpot
	limit, tasks := r.Clock.Now+r.span(), r.Schedule.Tasks
	for len(tasks) > 0 && tasks[0].Due < r.Clock.Now { // a clock that is older than the schedule, between two answers
		tasks = tasks[1:]
	}
	for i := 0; i < len(tasks) && tasks[i].Due <= limit; {
		n, name := i, tasks[i].Name
		for ; n < len(tasks) && tasks[n].Due == tasks[i].Due; n++ {
			if tasks[n].Name == "kafka-log-retention" {
				name = tasks[n].Name
			}
		}
		title := TaskName(name)
		if n-i > 1 {
			title = words.F("%1 and %2 more", title, strconv.Itoa(n-i-1))
		}
		out = append(out, RailSpot{X: r.futureX(tasks[i].Due), Task: name, Due: tasks[i].Due, Title: title})
		i = n
	}
	for _, t := range r.Schedule.Thresholds {
		if t.At > r.Clock.Now && t.At <= limit {
			out = append(out, RailSpot{X: r.futureX(t.At), Due: t.At, Title: words.Said(t.Text)})
		}
	}
	return out
}

// Near is the journal position whose moment lies nearest to x, 0 before the first command.
func (r *Rail) Near(x float64) int {
	at, near := 0, max(x-railLeft, railLeft-x)
	for _, c := range r.Journal.Commands {
		cx := r.pastX(c.After)
		if d := max(cx-x, x-cx); d <= near {
			at, near = c.N, d
		}
	}
	if n := len(r.Journal.Commands); n > 0 && at < r.Journal.Commands[0].N && r.Journal.From > 0 {
		return r.Journal.From // the older ones are not here
	}
	return at
}

// Past tells whether x lies on the journal's side.
func (r *Rail) Past(x float64) bool { return x < r.head()+8 }

// At finds what lies within 7 px of x.
func (r *Rail) At(x float64) (RailSpot, bool) {
	best, found := RailSpot{}, false
	near := 7.0
	try := func(s RailSpot) {
		if d := max(s.X-x, x-s.X); d < near {
			best, near, found = s, d, true
		}
	}
	for _, s := range r.futureSpots() {
		try(s)
	}
	for _, s := range r.pastSpots() {
		try(s.RailSpot)
	}
	return best, found
}

// TaskName is a short name for a scheduled task; Kafka's own where there is none.
func TaskName(name string) string {
	switch name {
	case "kafka-log-retention":
		return words.T("retention check")
	case "kafka-log-flusher":
		return words.T("flusher")
	case "kafka-recovery-point-checkpoint":
		return words.T("recovery point checkpoint")
	case "kafka-log-start-offset-checkpoint":
		return words.T("start offset checkpoint")
	case "kafka-delete-logs":
		return words.T("delete logs")
	case "highwatermark-checkpoint":
		return words.T("watermark checkpoint")
	case "delete-file":
		return words.T("files removed")
	case "PeriodicProducerExpirationCheck":
		return words.T("producer expiration")
	}
	return name
}

// spaced writes a duration of a command as labels do: 1m is "1 min".
func spaced(d string) string {
	for i, r := range d {
		if r < '0' || r > '9' {
			unit := d[i:]
			if unit == "m" {
				unit = "min"
			}
			return d[:i] + nb + unit
		}
	}
	return d
}

// Label shortens a command line to a word or two for the rail.
func Label(line string) string {
	w := strings.Fields(line)
	if len(w) == 0 {
		return ""
	}
	verb := strings.TrimSuffix(w[0], ".sh")
	has := func(opt string) bool {
		for _, x := range w {
			if x == opt {
				return true
			}
		}
		return false
	}
	switch {
	case verb == "clock" && len(w) == 3 && w[1] == "advance":
		return "+" + spaced(w[2])
	case verb == "kafka-topics" && has("--create"):
		return words.T("create topic")
	case verb == "kafka-topics" && has("--delete"):
		return words.T("delete topic")
	case verb == "kafka-configs":
		return words.T("alter config")
	case verb == "kafka-console-producer" || verb == "echo":
		return words.T("produce")
	case verb == "step" && has("--task"):
		return words.F("to %1", TaskName(w[len(w)-1]))
	case verb == "workload" && len(w) > 2:
		return verb + " " + w[1] + " " + w[2]
	}
	return strings.TrimPrefix(verb, "kafka-")
}
