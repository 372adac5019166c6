package share

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Link{
			Script: strings.ReplaceAll(rapid.String().Draw(t, "script"), "\x00", " "),
			View:   rapid.StringMatching(`[a-z=&0-9/.-]{0,40}`).Draw(t, "view"),
		}
		text, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{text, strings.TrimPrefix(text, Mark), "https://example.org/a/?x=1" + text, " " + text + "\n"} {
			if got, err := Decode(form); err != nil || got != want {
				t.Fatalf("%q: %+v, %v", form, got, err)
			}
		}
	})
}

// TestHundredCommands: a lab of a hundred commands as somebody types them fits into a link.
func TestHundredCommands(t *testing.T) {
	var b strings.Builder
	b.WriteString("lab new shop --clock 1772445600000 --seed 4711 --property log.retention.check.interval.ms=60000\n")
	for n := range 20 {
		fmt.Fprintf(&b, "kafka-topics --create --topic topic-%d --partitions %d --config retention.ms=%d\n", n, n%4+1, 60000*(n+1))
		fmt.Fprintf(&b, "produce topic-%d --count %d --size %d --key k-%d\n", n, 37*n+11, 80+n, n*n)
		fmt.Fprintf(&b, "clock advance %ds\n", 7*n+3)
		fmt.Fprintf(&b, "produce topic-%d --value '{\"order\":%d,\"qty\":%d}'\n", n, 1000+n*n, n%7)
		b.WriteString("step --task kafka-log-retention\n")
	}
	text, err := Encode(Link{Script: b.String(), View: "file=/tmp/kafka-logs/topic-3-0/00000000000000000000.log&at=4096"})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes in %d characters", b.Len(), len(text))
	if len(text) > Longest {
		t.Errorf("%d characters, more than %d", len(text), Longest)
	}
}

// TestGolden opens links that were given out once. Lines are only ever added to this file.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/links-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(strings.TrimSpace(string(data)), "\n\n")
	for _, block := range blocks {
		text, want, _ := strings.Cut(block, "\n")
		got, err := Decode(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if have := strings.TrimSuffix(got.Script, "\n") + "\nview " + got.View; have != want {
			t.Errorf("%s:\n%s\nwant\n%s", text, have, want)
		}
	}
	if len(blocks) < 3 {
		t.Errorf("only %d links", len(blocks))
	}
}

// TestDamage cuts and changes links at each place, more than a thousand times: never another script, never a panic.
func TestDamage(t *testing.T) {
	long := Link{Script: "lab new a --seed 1\n", View: "hex"}
	for n := range 40 {
		long.Script += fmt.Sprintf("produce orders --key k%d --value v%d\nclock advance %ds\n", n*n, n*31, n)
	}
	damaged := 0
	for _, want := range []Link{{Script: "lab new a --seed 1\nproduce orders --count 5\n"}, long} {
		text, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		body := strings.TrimPrefix(text, Mark)
		for at := range len(body) {
			for _, other := range []string{body[:at], body[:at] + body[at+1:], body[:at] + "_" + body[at+1:], body[:at] + "%" + body[at+1:], body[:at] + body[at/2:]} {
				damaged++
				refused(t, other, want)
			}
		}
	}
	if damaged < 1000 {
		t.Errorf("only %d damaged links", damaged)
	}
}

// refused holds that a damaged link says so, or is not damaged after all.
func refused(t *testing.T, text string, want Link) {
	t.Helper()
	got, err := Decode(text)
	if err == nil && got != want {
		t.Errorf("%q became %+v", text, got)
	}
	if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) {
		t.Errorf("%q: %v", text, err)
	}
}

func TestRefused(t *testing.T) {
	newer := base64.RawURLEncoding.EncodeToString([]byte{version + 1, 1, 2, 3})
	if _, err := Decode(newer); !errors.Is(err, ErrNewer) {
		t.Errorf("a later version: %v", err)
	}
	for _, text := range []string{"", Mark, "AQ", "no link at all", strings.Repeat("A", maxText+1)} {
		if _, err := Decode(text); !errors.Is(err, ErrDamaged) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := Encode(Link{Script: "a\x00b"}); err == nil {
		t.Error("a zero byte was taken")
	}
	if _, err := Encode(Link{Script: strings.Repeat("a", maxContent+1)}); err == nil {
		t.Error("a script beyond the limit was taken")
	}
	bomb, err := Encode(Link{Script: strings.Repeat("a", maxContent)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(bomb); err != nil {
		t.Errorf("a script of just the limit: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	text, _ := Encode(Link{Script: "lab new a\nstep\n", View: "v"})
	f.Add(text)
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		link, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Encode(link)
		if err != nil {
			t.Fatalf("%q cannot be written again: %v", text, err)
		}
		if back, err := Decode(again); err != nil || back != link {
			t.Fatalf("%+v became %+v, %v", link, back, err)
		}
	})
}
