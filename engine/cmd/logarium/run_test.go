package main

import (
	"strings"
	"testing"
)

func TestAFailedLineIsToldBriefly(t *testing.T) {
	for script, want := range map[string]string{
		"nosuch \x1b[2J\x00\xff":              "of: nosuch \uFFFD[2J\uFFFD\uFFFD\n",
		"nosuch " + strings.Repeat("ü", 5000): "ü…\n",
		"nosuch 😀":                            "of: nosuch 😀\n",
	} {
		var out, errs strings.Builder
		code := command([]string{"run", "-"}, strings.NewReader(script), &out, &errs)
		_, told, _ := strings.Cut(errs.String(), "logarium: ")
		if code != 1 || !strings.HasSuffix(told, want) || len(told) > 300 {
			t.Errorf("exit status %d, %.300q", code, told)
		}
	}
}

func TestAMissingFileIsSaidToBeMissing(t *testing.T) {
	for _, verb := range []string{"hex", "fields"} {
		var out, errs strings.Builder
		if code := command([]string{verb, "/no/such.log"}, nil, &out, &errs); code != 1 || errs.String() != "logarium: /no/such.log: no such file\n" {
			t.Errorf("%s: %d %q", verb, code, errs.String())
		}
	}
}
