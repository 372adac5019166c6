package fuzz

import (
	"maps"
	"slices"
)

// Shrink leaves out of a sequence what is not needed for differs to say true. Differs runs the whole sequence; it is asked at most
// limit times. The sequence itself must differ.
func Shrink(ops []Op, limit int, differs func([]Op) bool) []Op {
	s := shrinker{differs: differs, left: limit}
	ops = s.drop(ops)
	ops = s.simplify(ops)
	return s.drop(ops)
}

type shrinker struct {
	differs func([]Op) bool
	left    int
}

func (s *shrinker) try(ops []Op) bool {
	if s.left == 0 || len(ops) == 0 {
		return false
	}
	s.left--
	return s.differs(ops)
}

// drop leaves out runs of operations, long ones first.
func (s *shrinker) drop(ops []Op) []Op {
	for size := (len(ops) + 1) / 2; size > 0; size /= 2 {
		for at := 0; at < len(ops); {
			rest := append(append([]Op{}, ops[:at]...), ops[min(at+size, len(ops)):]...)
			if s.try(rest) {
				ops = rest
			} else {
				at += size
			}
		}
	}
	return ops
}

// simplify leaves out members of operations, and elements of their lists.
func (s *shrinker) simplify(ops []Op) []Op {
	for i := range ops {
		for _, smaller := range variants(ops[i]) {
			next := append([]Op{}, ops...)
			next[i] = smaller(ops[i])
			if string(next[i].Line()) != string(ops[i].Line()) && s.try(next) {
				ops = next
			}
		}
	}
	return ops
}

// needed are members that stay: without them an operation means nothing, or an index file is ten megabytes that are hashed at
// each operation.
var needed = [...]string{"op", "file", "batch", "batches", "hex", "log", "from", "to", "key", "config", "segment.index.bytes"}

// variants are ways to make an operation smaller, each to be tried on what the ones before have left.
func variants(o Op) []func(Op) Op {
	var ways []func(Op) Op
	for _, k := range sorted(o) {
		if !slices.Contains(needed[:], k) {
			ways = append(ways, func(o Op) Op { return without(o, k) })
		}
	}
	for _, inner := range []string{"config", "batch"} {
		for _, k := range sorted(object(o[inner])) {
			if slices.Contains(needed[:], k) {
				continue
			}
			ways = append(ways, func(o Op) Op { return replace(o, inner, without(object(o[inner]), k)) })
		}
	}
	if list, ok := object(o["batch"])["records"].([]any); ok {
		for n := len(list) - 1; n > 0; n-- {
			ways = append(ways, func(o Op) Op { return replace(o, "batch", cutList(object(o["batch"]), "records", n)) })
		}
	}
	if list, ok := o["batches"].([]any); ok {
		for n := len(list) - 1; n >= 0; n-- {
			ways = append(ways, func(o Op) Op { return cutList(o, "batches", n) })
		}
	}
	return ways
}

func object(v any) Op {
	switch m := v.(type) {
	case Op:
		return m
	case map[string]any:
		return m
	}
	return nil
}

func without(o Op, key string) Op {
	c := maps.Clone(o)
	delete(c, key)
	return c
}

func replace(o Op, key string, v Op) Op {
	c := maps.Clone(o)
	c[key] = v
	return c
}

// cutList leaves out element n of a list, if there is one and it is not the only one.
func cutList(o Op, key string, n int) Op {
	list, _ := o[key].([]any)
	if n >= len(list) || len(list) < 2 {
		return o
	}
	c := maps.Clone(o)
	c[key] = append(append([]any{}, list[:n]...), list[n+1:]...)
	return c
}
