package cluster

import (
	"iter"
	"strings"

	"logarium/engine/cow"
	"logarium/engine/store"
)

// values are the newest values of a compacted topic by key, both as bytes.
type values struct{ cow.Map[string, string] }

// apply takes a record over; a nil value takes the key back.
func (v *values) apply(key, value []byte) {
	if value == nil {
		v.Delete(string(key))
		return
	}
	v.Set(string(key), string(value))
}

// under goes over the keys that begin with prefix, in their order.
func (v *values) under(prefix string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, value := range v.Ascend(prefix) {
			if !strings.HasPrefix(key, prefix) || !yield(key, value) {
				return
			}
		}
	}
}

func (v *values) fork() values { return values{v.Fork()} }

func (v *values) code(c *store.Coder) { v.Code(c, (*store.Coder).String, (*store.Coder).String) }
