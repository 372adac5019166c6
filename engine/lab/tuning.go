package lab

import (
	"fmt"

	"logarium/engine/shell"
)

// card says what a setting does to one log now, and which command shows what another value would do.
type card struct{ name, value, now, try string }

// tuned are the settings that have a card, in its order.
func tuned() []string {
	return []string{"segment.bytes", "segment.ms", "segment.index.bytes", "index.interval.bytes", "retention.ms", "retention.bytes", "cleanup.policy", "flush.messages"}
}

// tuning prints the cards of a partition's log, or one of them.
func (l *Lab) tuning(c *shell.Call) int {
	if len(c.Args) < 1 || len(c.Args) > 2 {
		return c.Fail("expected a partition, and perhaps a setting")
	}
	k, ok := l.at(c, params{Partition: c.Args[0]})
	if !ok {
		return c.Fail("broker %d is not running", k.p.Broker)
	}
	cards, err := k.cards()
	if err != nil {
		return c.Fail("%v", err)
	}
	found := false
	for _, one := range cards {
		if len(c.Args) == 1 || c.Args[1] == one.name {
			c.Printf("%s=%s\n  now  %s\n  try  %s\n", one.name, one.value, one.now, one.try)
			found = true
		}
	}
	if !found {
		return c.Fail("there is no card for %s", c.Args[1])
	}
	return 0
}

// cards measures the log as the rules of today would act on it.
func (k *look) cards() ([]card, error) {
	log, err := k.log()
	if err != nil {
		return nil, err
	}
	verdicts, err := k.verdicts()
	if err != nil {
		return nil, err
	}
	segments, largest, entries, fullest, active := 0, int64(0), 0, 0, int64(0)
	for s := range log.Segments(0) {
		segments, active = segments+1, s.Size()
		largest = max(largest, active)
		entries, fullest = entries+s.IndexEntries(), max(fullest, s.IndexEntries())
	}
	going := 0
	for _, v := range verdicts.Verdicts {
		if v.Goes {
			going++
		}
	}
	check := fmt.Sprintf("%d of %s go at the next check, by whatever rule", going, plural(segments, "segment"))
	c, name := log.Config(), log.Name()
	policy, cleaning, verdict := "delete", "nothing but whole segments goes", "why "+name
	switch {
	case c.Compact:
		policy, cleaning, verdict = "compact", "the latest record of each key stays", "cleaning "+name
		if c.Delete {
			policy, cleaning = "compact,delete", cleaning+"; whole segments go as well"
		}
	case !c.Delete:
		policy, cleaning = "", "nothing goes but what lies before the log start offset"
	}
	values := [][3]string{
		{num(c.SegmentBytes), fmt.Sprintf("%s, the largest of %d bytes: one deletion frees no more", plural(segments, "segment"), largest), "sweep size"},
		{num(c.SegmentMs), fmt.Sprintf("the active segment is filled to %d of %d bytes; time rolls it if that takes longer", active, c.SegmentBytes), "sweep roll"},
		{num(c.SegmentIndexBytes), fmt.Sprintf("entries in the fullest index: %d of %d", fullest, c.SegmentIndexBytes/entrySize), indexDemo},
		{num(c.IndexIntervalBytes), fmt.Sprintf("index entries: %d, for %d bytes of log", entries, log.Size()), "sweep interval"},
		{num(c.RetentionMs), check, "why " + name},
		{num(c.RetentionBytes), fmt.Sprintf("the log has %d bytes; %s", log.Size(), check), "triage " + name},
		{policy, cleaning, verdict},
		{num(c.FlushMessages), fmt.Sprintf("no fsync has reached %d records", log.LogEndOffset()-log.RecoveryPoint()), "cache " + name},
	}
	var cards []card
	for i, v := range values {
		cards = append(cards, card{tuned()[i], v[0], v[1], v[2]})
	}
	return cards, nil
}

// indexDemo lets an index fill before its segment does.
const indexDemo = "sweep --do 'kafka-topics --create --topic t --config segment.index.bytes={} --config index.interval.bytes=0' --do 'produce t --count 100 --batch-bytes 1000' --measure 'log segments,index entries' 80 400 10485760"

func num[N int32 | int64](n N) string { return fmt.Sprint(n) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
