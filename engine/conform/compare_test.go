package conform

import "testing"

// TestCompare: what depends on compressed bytes counts as long as nothing was compressed here.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, want, got string
		strict, lenient int // differences
	}{
		{"equal in another order", `{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, 0, 0},
		{"absent is not null", `{"a":null}`, `{}`, 1, 1},
		{"another offset", `{"ok":{"offset":1}}`, `{"ok":{"offset":2}}`, 1, 1},
		{"another position", `{"ok":{"position":1}}`, `{"ok":{"position":2}}`, 1, 0},
		{"bytes to clean", `{"ok":{"candidates":[{"cleanBytes":480,"totalBytes":480}]}}`, `{"ok":{"candidates":[{"cleanBytes":484,"totalBytes":484}]}}`, 2, 0},
		{"position in a text", `{"error":{"message":"not processed at position 144"}}`, `{"error":{"message":"not processed at position 141"}}`, 1, 0},
		{"another text", `{"error":{"message":"not processed at position 144"}}`, `{"error":{"message":"processed at position 144"}}`, 1, 1},
		{"another length", `{"error":{"message":"Batch size 61 at position 1"}}`, `{"error":{"message":"Batch size 62 at position 1"}}`, 1, 1},
		{"hash of a log", `{"files":{"set":[["t/0.log",5,"aa"]]}}`, `{"files":{"set":[["t/0.log",6,"bb"]]}}`, 2, 0},
		{"index that has changed", `{"files":{"set":[["t/0.index",8,"aa"],["t/0.log",5,"aa"]]}}`, `{"files":{"set":[["t/0.log",5,"aa"]]}}`, 3, 0},
		{"index renamed", `{"files":{"set":[["t/0.index.deleted",8,"aa"]]}}`, `{"files":{"set":[]}}`, 1, 0},
		{"log renamed", `{"files":{"set":[["t/0.log.deleted",8,"aa"]]}}`, `{"files":{"set":[]}}`, 1, 1},
		{"index removed", `{"files":{"del":["t/0.index"],"set":[]}}`, `{"files":{"set":[]}}`, 1, 1},
	} {
		if n := len(Compare([]byte(c.want), []byte(c.got), false)); n != c.strict {
			t.Errorf("%s: %d differences, want %d", c.name, n, c.strict)
		}
		if n := len(Compare([]byte(c.want), []byte(c.got), true)); n != c.lenient {
			t.Errorf("%s, compressed: %d differences, want %d", c.name, n, c.lenient)
		}
	}
}

// TestRecompressing: batches that came compressed, alone or among others, are compressed anew by a pass of the cleaner.
func TestRecompressing(t *testing.T) {
	const packed = "000000000000000a0000005a00000000027630eef7000400000001000001941f2983dd000001941f2983ddffffffffffffffffffffffffffff0000000228b52ffd0058ec0000a0b401000000046b32a20177007400000201687200020000276f147801010000"
	for bring, want := range map[string]bool{
		`{"op":"appendLeader","hex":"` + packed + `"}`:                                             true,
		`{"op":"appendFollower","batches":[{"records":[]},{"hex":"` + packed + `"}]}`:              true,
		`{"op":"fsPut","file":"topic-0/00000000000000000000.log","data":{"hex":"` + packed + `"}}`: true,
		`{"op":"appendFollower","batches":[{"hex":"00"}]}`:                                         false,
	} {
		var r Recompressing
		if r.After([]byte(bring)) || r.After([]byte(`{"op":"cleanDirect"}`)) != want {
			t.Errorf("%s: not %t", bring, want)
		}
	}
}
