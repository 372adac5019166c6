package web

import "testing"

func TestWordsOfAnAddress(t *testing.T) {
	const query = "x=1&lesson=L4&lesson=L5&step=2&y"
	for key, want := range map[string]string{"lesson": "L4", "step": "2", "y": "", "z": "", "": ""} {
		if got := asked(query, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for id, want := range map[string]string{"L4": "L4", "own_2-b": "own_2-b", "../%2e/L1?#&=@[`{é": "2eL1"} {
		if got := plainID(id); got != want {
			t.Errorf("%q is %q, want %q", id, got, want)
		}
	}
}
