package config

import (
	"strings"

	"logarium/engine/kerr"
)

// CheckDynamic tests new dynamic settings: all that a broker (or, with cluster set, the default of all brokers)
// will have from now on. b is what it has now.
func (b Broker) CheckDynamic(next Properties, cluster bool) ([]Duplicates, error) {
	if names := pick(next, func(d *Def) bool { return d.Update == ReadOnly }); names != "" {
		return nil, kerr.ErrInvalidRequest.With("Cannot update these configs dynamically: [%s]", names)
	}
	if names := pick(next, func(d *Def) bool { return d.Update == PerBroker }); cluster && names != "" {
		return nil, kerr.ErrInvalidRequest.With("Cannot update these configs at default cluster level, broker id must be specified: [%s]", names)
	}
	found, err := checkValues(brokerDefs[:], next)
	if err != nil {
		return found, err
	}
	after := b
	if cluster {
		after.Cluster = next
	} else {
		after.Dynamic = next
	}
	if err := b.checkThreads(after); err != nil {
		return found, err
	}
	return found, after.checkTogether()
}

// pick lists the known settings of which a condition holds.
func pick(props Properties, is func(*Def) bool) string {
	var names []string
	for _, p := range props {
		if def, ok := Brokers(p.Name); ok && is(def) {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

// checkThreads lets a thread count at most halve or double at once.
func (b Broker) checkThreads(after Broker) error {
	for _, name := range []string{"background.threads", "num.recovery.threads.per.data.dir", "num.replica.fetchers"} {
		was, is := b.Int(name), after.Int(name)
		why := ""
		switch {
		case was == is:
		case is < 1:
			why = "value should be at least 1"
		case is < was/2:
			why = "value should be at least half the current value "
		case is > was*2:
			why = "value should not be greater than double the current value "
		}
		if strings.HasSuffix(why, " ") {
			why += Value{Type: Int, Int: was}.String()
		}
		if why != "" {
			return kerr.ErrConfig.With("Dynamic thread count update validation failed for %s=%d, %s", name, is, why)
		}
	}
	return checkCleaners(b.Int("log.cleaner.threads"), after.Int("log.cleaner.threads"))
}

func checkCleaners(was, is int64) error {
	switch {
	case was == is:
		return nil
	case is < 1:
		return kerr.ErrConfig.With("Log cleaner threads should be at least 1")
	case is < was/2:
		return kerr.ErrConfig.With("Log cleaner threads cannot be reduced to less than half the current value %d", was)
	case is > was*2:
		return kerr.ErrConfig.With("Log cleaner threads cannot be increased to more than double the current value %d", was)
	}
	return nil
}
