package cluster

import (
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/kerr"
)

// The kinds of generated records.
const (
	KindRandom = "random" // letters without a key, as kafka-producer-perf-test sends them
	KindOrders = "orders" // small JSON documents keyed by customer
)

// defaultSize is the size of a random value that nobody asked for.
const defaultSize = 100

// payload draws generated records from the machine's chance.
type payload struct {
	random *broker.Random
	orders *int64 // number of the last order
}

// CheckKind refuses the name of a kind of records that there is not.
func CheckKind(kind string) error {
	if kind != KindRandom && kind != KindOrders {
		return kerr.ErrIllegalArgument.With("Unknown kind of records: %s (known: orders, random)", kind)
	}
	return nil
}

// record draws one record with a value of size bytes; 0 lets the kind decide.
func (p payload) record(kind string, size int) Record {
	if kind == KindOrders {
		return p.order(size)
	}
	if size == 0 {
		size = defaultSize
	}
	return Record{Timestamp: NoTimestamp, Value: p.letters(size)}
}

// letters draws n letters a to z, twelve from each number drawn.
func (p payload) letters(n int) []byte {
	b := make([]byte, n)
	for i := 0; i < n; {
		for bits, k := p.random.Uint64(), 0; k < 12 && i < n; i, k = i+1, k+1 {
			b[i] = 'a' + byte(bits%26)
			bits /= 26
		}
	}
	return b
}

// order draws an order: the key is its customer. A size above the document's own is filled with blanks behind it,
// which JSON allows.
func (p payload) order(size int) Record {
	*p.orders++
	b := make([]byte, 0, 64)
	b = append(b, `{"order":`...)
	b = strconv.AppendInt(b, *p.orders, 10)
	b = append(b, `,"sku":"`...)
	b = append(b, 'A'+byte(p.random.Below(4)), '-')
	b = padded(b, 1000+p.random.Below(9000), 4)
	b = append(b, `","qty":`...)
	b = strconv.AppendInt(b, int64(1+p.random.Below(9)), 10)
	b = append(b, `,"eur":`...)
	b = cents(b, 100+p.random.Below(9900))
	b = append(b, '}')
	for len(b) < size {
		b = append(b, ' ')
	}
	return Record{Timestamp: NoTimestamp, Key: padded([]byte("c-"), p.random.Below(2000), 4), Value: b}
}

// cents writes an amount without trailing zeros, as JSON prints numbers.
func cents(b []byte, n int) []byte {
	b = strconv.AppendInt(b, int64(n/100), 10)
	switch rest := n % 100; {
	case rest == 0:
		return b
	case rest%10 == 0:
		return strconv.AppendInt(append(b, '.'), int64(rest/10), 10)
	default:
		return padded(append(b, '.'), rest, 2)
	}
}

// padded appends a number with leading zeros up to width.
func padded(b []byte, n, width int) []byte {
	s := strconv.Itoa(n)
	for range width - len(s) {
		b = append(b, '0')
	}
	return append(b, s...)
}
