package clock

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store/storetest"
)

// model is a clock that sorts a list at every step.
type model struct {
	now, last int64
	tasks     []Task
}

func (m *model) step(limit int64) string {
	slices.SortFunc(m.tasks, func(a, b Task) int { return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.ID, b.ID)) })
	if len(m.tasks) == 0 || m.tasks[0].Due > limit {
		m.now = max(m.now, limit)
		return fmt.Sprint(m.now, Task{}, false)
	}
	t := m.tasks[0]
	m.now = max(m.now, t.Due)
	if m.tasks[0].Due = m.now + t.Period; t.Period == 0 {
		m.tasks = m.tasks[1:]
	}
	return fmt.Sprint(m.now, t, true)
}

func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, m := New(100), &model{now: 100}
		for range rapid.IntRange(1, 100).Draw(rt, "steps") {
			due := c.Now() + rapid.Int64Range(-5, 20).Draw(rt, "in")
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0, 1:
				task := Task{Name: "x", Due: due, Period: rapid.Int64Range(0, 7).Draw(rt, "period")}
				m.last++
				if task.ID = c.Schedule(task); task.ID != uint64(m.last) {
					rt.Fatalf("id %d, want %d", task.ID, m.last)
				}
				m.tasks = append(m.tasks, task)
			case 2:
				id := rapid.Uint64Range(1, uint64(m.last)+1).Draw(rt, "id")
				n := len(m.tasks)
				m.tasks = slices.DeleteFunc(m.tasks, func(t Task) bool { return t.ID == id })
				if c.Cancel(id) != (len(m.tasks) < n) {
					rt.Fatalf("cancel of %d", id)
				}
			case 3:
				f := c.Fork() // what happens to the fork must not be seen
				for range 3 {
					f.Step(due + 50)
				}
			default:
				task, ok := c.Step(due)
				if got, want := fmt.Sprint(c.Now(), task, ok), m.step(due); got != want {
					rt.Fatalf("step gives %s, want %s", got, want)
				}
			}
		}
		if c.Len() != len(m.tasks) {
			rt.Fatalf("%d tasks, want %d", c.Len(), len(m.tasks))
		}
		var back Clock
		storetest.RoundTrip(t, c.Code, back.Code)
		got, want := slices.Collect(back.Tasks()), slices.Collect(c.Tasks())
		if fmt.Sprint(got) != fmt.Sprint(want) {
			rt.Fatalf("after a round trip %v, want %v", got, want)
		}
	})
}

// TestJump sets the wall clock: tasks keep their distance.
func TestJump(t *testing.T) {
	c := New(1000)
	id := c.Schedule(Task{Name: "roll", Owner: "b1", Due: 1500, Args: []string{"a"}})
	for _, ms := range []int64{1_000_000, -2_000_000} {
		c.Jump(ms)
		task, _ := c.Get(id)
		next, _ := c.Next()
		if task.Due-c.Now() != 500 || next.Due != task.Due || task.Args[0] != "a" {
			t.Errorf("after %+d the task is due in %d ms", ms, task.Due-c.Now())
		}
	}
	if task, ok := c.Step(Forever); !ok || task.Due != c.Now() || c.Now() != 1000-1_000_000+500 {
		t.Errorf("stepped to %d for %+v", c.Now(), task)
	}
	if _, ok := c.Step(Forever); ok || c.Now() != 1000-1_000_000+500 {
		t.Errorf("without tasks time went to %d", c.Now())
	}
}

// TestOwners ends an owner and performs a task ahead of time.
func TestOwners(t *testing.T) {
	c := New(0)
	early := c.Schedule(Task{Owner: "b1", Due: 50, Period: 10})
	for i := range 100 {
		c.Schedule(Task{Owner: fmt.Sprint("b", i%2), Due: int64(i)})
	}
	if task, ok := c.Take(early); !ok || task.Due != 50 {
		t.Errorf("took %+v", task)
	}
	if again, _ := c.Get(early); again.Due != 10 {
		t.Errorf("due again at %d", again.Due)
	}
	if n := c.CancelOwner("b1"); n != 51 || c.Len() != 50 {
		t.Errorf("%d cancelled, %d left", n, c.Len())
	}
	if _, ok := c.Take(early); ok {
		t.Error("took a task that is gone")
	}
}

func BenchmarkStep(b *testing.B) {
	c := New(0)
	for i := range 10_000 {
		c.Schedule(Task{Name: "delete-file", Due: int64(i % 100), Period: 100})
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Step(Forever)
	}
}

// TestSinceLooksAtWhatChanged: of a clock and a fork of it only tasks that lie beside what has changed are shown, and they lead from one to
// the other.
func TestSinceLooksAtWhatChanged(t *testing.T) {
	c := New(0)
	for i := range 10_000 {
		c.Schedule(Task{Name: "t", Due: int64(i)})
	}
	old := c.Fork()
	has := map[uint64]int64{}
	for task := range old.Tasks() {
		has[task.ID] = task.Due
	}
	c.Step(Forever)
	c.Cancel(5000)
	c.Schedule(Task{Name: "new", Due: 7000})
	shown := 0
	c.Since(&old, func(task Task, was bool) {
		if shown++; was {
			delete(has, task.ID)
			return
		}
		has[task.ID] = task.Due
	})
	for task := range c.Tasks() {
		if due, ok := has[task.ID]; !ok || due != task.Due {
			t.Errorf("task %d at %d, there it is at %d", task.ID, task.Due, due)
		}
	}
	if len(has) != c.Len() || shown > 6*64 {
		t.Errorf("%d tasks of %d, %d were shown", len(has), c.Len(), shown)
	}
	if later := c.Fork(); later.Jumped(&c) {
		t.Error("nobody has set the clock")
	} else if later.Jump(5); !later.Jumped(&c) {
		t.Error("somebody has set the clock")
	}
}
