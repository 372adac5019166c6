package glass

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"logarium/engine/checkpoint"
)

// report is what the dump found wrong, printed after everything else.
type report struct {
	index       findings // entry's offset, last offset of the batch where it points
	mismatch    findings // entry's timestamp, largest timestamp of the batch
	order       findings // entry's timestamp, that of the entry before
	missing     findings // entry's offset, last offset of the batch that has it, -1 if there is none
	consecutive findings // offset, the next one
}

// findings are pairs of numbers by file. Kafka keeps them in a HashMap and prints them in its order.
type findings []finding

type finding struct {
	file  string
	pairs [][2]int64
}

func (f *findings) add(file string, a, b int64) {
	for i := range *f {
		if (*f)[i].file == file {
			(*f)[i].pairs = append((*f)[i].pairs, [2]int64{a, b})
			return
		}
	}
	*f = append(*f, finding{file, [][2]int64{{a, b}}})
}

func (r *report) print(w io.Writer) {
	r.index.byFirst(-1)
	r.consecutive.byFirst(1)
	r.index.print(w, "Mismatches in :%s\n", "  Index offset: %d, log offset: %d\n")
	r.mismatch.print(w, "Found timestamp mismatch in :%s\n", "  Index timestamp: %d, log timestamp: %d\n")
	r.order.print(w, "Found out of order timestamp in :%s\n", "  Index timestamp: %d, Previously indexed timestamp: %d\n")
	r.missing.print(w, "The following indexed offsets are not found in :%s\n", "Indexed offset: %d, found log offset: %d\n")
	r.consecutive.print(w, "Non-consecutive offsets in %s\n", "  %d is followed by %d\n")
}

// byFirst brings pairs into the order of a TreeMap of their first numbers, ascending with sign 1, descending with -1. Of pairs with the same
// one only the latest is in it.
func (f findings) byFirst(sign int) {
	for i := range f {
		pairs := f[i].pairs
		slices.Reverse(pairs)
		slices.SortStableFunc(pairs, func(a, b [2]int64) int { return sign * cmp.Compare(a[0], b[0]) })
		f[i].pairs = slices.CompactFunc(pairs, func(a, b [2]int64) bool { return a[0] == b[0] })
	}
}

func (f findings) print(w io.Writer, title, line string) {
	slices.Reverse(f) // Map.computeIfAbsent puts a new entry in front of the others in its bucket
	checkpoint.HashOrder(f, checkpoint.Buckets(len(f)), func(x finding) int32 { return checkpoint.StringHash(x.file) })
	for _, x := range f {
		fmt.Fprintf(w, title, x.file)
		for _, p := range x.pairs {
			fmt.Fprintf(w, line, p[0], p[1])
		}
	}
}
