// Command conform drives real Kafka and this engine in lock step.
//
//	conform [--seed S] [--rounds R] [--ops N] [--mix M]   random operations; at a difference: shrink, save a script, exit 1
//	conform replay DIR|FILE...                             run scripts on both sides
//	conform record DIR...                                  run DIR/ops.jsonl on real Kafka and write DIR/trace.jsonl
//	conform capture [--clean] [--sizes LIST] NAME DIR      make a script of a real broker's log directory, and record it
//	conform files SCRIPT                                   give what a lab's script has written to real Kafka's tools
//	conform mutate [--seed S] [--count N] [--oracle]       open damaged directories, here or on both sides
//	conform crash [--seed S] [--logs N]                    stop the cleaner at each change of the disk, load what is left on both sides
//	conform prove [--seed S]                               what ./build.sh prove runs of this
//
// Real Kafka is engine/conform/oracle: it needs Java 17 and Maven. Without them conform says so and exits 77; mutate without --oracle does without. Run it in the
// repository's root.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"
)

// defaultOracle is where the oracle lies, seen from the repository's root.
const defaultOracle = "engine/conform/oracle"

// skipped is the exit status that says so to ./build.sh prove.
const skipped = 77

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	alone := len(args) > 0 && args[0] == "mutate" && !slices.Contains(args, "--oracle")
	if m := missing(); m != "" && !alone {
		fmt.Printf("skipped: comparison with real Kafka (%s is not installed)\n", m)
		return skipped
	}
	var err error
	switch {
	case len(args) > 0 && args[0] == "replay":
		err = replayAll(args[1:])
	case len(args) > 0 && args[0] == "record":
		err = recordAll(args[1:])
	case len(args) > 0 && args[0] == "capture":
		err = capture(args[1:])
	case len(args) == 2 && args[0] == "files":
		err = filesProof(args[1])
	case len(args) > 0 && args[0] == "mutate":
		err = mutate(args[1:])
	case len(args) > 0 && args[0] == "crash":
		err = crash(args[1:])
	case len(args) > 0 && args[0] == "prove":
		err = prove(args[1:])
	default:
		err = fuzzAll(args)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "conform: %v\n", err)
		return 1
	}
	return 0
}

// freshSeed is a seed that nobody has tried: the number of the commit where build.sh names it, so that a difference
// can be had again, and the time otherwise.
func freshSeed() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("LOGARIUM_SEED"), 10, 64); err == nil {
		return n
	}
	return uint64(time.Now().UnixNano()) % 1_000_000_000
}

func fuzzAll(args []string) error {
	f := flag.NewFlagSet("conform", flag.ContinueOnError)
	var c campaign
	f.Uint64Var(&c.seed, "seed", freshSeed(), "seed of the first round; each round adds 1")
	f.IntVar(&c.rounds, "rounds", 10, "rounds")
	f.IntVar(&c.ops, "ops", 1000, "operations of a round")
	f.StringVar(&c.mix, "mix", "", "what the operations are like: names with commas, -NAME for all but that; default: all, another each round")
	f.IntVar(&c.keep, "differences", 1, "stop after so many differences")
	f.StringVar(&c.found, "found", "engine/conform/testdata/found", "where scripts are written")
	f.DurationVar(&c.patience, "patience", time.Minute, "how long a difference is made smaller")
	f.BoolVar(&c.verbose, "v", false, "print each round and all kinds of log lines")
	dir := f.String("oracle", defaultOracle, "folder of the oracle")
	if err := f.Parse(args); err != nil {
		return err
	}
	o, err := startOracle(*dir)
	if err != nil {
		return err
	}
	defer o.stop()
	return c.run(o)
}
