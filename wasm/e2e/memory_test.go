package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"logarium/engine/message"
)

const (
	memoryBound = 256 << 20 // of WebAssembly memory that the machine's program may take
	window      = 12_000    // records that are read at once
	shortTopic  = 112       // MiB that are produced; LOGARIUM_TOPIC_MB=1024 is the promise
)

// TestMemoryStaysBounded produces a topic that does not fit the budget of pages, reads it to its end, restarts the
// broker, and opens the lab anew: all the time the program takes no more than its bound, as what does not fit lies in
// the block store alone.
func TestMemoryStaysBounded(t *testing.T) {
	megabytes := shortTopic
	if text := os.Getenv("LOGARIUM_TOPIC_MB"); text != "" {
		megabytes = must(t, text)
	}
	p := visit(t, shared, site(t))
	p.exec("kafka-topics --create --topic big --config segment.bytes=134217728")
	begin := time.Now()
	for made := 0; made < megabytes; made += 16 {
		p.exec("produce big --count 1024 --records-per-batch 16 --batch-bytes 16384")
		if made%128 == 0 {
			bounded(p, fmt.Sprintf("%d MB produced", made+16))
		}
	}
	p.saved()
	t.Logf("produced in %v", time.Since(begin).Round(time.Second))
	end := p.offsets()
	for at := int64(0); at < end; at += window {
		out := p.exec(fmt.Sprintf("kafka-console-consumer --topic big --partition 0 --offset %d --max-messages %d | wc -l", at, window)).Out
		if want := min(window, end-at); strings.TrimSpace(out) != strconv.FormatInt(want, 10) {
			t.Fatalf("%d records from %d on, and read were %s", want, at, out)
		}
	}
	bounded(p, "read to the end")
	p.exec("broker restart")
	p.saved()
	bounded(p, "broker restarted")
	begin = time.Now()
	p.reload()
	if again := p.offsets(); again != end {
		t.Errorf("the log ends at %d, before at %d", again, end)
	}
	t.Logf("reopened in %v", time.Since(begin).Round(time.Millisecond))
	p.exec("kill -9 101")
	p.exec("broker start")
	bounded(p, "opened anew and recovered")
}

// offsets is the end of the big topic.
func (p *tab) offsets() int64 {
	p.t.Helper()
	var view message.Partition
	p.view("partition", map[string]string{"partition": "big-0"}, &view)
	return view.LogEndOffset
}

func bounded(p *tab, when string) {
	p.t.Helper()
	var lab message.Lab
	p.view("lab", nil, &lab)
	p.t.Logf("%s: %d MB of memory, %d MB stored", when, lab.Memory>>20, lab.Bytes>>20)
	if lab.Memory == 0 || lab.Memory > memoryBound {
		p.t.Fatalf("%s: the program has taken %d bytes of memory, at most %d are promised", when, lab.Memory, memoryBound)
	}
}
