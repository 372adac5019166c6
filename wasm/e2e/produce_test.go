package e2e

import (
	"fmt"
	"testing"

	"logarium/engine/message"
)

// newest is the last batch of the partition.
func (s *story) newest() message.Batch {
	s.t.Helper()
	all := s.segments()
	var b message.Batches
	s.view("batches", map[string]any{"partition": orders, "base": all[len(all)-1].Base, "from": -1, "limit": 1}, &b)
	if len(b.Batches) != 1 {
		s.t.Fatalf("batches %+v", b)
	}
	return b.Batches[0]
}

// sent presses the button and waits until the log has grown to an end.
func (s *story) sent(button string, end int64) {
	s.t.Helper()
	s.click(button)
	s.wait("the records", fmt.Sprintf("logarium.view('partition', {partition: 'orders-0'}).then((p) => p.logEndOffset == %d)", end))
}

// What the form says is what the log holds: codec, batch size, time, transaction.
func TestProduceFormSaysHow(t *testing.T) {
	s := screen(t)
	s.exec("workload stop shop")
	s.press("1")
	s.wait("the button is in sight without scrolling", `(() => { const r = document.querySelector("[data-act=send]").getBoundingClientRect(); const p = document.querySelector(".side .tabpanel"); return document.elementFromPoint(r.x + 9, r.y + 9)?.closest("[data-act=send]") && p.scrollTop == 0 && p.scrollWidth <= p.clientWidth ? true : false })()`)
	end, before := s.partition().LogEndOffset, s.clock().Now
	s.click("[data-act='codec:zstd']")
	s.retype("#p-batch", "7")
	s.retype("#p-repeat", "3")
	s.retype("#p-over", "3 s")
	s.shows("[data-act='send-many']", "Send 21")
	s.sent("[data-act='send-many']", end+21)
	if b := s.newest(); b.Codec != "zstd" || b.Count != 7 {
		t.Errorf("newest %+v", b)
	}
	if now := s.clock().Now; now != before+3000 {
		t.Errorf("3 s of sending took %d ms", now-before)
	}
	s.retype("#p-over", "soon")
	s.shows(".produce", "A length of time as 30 s")
	s.wait("no sending", "document.querySelector('[data-act=send]').disabled")
	s.retype("#p-over", " ")
	s.screenshot("produce")
}

func TestProduceFormSendsInATransaction(t *testing.T) {
	s := screen(t)
	s.press("1")
	s.click("[data-act='txn:yes']")
	s.shows(".produce", "no transaction yet")
	s.click("[data-act^='run:tx begin']")
	s.shows(".produce", "tx1: It is")
	end := s.partition().LogEndOffset
	s.sent("[data-act='send']", end+1)
	if b := s.newest(); !b.Txn || b.Control {
		t.Errorf("newest %+v", b)
	}
	s.shows(".produce", "It is Ongoing")
	s.sent("[data-act^='run:tx commit']", end+2)
	if b := s.newest(); !b.Control {
		t.Errorf("a commit wrote %+v", b)
	}
}
