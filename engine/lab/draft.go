package lab

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/shell"
)

// lessonCommand prints the first draft of a lesson: a step for each topic's worth of commands would be a guess, so each stretch up
// to a clock that moves is one, and the state at the end is its check. What the commands print stands there as "…"; the native
// program fills it in (docs/lessons.md).
func (l *Lab) lessonCommand(c *shell.Call) int {
	if len(c.Args) != 1 || c.Args[0] != "export" {
		return c.Fail("expected export")
	}
	if l.base.foreign {
		return c.Fail("this lab began with files from outside, which no lesson can carry")
	}
	c.Printf("---\nid: L99\ntitle: %s\nminutes: 10\ngoal: What a reader can do afterwards.\n---\nWhy it matters, in one paragraph.\n", l.running.work.name)
	step := 0
	open := false
	for line := range Lines(l.Script()) {
		if !open {
			step++
			c.Printf("\n## Step %d\n\nWhat is going to happen.\n\n~~~console\n", step)
			open = true
		}
		c.Printf("$ %s\n…\n", line)
		if strings.HasPrefix(line, advance) {
			c.Printf("~~~\n")
			open = false
		}
	}
	if open {
		c.Printf("~~~\n")
	}
	l.draftChecks(c)
	return 0
}

// draftChecks states what is true of each partition now.
func (l *Lab) draftChecks(c *shell.Call) {
	c.Printf("\n~~~check\n")
	for _, t := range c.Cluster.Topics() {
		for _, p := range t.Partitions {
			name := fmt.Sprintf("%s-%d", t.Name, p.Number)
			b := c.Cluster.Broker(p.Leader)
			if t.Internal || b == nil || b.Log(name) == nil {
				continue
			}
			var bases []string
			log := b.Log(name)
			for s := range log.Segments(0) {
				bases = append(bases, strconv.FormatInt(s.Base(), 10))
			}
			c.Printf("leo(%s) == %d\nbases(%s) == [%s]\n", name, log.LogEndOffset(), name, strings.Join(bases, ","))
		}
	}
	c.Printf("~~~\n\n~~~class\nWhat to say.\n~~~\n")
}
