package glass

import (
	"logarium/engine/message"
	"logarium/engine/record"
)

// logItems annotates the batches of a .log that overlap the window, and the bytes behind the last one.
func (v *view) logItems() (items []message.Field, total int, err error) {
	from, number := v.startNear(v.w.Offset)
	s := record.NewScanner(v.file, from, v.file.Size(), v.path)
	whole := from
	for s.Next() {
		if s.Position() >= v.end() || len(items) == maxItems {
			return items, v.countRest(s, number), nil
		}
		whole = s.Position() + int64(s.Size())
		if whole > v.w.Offset {
			items = append(items, v.scanned(s, number))
		}
		if number >= 0 {
			number++
		}
	}
	if whole < v.file.Size() && v.end() > whole {
		tail, err := v.tail(whole, s.Err())
		if err != nil {
			return items, number, err
		}
		items = append(items, tail)
	}
	return items, number, nil
}

// startNear is a position at or before pos where a batch begins, and the number of that batch if it is known: the
// start of a small file, otherwise the place of the last index entry that lies before.
func (v *view) startNear(pos int64) (from int64, number int) {
	if v.file.Size() <= countWhole {
		return 0, 0
	}
	if t := v.offsetTable(); t != nil {
		if i := t.atOrBelow(1, pos); i >= 0 && v.pointsRight(t, i) {
			return t.value(i, 1), -1
		}
	}
	return 0, 0
}

// pointsRight makes sure that an entry points to the batch that ends with its offset.
func (v *view) pointsRight(t *table, i int) bool {
	h, ok := headerAt(v.sibling(KindLog), t.value(i, 1))
	return ok && h.LastOffset() == t.base+t.value(i, 0)
}

// scanned annotates the batch at which a scanner stands; of one that is too large, only its header.
func (v *view) scanned(s *record.Scanner, number int) message.Field {
	if s.Size() <= maxWhole {
		if b := s.Batch(); b != nil {
			return v.batch(b, s.Position(), number)
		}
	}
	f := torn(s.Header(), s.Position(), s.Position()+int64(s.Size()))
	f.Name, f.Note = "batch", "too large to be read here"
	return f
}

// countRest counts the batches of a small file to its end.
func (v *view) countRest(s *record.Scanner, number int) int {
	if number < 0 {
		return -1
	}
	for number++; s.Next(); number++ {
	}
	return number
}

// tail names the bytes that are no whole batch.
func (v *view) tail(at int64, cause error) (message.Field, error) {
	size := v.file.Size()
	head := make([]byte, min(record.HeaderSize, size-at))
	if err := readFull(v.file, head, at); err != nil {
		return message.Field{}, err
	}
	switch {
	case allZero(head):
		zeros, err := v.zeroRun(at)
		f := rest("zeros", at, size, "no batch: space that was set aside (preallocate), or lost in a crash")
		if zeros < size {
			f = bad(f)
			f.Note = "no batch, though it is not all zeros"
		}
		return f, err
	case cause != nil:
		return bad(rest("no batch", at, size, cause.Error())), nil
	}
	return torn(head, at, size), nil
}

// zeroRun is where the zeros that begin at a position end, looked for in the window and a little behind it.
func (v *view) zeroRun(at int64) (int64, error) {
	end := min(v.file.Size(), max(at, v.w.Offset)+maxWindow)
	b := make([]byte, end-at)
	if len(b) > maxWhole {
		at, b = end-maxWindow, b[:maxWindow]
	}
	if err := readFull(v.file, b, at); err != nil {
		return at, err
	}
	for i, x := range b {
		if x != 0 {
			return at + int64(i), nil
		}
	}
	return v.file.Size(), nil
}

// headerAt reads the header of the batch at a position; not ok if there is none.
func headerAt(f File, at int64) (record.Batch, bool) {
	if f == nil || at < 0 || at >= f.Size() {
		return nil, false
	}
	s := record.NewScanner(f, at, f.Size(), "")
	if !s.Next() {
		return nil, false
	}
	return s.Header(), true
}
