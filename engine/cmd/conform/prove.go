package main

import (
	"flag"
	"fmt"
	"time"

	"logarium/engine/conform/fuzz"
)

// prove is what ./build.sh prove runs of this: a short comparison from a fresh seed, every mix once.
func prove(args []string) error {
	f := flag.NewFlagSet("conform prove", flag.ContinueOnError)
	seed := f.Uint64("seed", freshSeed(), "seed of the random operations")
	if err := f.Parse(args); err != nil {
		return err
	}
	fmt.Printf("lock step with real Kafka; once more: ./build.sh conform prove --seed %d\n", *seed)
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	c := campaign{seed: *seed, rounds: len(fuzz.Mixes()), ops: 200, keep: 1, patience: time.Minute, found: "engine/conform/testdata/found"}
	return c.run(o)
}
