// Package conform runs the operations with which real Kafka was recorded on the engine, and reports in the
// same form: one JSON object in, one out. The golden traces in testdata were recorded with the classes of Apache
// Kafka 4.4.0; the tests compare every line. The native program's `replay` is this package on standard input.
//
// An operation is {"op": NAME, ...}; a result is
//
//	{"i": n, "op": NAME, "ok": {...} | "error": {...}, "now": T, "state": ..., "files": ..., "log": ..., "ran": ...}
//
// where state and files hold only what changed since the last result.
package conform

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// node is a JSON object of an operation. Its accessors give the default for a missing or null member.
type node map[string]any

// parseNode reads one operation; numbers keep all their digits.
func parseNode(line []byte) (node, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var n node
	if err := d.Decode(&n); err != nil {
		return nil, err
	}
	return n, nil
}

func (n node) has(name string) bool { _, ok := n[name]; return ok }

func (n node) str(name, otherwise string) string {
	switch v := n[name].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	}
	return otherwise
}

func (n node) num(name string, otherwise int64) int64 {
	if v, ok := n[name]; ok && v != nil {
		return number(v)
	}
	return otherwise
}

func (n node) flag(name string, otherwise bool) bool {
	if v, ok := n[name].(bool); ok {
		return v
	}
	return otherwise
}

func (n node) float(name string, otherwise float64) float64 {
	if v, ok := n[name].(json.Number); ok {
		f, _ := v.Float64()
		return f
	}
	return otherwise
}

func (n node) list(name string) []any {
	v, _ := n[name].([]any)
	return v
}

func (n node) object(name string) node { return object(n[name]) }

// strings is an object whose values are taken as text.
func (n node) strings(name string) map[string]string {
	m := map[string]string{}
	for k := range n.object(name) {
		m[k] = n.object(name).str(k, "")
	}
	return m
}

func object(v any) node {
	switch m := v.(type) {
	case map[string]any:
		return m
	case node:
		return m
	}
	return nil
}

// number reads a JSON number; one with a fraction is cut.
func number(v any) int64 {
	n, ok := v.(json.Number)
	if !ok {
		return 0
	}
	i, err := n.Int64()
	if err != nil {
		f, _ := n.Float64()
		return int64(f)
	}
	return i
}

// badOperation is what the driver answers to a description that it does not understand.
type badOperation struct{ what string }

func (e *badOperation) Error() string { return e.what }

// data reads bytes: "text", {"hex": ..}, {"b64": ..}, {"fill": "x", "n": 5}, or null.
func data(v any) ([]byte, error) {
	switch d := v.(type) {
	case nil:
		return nil, nil
	case string:
		return []byte(d), nil
	}
	n := object(v)
	switch {
	case n.has("hex"):
		return hexBytes(n.str("hex", ""))
	case n.has("b64"):
		return base64.StdEncoding.DecodeString(n.str("b64", ""))
	case n.has("fill"):
		if count := n.num("n", 0); count >= 0 && count <= 64<<20 {
			return []byte(strings.Repeat(n.str("fill", ""), int(count))), nil
		}
	}
	return nil, &badOperation{fmt.Sprintf("bytes expected: %v", v)}
}

func hexBytes(s string) ([]byte, error) { return hex.DecodeString(strings.ReplaceAll(s, " ", "")) }
