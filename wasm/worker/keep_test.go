package worker

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"logarium/engine/message"
)

// A page that asks without end does not keep its commands from being saved.
func TestQuestionsDoNotHoldACommitUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := started(t)
		d.exec("add 1")
		for range 30 {
			d.post(message.Request{ID: 9, Op: "complete", Line: "a"})
			time.Sleep(5 * time.Millisecond)
		}
		if heard := strings.Join(d.take(), "\n"); !strings.Contains(heard, "saved 2") {
			t.Error(heard)
		}
	})
}
