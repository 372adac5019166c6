package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"logarium/engine/conform/fuzz"
)

// campaign is a number of rounds of random operations.
type campaign struct {
	seed        uint64
	rounds, ops int
	mix, found  string
	keep        int
	patience    time.Duration // for making a difference smaller
	verbose     bool
}

func (c *campaign) run(o *oracle) error {
	mixes, err := mixesOf(c.mix)
	if err != nil {
		return err
	}
	l := &lockstep{kafka: o, tally: newCoverage()}
	differences, start := 0, time.Now()
	for i := range c.rounds {
		seed := c.seed + uint64(i)
		mix := mixes[seed%uint64(len(mixes))]
		diff, err := l.round(seed, mix, c.ops)
		if err != nil {
			return fmt.Errorf("seed %d, mix %s: %w", seed, mix, err)
		}
		if c.verbose {
			fmt.Printf("seed %d, mix %s\n", seed, mix)
		}
		if diff != nil {
			differences++
			if err := c.report(l, seed, mix, diff); err != nil {
				return err
			}
			if differences == c.keep {
				break
			}
		}
	}
	fmt.Printf("seeds %d to %d, mixes %s, %.0f s: ", c.seed, c.seed+uint64(c.rounds)-1, strings.Join(mixes, " "), time.Since(start).Seconds())
	l.tally.print(os.Stdout, c.verbose)
	if differences > 0 {
		return fmt.Errorf("%d differences", differences)
	}
	fmt.Println("no difference")
	return nil
}

// mixesOf reads the mixes that were asked for: names with commas between them, "-NAME" for all but that one, "" for all.
func mixesOf(list string) ([]string, error) {
	all := fuzz.Mixes()
	if list == "" {
		return all, nil
	}
	var with []string
	without := slices.Clone(all)
	for name := range strings.SplitSeq(list, ",") {
		plain, minus := strings.CutPrefix(name, "-")
		if !slices.Contains(all, plain) {
			return nil, fmt.Errorf("no mix %s; there are %s", plain, strings.Join(all, " "))
		}
		if minus {
			without = slices.DeleteFunc(without, func(m string) bool { return m == plain })
		} else {
			with = append(with, name)
		}
	}
	if len(with) == 0 {
		with = without
	}
	return with, nil
}

// report shrinks the operations and writes them as a script beside Kafka's answers.
func (c *campaign) report(l *lockstep, seed uint64, mix string, diff *difference) error {
	fmt.Printf("DIFFERENCE seed %d, mix %s, operation %d: %.300s\n  %s\n", seed, mix, len(diff.ops), diff.ops[len(diff.ops)-1].Line(), brief(diff.what))
	tally := l.tally
	l.tally = nil
	defer func() { l.tally = tally }()
	deadline := time.Now().Add(c.patience)
	small := fuzz.Shrink(diff.ops, 500, func(ops []fuzz.Op) bool {
		if time.Now().After(deadline) {
			return false
		}
		d, err := l.replay(ops)
		return err == nil && d != nil && d.kind() == diff.kind()
	})
	again, err := l.replay(small)
	if err != nil {
		return fmt.Errorf("seed %d, mix %s: %w", seed, mix, err)
	}
	if again == nil {
		fmt.Println("  it does not show again when the operations are replayed")
		return nil
	}
	small = again.ops
	fmt.Printf("  %d operations are enough:\n", len(small))
	for _, o := range small[max(0, len(small)-12):] {
		fmt.Printf("    %.400s\n", o.Line())
	}
	fmt.Printf("  %s\n", brief(again.what))
	return c.save(l, fmt.Sprintf("%s-%d", mix, seed), small)
}

func brief(what []string) string { return strings.Join(what[:min(8, len(what))], "\n  ") }

// save writes a script and what real Kafka answers.
func (c *campaign) save(l *lockstep, name string, ops []fuzz.Op) error {
	dir := filepath.Join(c.found, name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var script bytes.Buffer
	for _, o := range ops {
		script.Write(append(o.Line(), '\n'))
	}
	if err := os.WriteFile(filepath.Join(dir, "ops.jsonl"), script.Bytes(), 0o666); err != nil {
		return err
	}
	answers, err := l.record(ops)
	if err != nil {
		return err
	}
	fmt.Printf("  written to %s\n", dir)
	return os.WriteFile(filepath.Join(dir, "trace.jsonl"), bytes.Join(answers, nil), 0o666)
}
