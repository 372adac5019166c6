package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/message"
)

// The numbers on the screen are the engine's: the strip's words, the Why panel and the dump are held against the views, and the views
// against the files' bytes as the shell prints them.
func TestTheScreenAgreesWithTheEngineAndTheBytes(t *testing.T) {
	s := screen(t)
	s.press("3")
	var segments message.Segments
	s.view("segments", map[string]any{"partition": "orders-0"}, &segments)
	s.stripAgrees(segments.Segments)
	for _, seg := range segments.Segments {
		if seg.State == "renamed" {
			continue
		}
		s.eval(fmt.Sprintf("document.querySelector('.slist [data-act=\"base:%d\"]').click()", seg.Base), nil)
		s.wait("the segment", fmt.Sprintf("document.querySelector('.file-name').innerText.endsWith('%d')", seg.Base))
		s.whyAgrees(seg.Base)
	}
	s.bytesAgree(segments.Segments[len(segments.Segments)-2].Base)
}

// stripAgrees reads the words that stand for the strip's picture.
func (s *story) stripAgrees(list []message.Segment) {
	s.t.Helper()
	var twins []string
	s.eval("[...document.querySelectorAll('#strip .sr li')].map((e) => e.textContent)", &twins)
	var want []string
	for i, seg := range list {
		want = append(want, fmt.Sprintf("Segment %d of %d, base offset %d, %d bytes, %d batches, %s", i+1, len(list), seg.Base, seg.Size, seg.Batches, seg.Word))
	}
	for _, twin := range twins {
		if !slices.Contains(want, twin) {
			s.t.Errorf("the strip says %q; the engine %q", twin, want)
		}
	}
	if len(twins) < 4 {
		s.t.Errorf("the strip says only %q", twins)
	}
}

// whyAgrees holds the sentence and each rule with its numbers against the verdict.
func (s *story) whyAgrees(base int64) {
	s.t.Helper()
	var v message.Verdicts
	s.view("verdicts", map[string]any{"partition": "orders-0", "base": base}, &v)
	s.shows(".verdict", strings.Join(strings.Fields(v.Verdicts[0].Sentence), " "))
	var rows []string
	s.eval("[...document.querySelectorAll('.pred tbody tr:not(.grp)')].map((r) => r.innerText.replace(/\\s+/g, ' ').trim())", &rows)
	for _, r := range v.Verdicts[0].Rules {
		want := strings.Join(strings.Fields(r.Name+" "+r.Test+" "+r.Numbers), " ")
		if !slices.ContainsFunc(rows, func(row string) bool {
			return strings.HasPrefix(row, want) && strings.HasSuffix(row, "decides") == r.Decides
		}) {
			s.t.Errorf("segment %d: the rules are shown as %q, the engine says %q", base, rows, want)
		}
	}
}

// bytesAgree holds the batches of the engine, and the fields on the screen, against the file.
func (s *story) bytesAgree(base int64) {
	s.t.Helper()
	var batches message.Batches
	s.view("batches", map[string]any{"partition": "orders-0", "base": base, "limit": 5}, &batches)
	path := fmt.Sprintf("/tmp/kafka-logs/orders-0/%020d.log", base)
	var file message.Hex
	s.view("hex", map[string]any{"path": path, "offset": 0, "length": 8192}, &file)
	number := func(at, n int64) (v int64) {
		for _, b := range file.Bytes[at : at+n] {
			v = v<<8 | int64(b)
		}
		return v
	}
	for _, b := range batches.Batches {
		if got := number(b.Position, 8); got != b.BaseOffset {
			s.t.Errorf("the batch at %d begins with offset %d, the engine says %d", b.Position, got, b.BaseOffset)
		}
		if size := number(b.Position+8, 4) + 12; size != b.Size {
			s.t.Errorf("the batch at %d has %d bytes, the engine says %d", b.Position, size, b.Size)
		}
		s.goTo(strconv.FormatInt(b.BaseOffset, 10))
		s.shows(".hexfoot", fmt.Sprintf("%s – %s", narrow(b.Position), narrow(b.Position+b.Size-1)))
		s.shows(".fields", fmt.Sprintf("crc %08x ✓", number(b.Position+17, 4)))
	}
}
