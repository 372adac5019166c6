package link

import (
	"bytes"
	"syscall/js"
	"testing"
)

// ports returns the two ends of a browser's channel.
func ports() (Port, Port) {
	channel := js.Global().Get("MessageChannel").New()
	return JS(channel.Get("port1")), JS(channel.Get("port2"))
}

func TestMessagePortKeepsOrderAndBytes(t *testing.T) {
	a, b := ports()
	defer a.Close()
	big := bytes.Repeat([]byte{0, 1, 0xff}, 400_000)
	a.Send([]byte("early"))
	a.Send(nil)
	var q Queue[[]byte]
	b.Listen(q.Push)
	a.Send(big)
	for i, want := range [][]byte{[]byte("early"), {}, big} {
		if got := q.Next(); !bytes.Equal(got, want) {
			t.Fatalf("message %d has %d bytes, want %d", i, len(got), len(want))
		}
	}
}

func TestMessagePortGoesBothWays(t *testing.T) {
	a, b := ports()
	defer a.Close()
	b.Listen(func(data []byte) { b.Send(append([]byte("re: "), data...)) })
	var q Queue[[]byte]
	a.Listen(q.Push)
	a.Send([]byte("1"))
	if got := q.Next(); string(got) != "re: 1" {
		t.Fatalf("got %q", got)
	}
}

// TestMessagePortSendsInOneGo: what is said before the thread is given back is one message of the browser's.
func TestMessagePortSendsInOneGo(t *testing.T) {
	channel := js.Global().Get("MessageChannel").New()
	a, b := JS(channel.Get("port1")), JS(channel.Get("port2"))
	defer a.Close()
	var q Queue[string]
	messages := 0
	count := js.FuncOf(func(js.Value, []js.Value) any { messages++; return nil })
	defer count.Release()
	channel.Get("port2").Call("addEventListener", "message", count)
	b.Listen(func(data []byte) { q.Push(string(data)) })
	for round := 1; round <= 3; round++ {
		for _, s := range []string{"one", "", "three"} {
			a.Send([]byte(s))
		}
		if got := q.Next() + q.Next() + q.Next(); got != "onethree" || messages != round {
			t.Fatalf("%q came in %d messages after round %d", got, messages, round)
		}
	}
}

// TestMuchGoesAhead: what takes long to be read is not held back until all is said, and nothing overtakes it.
func TestMuchGoesAhead(t *testing.T) {
	channel := js.Global().Get("MessageChannel").New()
	a, b := JS(channel.Get("port1")), JS(channel.Get("port2"))
	defer a.Close()
	var q Queue[[]byte]
	messages := 0
	count := js.FuncOf(func(js.Value, []js.Value) any { messages++; return nil })
	defer count.Release()
	channel.Get("port2").Call("addEventListener", "message", count)
	b.Listen(q.Push)
	for _, n := range []int{10, much, 20, 30} {
		a.Send(make([]byte, n))
	}
	for _, want := range []int{10, much, 20, 30} {
		if got := q.Next(); len(got) != want {
			t.Fatalf("%d bytes came, want %d", len(got), want)
		}
	}
	if messages != 2 {
		t.Fatalf("all came in %d messages, want 2", messages)
	}
}

// TestAClosedPortLetsGo: what was said before comes, nothing does afterwards, and the browser is not left with a callback that is gone, which it
// would call by an exception.
func TestAClosedPortLetsGo(t *testing.T) {
	for _, said := range []int{0, 10, much + 1} {
		a, b := ports()
		var q Queue[[]byte]
		b.Listen(q.Push)
		if said > 0 {
			a.Send(make([]byte, said))
		}
		a.Close()
		a.Send([]byte("late"))
		a.Close()
		if said > 0 {
			if got := q.Next(); len(got) != said {
				t.Errorf("%d bytes came, want %d", len(got), said)
			}
		}
		turn := make(chan struct{})
		f := js.FuncOf(func(js.Value, []js.Value) any { close(turn); return nil })
		js.Global().Call("setTimeout", f, 0)
		<-turn
		f.Release()
		if p := a.(*messagePort); p.queued || len(p.waiting) > 0 {
			t.Errorf("after %d bytes: queued %t, %d bytes wait", said, p.queued, len(p.waiting))
		}
		b.Close()
	}
}
