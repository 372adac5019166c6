package link

import (
	"fmt"
	"sync"
	"testing"
)

func TestPipeKeepsOrderAndWhatCameEarly(t *testing.T) {
	a, b := Pipe()
	a.Send([]byte("early 1"))
	a.Send([]byte("early 2"))
	var got []string
	b.Listen(func(data []byte) { got = append(got, string(data)) })
	a.Send([]byte("late"))
	if want := "[early 1 early 2 late]"; fmt.Sprint(got) != want {
		t.Fatalf("received %v, want %s", got, want)
	}
}

func TestPipeGoesBothWaysUntilClosed(t *testing.T) {
	a, b := Pipe()
	var answers []string
	a.Listen(func(data []byte) { answers = append(answers, string(data)) })
	b.Listen(func(data []byte) { b.Send(append([]byte("re: "), data...)) })
	a.Send([]byte("1"))
	a.Close()
	a.Send([]byte("2"))
	if len(answers) != 1 || answers[0] != "re: 1" {
		t.Fatalf("answers %q", answers)
	}
}

func TestQueueGivesEverythingInOrder(t *testing.T) {
	var q Queue[int]
	const each = 1000
	var senders sync.WaitGroup
	for s := range 3 {
		senders.Go(func() {
			for i := range each {
				q.Push(s*each + i)
			}
		})
	}
	last := [3]int{-1, -1, -1}
	for range 3 * each {
		v := q.Next()
		if v%each <= last[v/each] {
			t.Fatalf("%d came after %d", v%each, last[v/each])
		}
		last[v/each] = v % each
	}
	senders.Wait()
	if _, ok := q.Take(); ok {
		t.Fatal("the queue should be empty")
	}
}
