package cleaner

import (
	"cmp"
	"slices"

	"logarium/engine/index"
	"logarium/engine/record"
	"logarium/engine/store"
)

// transactions follows the transactions while a log is read in the order of its offsets: it tells data of aborted ones,
// and markers that no data stands before any more.
type transactions struct {
	known     []index.AbortedTxn // begin beyond what was read; in the order of their first offsets
	aborted   []abortedTxn       // open and aborted, by producer
	committed []int64            // producers with open transactions that will be committed, ascending
}

// abortedTxn is one whose marker is still to come.
type abortedTxn struct {
	index.AbortedTxn
	seen bool // a batch of it was read
}

// learn adds aborted transactions, from the indexes of the segments that are read next. The same one may come twice.
func (t *transactions) learn(list []index.AbortedTxn) {
	t.known = append(t.known[:len(t.known):len(t.known)], list...)
	slices.SortStableFunc(t.known, func(a, b index.AbortedTxn) int { return cmp.Compare(a.FirstOffset, b.FirstOffset) })
}

// begin opens the aborted transactions that begin at or below offset.
func (t *transactions) begin(offset int64) {
	for len(t.known) > 0 && t.known[0].FirstOffset <= offset {
		if at, open := t.find(t.known[0].ProducerID); !open {
			t.aborted = slices.Insert(slices.Clone(t.aborted), at, abortedTxn{AbortedTxn: t.known[0]})
		}
		t.known = t.known[1:]
	}
}

func (t *transactions) find(producer int64) (at int, open bool) {
	return slices.BinarySearchFunc(t.aborted, producer, func(a abortedTxn, id int64) int { return cmp.Compare(a.ProducerID, id) })
}

// data takes notice of a batch of records and reports that its transaction was aborted.
func (t *transactions) data(b record.Batch) (aborted bool) {
	t.begin(b.LastOffset())
	if !b.IsTransactional() {
		return false
	}
	id := b.ProducerID()
	if at, open := t.find(id); open {
		if !t.aborted[at].seen {
			t.aborted = slices.Clone(t.aborted)
			t.aborted[at].seen = true
		}
		return true
	}
	if at, open := slices.BinarySearch(t.committed, id); !open {
		t.committed = slices.Insert(slices.Clone(t.committed), at, id)
	}
	return false
}

// marker takes notice of a control batch. needless: nothing stands before it that it would decide about. of is the
// aborted transaction that it ends and of which there is data, nil if there is none.
func (t *transactions) marker(b record.Batch, it *record.Iterator) (needless bool, of *index.AbortedTxn, err error) {
	t.begin(b.LastOffset())
	if it.Open(b); !it.Next() {
		return true, nil, it.Err()
	}
	kind, err := record.ParseControlType(it.Record().Key)
	if err != nil {
		return false, nil, err
	}
	switch kind {
	case record.Abort:
		return t.abort(b.ProducerID())
	case record.Commit:
		at, open := slices.BinarySearch(t.committed, b.ProducerID())
		if open {
			t.committed = slices.Delete(slices.Clone(t.committed), at, at+1)
		}
		return !open, nil, nil
	}
	return false, nil, nil
}

func (t *transactions) abort(producer int64) (needless bool, of *index.AbortedTxn, err error) {
	at, open := t.find(producer)
	if !open {
		return true, nil, nil
	}
	a := t.aborted[at]
	t.aborted = slices.Delete(slices.Clone(t.aborted), at, at+1)
	if !a.seen {
		return true, nil, nil
	}
	return false, &a.AbortedTxn, nil
}

func (t *transactions) code(c *store.Coder) {
	store.Slice(c, &t.known, codeAborted)
	store.Slice(c, &t.aborted, func(c *store.Coder, a *abortedTxn) {
		codeAborted(c, &a.AbortedTxn)
		c.Bool(&a.seen)
	})
	store.Slice(c, &t.committed, (*store.Coder).Int64)
}

func codeAborted(c *store.Coder, a *index.AbortedTxn) {
	for _, p := range []*int64{&a.ProducerID, &a.FirstOffset, &a.LastOffset, &a.LastStableOffset} {
		c.Int64(p)
	}
}
