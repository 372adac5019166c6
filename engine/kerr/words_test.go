package kerr

import "testing"

func TestWords(t *testing.T) {
	if got, want := Words("Value for %s was too large.", "type").Error(), "Value for type was too large."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
