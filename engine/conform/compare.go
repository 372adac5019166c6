package conform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/record"
)

// Compresses tells whether operations compress anything: compressed bytes depend on the compression library, so that bytes,
// lengths, positions and hashes cannot be compared there.
func Compresses(ops []byte) bool {
	for _, setting := range []string{`"codec":"`, `"compression.type":"`} {
		for _, codec := range []string{"gzip", "snappy", "lz4", "zstd"} {
			if strings.Contains(string(ops), setting+codec+`"`) {
				return true
			}
		}
	}
	return false
}

// Recompressing notices when Kafka has compressed records anew although no operation asked for it: a pass of the cleaner
// over batches that came compressed, as bytes.
type Recompressing struct{ compressed, cleaned bool }

// After takes notice of an operation and tells whether sizes and hashes mean anything from here on.
func (r *Recompressing) After(op []byte) bool {
	o, err := parseNode(op)
	if err != nil || r.cleaned {
		return r.cleaned
	}
	r.compressed = r.compressed || givesCompressed(map[string]any(o))
	name := o.str("op", "")
	r.cleaned = r.compressed && (name == "clean" || name == "cleanDirect")
	return r.cleaned
}

// givesCompressed looks for compressed batches among the bytes that an operation brings, also in lists.
func givesCompressed(v any) bool {
	switch x := v.(type) {
	case map[string]any:
		if given, ok := x["hex"].(string); ok {
			if b, err := hexBytes(given); err == nil && anyCompressed(b) {
				return true
			}
		}
		for _, m := range x {
			if givesCompressed(m) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(x, givesCompressed)
	}
	return false
}

func anyCompressed(b []byte) bool {
	for batch, err := range record.Batches(b) {
		if err == nil && batch.IsCompressed() {
			return true
		}
	}
	return false
}

// Compare lists what differs between two result lines, as data: the order of members does not matter.
func Compare(want, got []byte, lenient bool) []string {
	a, errA := parseNode(want)
	b, errB := parseNode(got)
	if errA != nil || errB != nil {
		return []string{fmt.Sprintf("no JSON: %.100s | %.100s", want, got)}
	}
	var x, y any = map[string]any(a), map[string]any(b)
	if lenient {
		x, y = soften(x), soften(y)
	}
	var out []string
	differences(x, y, "", &out)
	return out
}

// soft are the members that depend on compressed bytes.
var soft = []string{"hex", "sha", "crc", "size", "validBytes", "position", "bytes", "log", "stdout", "relativePosition", "bytesRead", "bytesWritten",
	"cleanBytes", "cleanableBytes", "totalBytes", "ratio"}

func soften(v any) any {
	switch x := v.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = soften(x[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, m := range x {
			if !slices.Contains(soft, k) {
				out[k] = softMember(k, m)
			}
		}
		return out
	}
	return v
}

func softMember(name string, v any) any {
	m, isMap := v.(map[string]any)
	switch {
	case name == "files":
		names, list := []any{}, anyList(v)
		if isMap {
			list = anyList(m["set"])
		}
		for _, f := range list {
			if name, _ := anyList(f)[0].(string); !isIndex(name) { // where entries stand, and so whether a file has changed, follows from lengths
				names = append(names, name)
			}
		}
		slices.SortFunc(names, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return map[string]any{"set": names, "del": m["del"]}
	case name == "message":
		text, _ := v.(string)
		before, at, found := strings.Cut(text, " at position ")
		if found {
			return before + strings.TrimLeft(at, "0123456789")
		}
	case name == "segments":
		rows := anyList(v)
		if isMap {
			rows = anyList(m["set"])
		}
		out := []any{}
		for _, r := range rows {
			s := anyList(r)
			out = append(out, []any{s[0], s[2], s[3]})
		}
		return out
	}
	return soften(v)
}

// isIndex tells an index file, also one that is renamed.
func isIndex(name string) bool {
	for _, suffix := range []string{".deleted", ".cleaned", ".swap"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return strings.HasSuffix(name, "index")
}

func differences(a, b any, path string, out *[]string) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			break
		}
		for _, k := range unionKeys(x, y) {
			p, inA := x[k]
			q, inB := y[k]
			if inA != inB {
				*out = append(*out, fmt.Sprintf("%s.%s: %s | %s", path, k, brief(p, inA), brief(q, inB)))
			} else {
				differences(p, q, path+"."+k, out)
			}
		}
		return
	case []any:
		y, ok := b.([]any)
		if !ok {
			break
		}
		if len(x) != len(y) {
			*out = append(*out, fmt.Sprintf("%s has %d | %d elements", path, len(x), len(y)))
		}
		for i := range min(len(x), len(y)) {
			differences(x[i], y[i], fmt.Sprintf("%s[%d]", path, i), out)
		}
		return
	}
	if !same(a, b) {
		*out = append(*out, fmt.Sprintf("%s: %s | %s", path, brief(a, true), brief(b, true)))
	}
}

func unionKeys(a, b map[string]any) []string {
	all := sortedKeys(a)
	for _, k := range sortedKeys(b) {
		if _, ok := a[k]; !ok {
			all = append(all, k)
		}
	}
	return all
}

func brief(v any, present bool) string {
	if !present {
		return "absent"
	}
	b, _ := json.Marshal(v)
	if len(b) > 200 {
		b = append(b[:200], "..."...)
	}
	return string(b)
}
