package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"strings"
	"testing"
)

var accept = flag.Bool("accept-digest", false, "write the digest of the first lab")

// TestSameEverywhere: disk, log lines, events and clock of the first lab are the same on every computer, natively and in a browser.
// The file changes when the engine, or the lab's script, deliberately changes what the lab holds: go test -accept-digest.
func TestSameEverywhere(t *testing.T) {
	sum := sha256.Sum256([]byte(marks(t, orders(t))))
	got := hex.EncodeToString(sum[:]) + "\n"
	if *accept {
		if err := os.WriteFile("testdata/orders.digest", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/orders.digest")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the first lab has digest %s, not %s", strings.TrimSpace(got), strings.TrimSpace(string(want)))
	}
}
