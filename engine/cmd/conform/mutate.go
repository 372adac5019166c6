package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"logarium/engine/conform"
	"logarium/engine/conform/fuzz"
)

// mutants are damaged directories that are opened here, or here and by real Kafka.
type mutants struct {
	seed     uint64
	count    int
	oracle   bool
	found    string
	patience time.Duration
}

// mutate damages directories of real Kafka's and opens them. With --oracle real Kafka opens the same, and all that both say and leave on the disk
// must be equal.
func mutate(args []string) error {
	f := flag.NewFlagSet("conform mutate", flag.ContinueOnError)
	m := mutants{patience: time.Minute}
	f.Uint64Var(&m.seed, "seed", freshSeed(), "seed of the first; each one adds 1")
	f.IntVar(&m.count, "count", 1000, "how many")
	f.BoolVar(&m.oracle, "oracle", false, "compare with real Kafka")
	f.StringVar(&m.found, "found", "engine/conform/testdata/found", "where scripts are written")
	if err := f.Parse(args); err != nil {
		return err
	}
	trees, err := conform.Trees(os.DirFS("engine/conform/testdata"))
	if err != nil {
		return err
	}
	if m.oracle {
		return m.compare(trees)
	}
	return m.alone(trees)
}

// tooLong is how long a directory of some kilobytes may take before it counts as one that hangs.
const tooLong = 20 * time.Second

// reserved is how many bytes the program has reserved so far.
func reserved() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}

// alone opens them here.
func (m *mutants) alone(trees []conform.Tree) error {
	var sum conform.Outcome
	bad := 0
	for i := range m.count {
		seed := m.seed + uint64(i)
		mutant := conform.Mutate(seed, trees, false)
		watch := time.AfterFunc(tooLong, func() {
			fmt.Printf("seed %d, %s: hangs\n  %q\n", seed, mutant.Tree, mutant.Damage)
			os.Exit(1)
		})
		one, err := mutant.Run(reserved)
		watch.Stop()
		if err != nil {
			bad++
			fmt.Printf("seed %d, %s: %v\n  %q\n", seed, mutant.Tree, err, mutant.Damage)
		}
		sum.Add(one)
	}
	refused := 0
	for _, n := range sum.Refused {
		refused += n
	}
	fmt.Printf("%d damaged directories from seed %d on: %d opened, %d refused %v; at most %.0f %% of the memory that they may have\n",
		m.count, m.seed, sum.Opened, refused, sum.Refused, 100*sum.Most)
	if bad > 0 {
		return fmt.Errorf("%d were neither opened nor refused as they should be", bad)
	}
	return nil
}

// compare opens them on both sides.
func (m *mutants) compare(trees []conform.Tree) error {
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	l := &lockstep{kafka: o, tally: newCoverage()}
	c := campaign{found: m.found, patience: m.patience}
	for i := range m.count {
		seed := m.seed + uint64(i)
		mutant := conform.Mutate(seed, trees, true)
		ops, err := parsed(mutant.Ops)
		if err != nil {
			return err
		}
		diff, err := l.replay(ops)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if diff == nil {
			continue
		}
		fmt.Printf("%s: %q\n", mutant.Tree, mutant.Damage)
		if err := c.report(l, seed, "mutant", diff); err != nil {
			return err
		}
		return fmt.Errorf("a damaged directory is not what it is for real Kafka")
	}
	fmt.Printf("%d damaged directories from seed %d on are the same for real Kafka: ", m.count, m.seed)
	l.tally.print(os.Stdout, false)
	return nil
}

func parsed(lines [][]byte) (ops []fuzz.Op, err error) {
	for _, line := range lines {
		o, err := fuzz.Parse(line)
		if err != nil {
			return nil, err
		}
		ops = append(ops, o)
	}
	return ops, nil
}
