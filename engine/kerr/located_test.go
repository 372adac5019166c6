package kerr

import (
	"errors"
	"testing"
)

// TestAt: an error gets a place once, and stays the error that it is.
func TestAt(t *testing.T) {
	err := At("/d/t-0", ErrNumberFormat.With("For input string: \"x\""))
	if err.Error() != `/d/t-0: For input string: "x"` || !errors.Is(err, ErrNumberFormat) || As(err).Message != `For input string: "x"` {
		t.Error(err)
	}
	if again := At("/d/t-0", err); again != err {
		t.Error(again)
	}
	if At("/d", nil) != nil {
		t.Error("an error out of nothing")
	}
}
