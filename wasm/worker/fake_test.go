package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/engine/store"
)

// counter is a lab that counts. Its commands are "add N" (N steps, each yields), "undo", "look" and "break".
type counter struct {
	blocks  store.Blocks
	journal []int
	dirty   bool
	saved   int
	next    uint64
	fail    error // what Commit returns
	logged  int64
	tick    func() // called at each step
	litter  int    // steps that Tidy takes
	tidied  int
	waiting int // lines of the first script that are not done
}

func openCounter(blocks store.Blocks) (*counter, bool, error) {
	c := &counter{blocks: blocks, next: 1}
	root, err := blocks.Root()
	if err != nil || root == nil {
		return c, true, err
	}
	if err := json.Unmarshal(root, &c.journal); err != nil {
		return nil, false, err
	}
	c.saved = len(c.journal)
	ids, err := blocks.List()
	c.next = uint64(len(ids)) + 1
	return c, false, err
}

func (c *counter) Exec(line string, o Options) message.Result {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "add":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return message.Result{Exit: 2, Err: err.Error() + "\n"}
		}
		c.add(n, o)
	case "undo":
		c.journal, c.dirty = c.journal[:len(c.journal)-1], true
	case "break":
		c.journal, c.dirty = append(c.journal, 666), true
		panic("the sum is odd")
	case "look":
	default:
		return message.Result{Exit: 127, Err: word + ": command not found\n"}
	}
	return message.Result{Out: fmt.Sprintln(c.sum())}
}

func (c *counter) add(n int, o Options) {
	if !o.Merge {
		c.journal = append(c.journal, 0)
	}
	for i := range n {
		c.journal[len(c.journal)-1]++
		c.dirty = true
		c.logged++
		if c.tick != nil {
			c.tick()
		}
		if !o.Yield(int64(i+1), int64(n), "steps") {
			return
		}
	}
}

func (c *counter) Build(script string, o Options) message.Result {
	lines := strings.Split(strings.TrimSpace(script), "\n")
	for n, line := range lines {
		before := c.sum()
		if r := c.Exec(strings.TrimSpace(line), o); r.Exit != 0 {
			return r
		}
		if want, err := strconv.Atoi(strings.TrimPrefix(line, "add ")); err == nil && c.sum() < before+want {
			c.waiting = len(lines) - n
			break
		}
	}
	return message.Result{}
}

func (c *counter) Waiting() int { return c.waiting }

func (c *counter) sum() (sum int) {
	for _, n := range c.journal {
		sum += n
	}
	return sum
}

func (c *counter) View(name string, _ json.RawMessage) (any, error) {
	switch name {
	case "lab":
		return message.Lab{Position: len(c.journal), Saved: c.saved}, nil
	case "journal":
		return c.commands(), nil
	case "clock":
		return message.Clock{Now: int64(c.sum())}, nil
	case "serverLog":
		return c.serverLog(), nil
	case "break":
		panic("no such page")
	}
	return nil, fmt.Errorf("no view %q", name)
}

func (c *counter) commands() (j message.Journal) {
	for _, n := range c.journal {
		j.Commands = append(j.Commands, message.Command{Line: fmt.Sprint("add ", n)})
	}
	return j
}

// serverLog has one line for all that was counted.
func (c *counter) serverLog() (log message.ServerLog) {
	if c.logged > 0 {
		log.Lines = append(log.Lines, message.LogLine{Seq: c.logged, Text: fmt.Sprint("line ", c.logged)})
	}
	return log
}

func (c *counter) Complete(line string) message.Completion {
	return message.Completion{From: 0, Words: []string{line + "!"}}
}

func (c *counter) Tidy() (bool, error) {
	c.tidied++
	if c.litter < 0 {
		return false, errors.New("block 7 is missing")
	}
	return c.tidied < c.litter, nil
}

func (c *counter) Dirty() bool { return c.dirty }
func (c *counter) Saved() int  { return c.saved }

func (c *counter) Commit() error {
	if c.fail != nil {
		return c.fail
	}
	root, _ := json.Marshal(c.journal)
	err := c.blocks.Commit([]store.Block{{ID: c.next, Data: root}}, root)
	if err == nil {
		c.dirty, c.saved = false, len(c.journal)
		c.next++
	}
	return err
}
