package broker

import (
	"logarium/engine/cleaner"
	"logarium/engine/kerr"
)

// ExplainCleaning says of one log whether the cleaner would take it now, and why, and what a pass would do with each batch
// and record that is there. It is meant for a fork that is thrown away. The trace is empty where no pass can be. Error:
// there is no such log, or it cannot be read.
func (b *Broker) ExplainCleaning(h *Host, name string) (v cleaner.Verdict, t cleaner.Trace, err error) {
	l := b.Log(name)
	if l == nil {
		return v, t, kerr.ErrUnknownTopicOrPartition.With("broker %d has no partition %q", b.id, name)
	}
	all, err := b.CleanerVerdicts(h)
	if err != nil {
		return v, t, err
	}
	for _, one := range all {
		if one.Log == name {
			v = one
		}
	}
	if v.Outcome < cleaner.NotDirty {
		return v, t, nil
	}
	_, t, err = cleaner.Explain(b.Env(h), l, b.cleanerConfig(), v.Checkpoint, v.HasCheckpoint)
	return v, t, err
}
