package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const aLesson = `---
id: L1
title: One record
---
~~~predict
How many?
- [ ] none
- [x] one
> It is there.
~~~

## Write
~~~console
$ kafka-topics --create --topic a --partitions 1 --replication-factor 1
Created topic a.
$ produce a --count 1
1 batch of 1 record sent to a
~~~
~~~check
leo(a-0) == 1
~~~
~~~answer
Only one.
~~~
`

func lessonFile(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "x.md")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLessonInATerminal(t *testing.T) {
	var out, errs strings.Builder
	if code := command([]string{"lesson", lessonFile(t, aLesson)}, strings.NewReader("a\n"), &out, &errs); code != 0 {
		t.Fatalf("exit status %d: %s%s", code, out.String(), errs.String())
	}
	for _, want := range []string{"L1. One record", "  b) one", "$ produce a --count 1\n1 batch of 1 record sent to a\n", "ok  leo(a-0) == 1  (leo(a-0) is 1)\n\nyou said a; it is b. It is there.", "the answer (Enter): \nOnly one.\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestLessonThatIsWrong(t *testing.T) {
	file := lessonFile(t, strings.Replace(aLesson, "1 batch of 1 record", "2 batches of 1 record", 1))
	var out, errs strings.Builder
	if code := command([]string{"lesson", "-check", file}, strings.NewReader(""), &out, &errs); code != 1 || !strings.Contains(out.String(), "x.md:16: another output") {
		t.Fatalf("exit status %d: %s%s", code, out.String(), errs.String())
	}
	out.Reset()
	if code := command([]string{"lesson", "-rewrite", "-check", file}, strings.NewReader(""), &out, &errs); code != 0 || out.String() != "" {
		t.Fatalf("exit status %d: %s%s", code, out.String(), errs.String())
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != aLesson {
		t.Fatalf("%v: %s", err, text)
	}
	if code := command([]string{"lesson"}, strings.NewReader(""), &out, &errs); code != 2 {
		t.Fatalf("exit status %d", code)
	}
}
