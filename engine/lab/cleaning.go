package lab

import (
	"fmt"
	"strconv"

	"logarium/engine/cleaner"
	"logarium/engine/event"
	"logarium/engine/message"
	"logarium/engine/shell"
)

// cleaning asks the cleaner itself, on copies: the choice by its own verdicts, the record by a pass that is thrown away.
func (k *look) cleaning() (message.Cleaning, error) {
	v, trace, err := k.broker.ExplainCleaning(k.cluster.Host(), k.p.Partition)
	if err != nil {
		return message.Cleaning{}, err
	}
	m := message.Cleaning{
		Outcome: v.Outcome.String(), Sentence: cleaningSentence(&v), FirstDirty: v.FirstDirty, Upper: v.Upper, Limit: v.Limit.String(),
		CleanBytes: v.CleanBytes, DirtyBytes: v.CleanableBytes, Ratio: v.Ratio, MinRatio: v.MinRatio,
	}
	if v.TotalBytes() == 0 {
		m.Ratio = 0 // 0 of 0 bytes is no number
	}
	if k.p.Offset != nil {
		m.Record = recordSentence(&trace, *k.p.Offset)
	}
	return m, nil
}

func cleaningSentence(v *cleaner.Verdict) string {
	ratio, least := event.Fixed(v.Ratio, 3), event.Fixed(v.MinRatio, 2)
	switch v.Outcome {
	case cleaner.NotCompacted:
		return "Not cleaned because cleanup.policy does not ask for it."
	case cleaner.Paused:
		return "Not cleaned because it is being moved or truncated."
	case cleaner.Uncleanable:
		return "Not cleaned because an earlier pass failed; that holds until the broker starts again."
	case cleaner.Busy:
		return "A cleaner thread works on it."
	case cleaner.Empty:
		return "Not cleaned because it has nothing but the active segment."
	case cleaner.NotDirty:
		return fmt.Sprintf("Not cleaned because its dirty ratio is %s, not above min.cleanable.dirty.ratio, %s.", ratio, least)
	case cleaner.Cleanable:
		return fmt.Sprintf("Could be cleaned with its dirty ratio of %s, but another log is dirtier.", ratio)
	}
	if v.Delay > 0 {
		return fmt.Sprintf("Cleaned next because its oldest dirty record is %s past max.compaction.lag.ms.", age(v.Delay))
	}
	return fmt.Sprintf("Cleaned next because its dirty ratio is %s, above min.cleanable.dirty.ratio, %s.", ratio, least)
}

// recordSentence finds the record in what the pass has done.
func recordSentence(t *cleaner.Trace, offset int64) string {
	for i := range t.Batches {
		b := &t.Batches[i]
		if offset < b.Base || offset > b.Last {
			continue
		}
		for _, r := range b.Records {
			if r.Offset == offset {
				return fateSentence(b, r)
			}
		}
		if b.Fate == cleaner.Removed && len(b.Records) == 0 {
			return fmt.Sprintf("%s goes with its whole batch: its transaction was aborted, or is complete and gone.", grouped(offset))
		}
	}
	return fmt.Sprintf("A pass does not reach %s, or there is no record.", grouped(offset))
}

func fateSentence(b *cleaner.BatchVerdict, r cleaner.RecordVerdict) string {
	word := "goes"
	if r.Why.Kept() {
		word = "stays"
	}
	text := fmt.Sprintf("%s %s: %v", grouped(r.Offset), word, r.Why)
	switch {
	case r.Why == cleaner.DropSuperseded:
		text += " by " + grouped(r.Newer)
	case r.Why == cleaner.KeepTombstone && b.HorizonSet:
		text += ", which the pass sets"
	}
	return text + "; its batch is " + b.Fate.String() + "."
}

// cleaningCommand prints why the cleaner takes a log or not, and perhaps what becomes of a record.
func (l *Lab) cleaningCommand(c *shell.Call) int {
	if len(c.Args) < 1 || len(c.Args) > 2 {
		return c.Fail("expected a partition, and perhaps an offset")
	}
	p := params{Partition: c.Args[0]}
	if len(c.Args) == 2 {
		offset, err := strconv.ParseInt(c.Args[1], 10, 64)
		if err != nil {
			return c.Fail("%q is not an offset", c.Args[1])
		}
		p.Offset = &offset
	}
	k, ok := l.at(c, p)
	if !ok {
		return c.Fail("broker %d is not running", k.p.Broker)
	}
	v, err := k.cleaning()
	if err != nil {
		return c.Fail("%v", err)
	}
	c.Printf("%s\n", v.Sentence)
	if v.CleanBytes+v.DirtyBytes > 0 {
		c.Printf("  dirty from %s to %s (%s); %s clean and %s dirty bytes\n", grouped(v.FirstDirty), grouped(v.Upper), v.Limit, grouped(v.CleanBytes), grouped(v.DirtyBytes))
	}
	if v.Record != "" {
		c.Printf("%s\n", v.Record)
	}
	return 0
}
