package lesson

import (
	"fmt"
	"strings"
	"testing"
)

const taught = `---
id: L1
title: One
minutes: 5
needs: L0
---
## First
<!-- stage: panels=bytes file=/tmp/a select=3 -->
Prose.
~~~predict
How many?
- [ ] none
- [x] one
> So.
~~~
~~~console
$ echo a
a
~~~
~~~check
leo(a-0) == 1
~~~
~~~myth M-1
No.
~~~
~~~answer
Ten.
~~~
## Second
~~~class
Say it.
~~~
`

// TestCompare: a translation may say everything else, and do nothing else.
func TestCompare(t *testing.T) {
	original, err := Parse("en.md", taught)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"Prose.", "散文。", ""}, {"title: One", "title: 一", ""}, {"How many?", "多少？", ""}, {"- [ ] none", "- [ ] 没有", ""}, {"Say it.", "说。", ""}, {"No.", "不。", ""}, {"Ten.", "十。", ""}, {"~~~answer\nTen.\n~~~\n", "Ten.\n", "zh.md:7: this step"},
		{"minutes: 5", "minutes: 6", "zh.md:1: the front matter says"}, {"needs: L0\n", "", "zh.md:1: the front matter says"},
		{"$ echo a", "$ echo b", "zh.md:7: this step does not do what the original's does:\n"}, {"\na\n~~~", "\nb\n~~~", "zh.md:7: this step"}, {"leo(a-0) == 1", "leo(a-0) == 2", "zh.md:7: this step"},
		{"- [ ] none\n- [x] one", "- [x] none\n- [ ] one", "zh.md:7: this step"}, {"M-1", "M-2", "zh.md:7: this step"}, {"panels=bytes", "panels=files", "zh.md:7: another stage"}, {"select=3", "select=4", "zh.md:7: another stage"},
		{"## Second\n", "", "zh.md:1: 1 steps, the original has 2"},
	} {
		translation, err := Parse("zh.md", strings.Replace(taught, c.from, c.to, 1))
		if err != nil {
			t.Fatal(err)
		}
		got := Compare(original, translation)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(fmt.Sprint(got[0]), c.want)) {
			t.Errorf("%q for %q: %v", c.to, c.from, got)
		}
	}
}
