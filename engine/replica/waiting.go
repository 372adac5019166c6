package replica

import (
	"slices"
	"strconv"

	"logarium/engine/kerr"
	"logarium/engine/store"
)

// kind is what a waiting request wants.
type kind uint8

const (
	produce       kind = iota // acks=all
	deleteRecords             // all replicas' log start offsets
)

// waiting is a request that cannot be answered yet: Kafka's DelayedProduce or DelayedDeleteRecords.
type waiting struct {
	id       int64
	kind     kind
	name     string
	required int64 // the offset that high watermark or low watermark has to reach
	timer    uint64
	produced Produced // the answer so far
	low      int64    // low watermark when the request came
}

// Waiting is such a request as others see it.
type Waiting struct {
	ID       int64
	Delete   bool // DeleteRecords, otherwise Produce
	Name     string
	Required int64
}

// Completed is a request that is done after it has waited.
type Completed struct {
	Waiting
	Produced     Produced
	Code         string // protocol error, "" for none
	LowWatermark int64  // of DeleteRecords, -1 with an error
}

func (w *waiting) code(c *store.Coder) {
	c.Int64(&w.id)
	store.Number(c, &w.kind)
	c.String(&w.name)
	c.Int64(&w.required)
	c.Uint64(&w.timer)
	w.produced.code(c)
	c.Int64(&w.low)
}

func (d *Completed) code(c *store.Coder) {
	c.Int64(&d.ID)
	c.Bool(&d.Delete)
	c.String(&d.Name)
	c.Int64(&d.Required)
	d.Produced.code(c)
	c.String(&d.Code)
	c.Int64(&d.LowWatermark)
}

func (w *waiting) public() Waiting { return Waiting{w.id, w.kind == deleteRecords, w.name, w.required} }

// Waiting lists the requests that wait, in the order of their arrival.
func (m *Manager) Waiting() []Waiting {
	list := make([]Waiting, len(m.waiting))
	for i := range m.waiting {
		list[i] = m.waiting[i].public()
	}
	return list
}

// Completed takes the requests that have been done since the last call, in that order.
func (m *Manager) Completed() []Completed {
	list := m.completed
	m.completed = nil
	return list
}

// waits says that a request of that kind waits for a partition.
func (m *Manager) waits(name string, k kind) bool {
	return slices.ContainsFunc(m.waiting, func(w waiting) bool { return w.name == name && w.kind == k })
}

// waitOrAnswer answers a produce request, or lets it wait.
func (m *Manager) waitOrAnswer(env *Env, w waiting, timeout int64) (Produced, bool) {
	if code, done := m.check(env, &w); done {
		w.produced.Code = code
		return w.produced, true
	}
	m.await(env, w, timeout)
	return w.produced, false
}

// await puts a request into the list, with a timer.
func (m *Manager) await(env *Env, w waiting, timeout int64) {
	w.timer = m.schedule(env, TaskTimeout, env.now()+max(timeout, 0), 0, strconv.FormatInt(w.id, 10))
	m.waiting = append(slices.Clip(m.waiting), w)
}

// check says whether a request is done, and with which error.
func (m *Manager) check(env *Env, w *waiting) (code string, done bool) {
	p, err := m.hosted(w.name, "")
	if err != nil {
		return kerr.Code(err), true
	}
	if w.kind == produce {
		reached, code := m.Reached(env, w.name, w.required)
		return code, reached || code != ""
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return "NOT_LEADER_OR_FOLLOWER", true
	}
	return "", m.lowWatermark(p, l) >= w.required
}

// complete looks again at the requests that wait for a partition, kind by kind.
func (m *Manager) complete(env *Env, name string, kinds ...kind) {
	for _, k := range kinds {
		for _, w := range m.waiting {
			if w.name != name || w.kind != k {
				continue
			}
			if code, done := m.check(env, &w); done {
				m.finish(env, w, code)
			}
		}
	}
}

// finish takes a request out of the list and keeps its answer.
func (m *Manager) finish(env *Env, w waiting, code string) {
	env.Host.Clock.Cancel(w.timer)
	m.waiting = slices.DeleteFunc(slices.Clone(m.waiting), func(x waiting) bool { return x.id == w.id })
	d := Completed{Waiting: w.public(), Produced: w.produced, Code: code, LowWatermark: unknown}
	d.Produced.Code = code
	switch {
	case w.kind != deleteRecords:
	case code == "":
		p := m.parts.Edit(w.name)
		d.LowWatermark = m.lowWatermark(p, m.leaderLog(env, p))
	case code == timedOut:
		d.LowWatermark = w.low
	}
	m.completed = append(slices.Clip(m.completed), d)
}

// timedOut is the error of a request whose time is up.
const timedOut = "REQUEST_TIMED_OUT"

// expire ends a request whose time is up.
func (m *Manager) expire(env *Env, id int64) {
	for _, w := range m.waiting {
		if w.id == id {
			m.finish(env, w, timedOut)
			return
		}
	}
}
