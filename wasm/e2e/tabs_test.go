package e2e

import (
	"strings"
	"testing"
	"time"

	"logarium/engine/message"
)

// The second tab of a lab is told, can look and not touch, and takes over when the first one goes.
func TestSecondTabIsReadOnlyUntilTheFirstIsClosed(t *testing.T) {
	url := site(t)
	first := visit(t, shared, url)
	first.exec(change)
	first.saved()
	second := visit(t, shared, url)
	ready := second.ready()
	if !ready.ReadOnly || !strings.Contains(ready.Why, "Another tab") {
		t.Fatalf("ready %+v", ready)
	}
	second.screenshot("second-tab")
	if result := second.run(change); result.Exit == 0 {
		t.Errorf("changed from a second tab: %+v", result)
	}
	second.exec("ls /")
	if a, b := first.lab(), second.lab(); a.Position != b.Position || a.Digest != b.Digest || !b.ReadOnly {
		t.Errorf("first sees %+v, second %+v", a, b)
	}
	first.exec(change) // the first one goes on
	first.saved()
	position := first.lab().Position
	first.close()
	second.wait("the lab", "logarium.view('lab').then((l) => !l.readOnly)")
	if lab := second.lab(); lab.Position != position {
		t.Errorf("took over at %d, the first tab was at %d", lab.Position, position)
	}
	second.exec(change)
	second.saved()
}

// A page that was left may be kept by the browser, to be shown again at once. It must not keep the lab.
func TestPageThatWasLeftLetsGoAndComesBack(t *testing.T) {
	url := site(t)
	first := visit(t, shared, url)
	first.exec(change)
	first.saved()
	first.navigate("about:blank")
	second := visit(t, shared, url)
	second.wait("the lab", "logarium.view('lab').then((l) => !l.readOnly)")
	second.exec(change)
	second.saved()
	position := second.lab().Position
	second.close()
	_ = first.try("history.back()", nil) // no answer: its page is gone
	first.wait("the lab", "logarium.view('lab').then((l) => !l.readOnly)")
	if lab := first.lab(); lab.Position != position {
		t.Errorf("came back at %d, the other tab was at %d", lab.Position, position)
	}
	first.exec(change)
}

// A long command shows its progress, answers views meanwhile, can be cancelled, and is taken back by one undo; frames of
// the page go on.
func TestLongCommandLeavesThePageAlone(t *testing.T) {
	p := visit(t, shared, site(t))
	before := p.lab()
	p.eval(`(() => {
		window.seen = {progress: 0, last: 0, frames: [], lines: []};
		logarium.on("progress", (e) => { seen.progress++; seen.last = e.progress.done; });
		let then = performance.now();
		(function frame(now) {
			if (now) { seen.frames.push(now - then); then = now; }
			if (!seen.stop) requestAnimationFrame(frame);
		})();
	})()`, nil)
	var worst, p95 []float64
	for range 3 {
		p.eval("(seen.frames = [], seen.progress = 0)", nil)
		begin := time.Now()
		p.exec(hundredThousand)
		took := time.Since(begin)
		var frames []float64
		p.eval("seen.frames.sort((a, b) => a - b)", &frames)
		var progress int
		p.eval("seen.progress", &progress)
		if progress == 0 && took > 300*time.Millisecond {
			t.Errorf("no progress in %v", took)
		}
		p95, worst = append(p95, frames[len(frames)*95/100]), append(worst, frames[len(frames)-1])
		p.saved()
		p.exec("undo")
		if after := p.lab(); after.Position != before.Position || after.Digest != before.Digest {
			t.Fatalf("after undo %+v, before %+v", after, before)
		}
	}
	p.eval("(seen.stop = true)", nil)
	t.Logf("frames: p95 of three runs %.1f ms, worst %.1f ms", p95, worst)
	if slices95(p95) > 50 {
		t.Errorf("p95 of the frames is over 50 ms: %.1f", p95)
	}
}

// slices95 is the median of three runs, so that one disturbed run does not decide.
func slices95(v []float64) float64 {
	a, b, c := v[0], v[1], v[2]
	return max(min(a, b), min(max(a, b), c))
}

const hundredThousand = "produce orders --count 100000 --size 100"

func TestLongCommandIsCancelledWhereItIs(t *testing.T) {
	p := visit(t, shared, site(t))
	before := p.lab()
	var result message.Result
	p.eval(`new Promise((resolve, reject) => {
		logarium.exec("produce orders --count 100000000 --size 100").then(resolve, reject);
		logarium.on("progress", () => logarium.cancel());
	})`, &result)
	stopped := p.lab()
	if stopped.Position != before.Position+1 {
		t.Errorf("position %d after a cancelled command, %d before", stopped.Position, before.Position)
	}
	p.saved()
	p.exec("undo")
	if after := p.lab(); after.Digest != before.Digest {
		t.Errorf("undo left %+v, before %+v", after, before)
	}
}
