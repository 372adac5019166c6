package main

import (
	"flag"
	"time"
)

// prove is what ./build.sh prove runs of this: a short comparison from a fresh seed.
func prove(args []string) error {
	f := flag.NewFlagSet("conform prove", flag.ContinueOnError)
	seed := f.Uint64("seed", freshSeed(), "seed of the random operations")
	if err := f.Parse(args); err != nil {
		return err
	}
	o, err := startOracle(defaultOracle)
	if err != nil {
		return err
	}
	defer o.stop()
	c := campaign{seed: *seed, rounds: 20, ops: 250, keep: 1, patience: time.Minute, found: "engine/conform/testdata/found"}
	return c.run(o)
}
