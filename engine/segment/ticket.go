package segment

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/index"
	"logarium/engine/machine/disk"
)

// Ticket writes down what is needed to remove the files of a segment later, when the log that it belonged to may be
// gone: names, handles, and the numbers that the line about the removal shows.
func (s *Segment) Ticket() string {
	h := [...]int64{
		s.base, s.size, s.maxTs, int64(s.log), int64(s.offset.Handle()), int64(s.time.Handle()), int64(s.txn.Handle()),
	}
	var b strings.Builder
	for _, n := range h {
		b.WriteString(strconv.FormatInt(n, 10))
		b.WriteByte(' ')
	}
	b.WriteString(s.suffix)
	return b.String()
}

// FromTicket makes a segment that knows only what its removal needs. dir is the directory in which the files were
// when the ticket was written.
func FromTicket(ticket, dir string) (*Segment, error) {
	const numbers = 7
	f := strings.SplitN(ticket, " ", numbers+1)
	if len(f) != numbers+1 {
		return nil, fmt.Errorf("segment ticket %q has %d fields, not %d", ticket, len(f), numbers+1)
	}
	var n [numbers]int64
	for i := range n {
		v, err := strconv.ParseInt(f[i], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("segment ticket %q: %w", ticket, err)
		}
		n[i] = v
	}
	s := &Segment{base: n[0], size: n[1], maxTs: n[2], maxTsOffset: n[0], log: disk.Handle(n[3]), suffix: f[numbers]}
	s.offset = index.AdoptOffsetIndex(s.path(dir, IndexSuffix), s.base, disk.Handle(n[4]))
	s.time = index.AdoptTimeIndex(s.path(dir, TimeIndexSuffix), s.base, disk.Handle(n[5]))
	s.txn = index.AdoptTxnIndex(s.path(dir, TxnIndexSuffix), s.base, disk.Handle(n[6]))
	return s, nil
}
