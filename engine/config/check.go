package config

import (
	"errors"
	"strings"

	"logarium/engine/kerr"
)

// Duplicates is a list setting that named a value more than once; Kafka warns and goes on.
type Duplicates struct {
	Name        string
	Given, Kept []string
}

// Check tests the overrides of a topic as a whole: names, values, and values against each other. The error is a
// ConfigException for a bad value and an InvalidConfigurationException otherwise; AsAnswer makes it what a client
// gets.
func (b Broker) Check(overrides Properties) ([]Duplicates, error) {
	for _, p := range overrides {
		if _, ok := Topic(p.Name); !ok {
			return nil, kerr.ErrInvalidConfiguration.With("Unknown topic config name: %s", p.Name)
		}
	}
	found, err := checkValues(topicDefs[:], overrides)
	if err != nil {
		return found, err
	}
	l := b.Log(overrides)
	if l.MinCompactionLagMs > l.MaxCompactionLagMs {
		return found, kerr.ErrInvalidConfiguration.With("conflict topic config setting min.compaction.lag.ms (%d) > max.compaction.lag.ms (%d)",
			l.MinCompactionLagMs, l.MaxCompactionLagMs)
	}
	if l.RemoteStorage {
		return found, b.checkRemote(l)
	}
	return found, nil
}

func checkValues(defs []Def, given Properties) (found []Duplicates, err error) {
	for i := range defs {
		def := &defs[i]
		text, ok := given.Get(def.Name)
		if !ok {
			continue
		}
		v, before, err := def.Parse(text)
		if before != nil {
			found = append(found, Duplicates{def.Name, before, v.List})
		}
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

func (b Broker) checkRemote(l *Log) error {
	if !b.Bool("remote.log.storage.system.enable") {
		return kerr.ErrConfig.With("Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log storage.")
	}
	if l.Compact {
		return kerr.ErrConfig.With("Remote log storage only supports topics with cleanup.policy=delete or cleanup.policy being an empty list.")
	}
	return nil
}

// AsAnswer turns a ConfigException into the error that a broker or controller answers with, same text.
func AsAnswer(err error) error {
	if e := kerr.As(err); e != nil && errors.Is(e, kerr.ErrConfig) {
		return kerr.ErrInvalidConfiguration.With("%s", e.Message)
	}
	return err
}

// CheckStatic tests server.properties. Unknown names are allowed, as in Kafka. The error is a ConfigException, or an
// IllegalArgumentException for values that do not fit each other; a broker with such a file does not start.
func CheckStatic(static Properties) ([]Duplicates, error) {
	found, err := checkValues(brokerDefs[:], static)
	if err != nil {
		return found, err
	}
	return found, Broker{Static: static}.checkTogether()
}

func (b Broker) checkTogether() error {
	topic := func(name string) int64 {
		def, _ := Topic(name)
		return b.topicDefault(def).Int
	}
	switch {
	case topic("segment.ms") < 1:
		return required("log.roll.ms must be greater than or equal to 1")
	case topic("segment.jitter.ms") < 0:
		return required("log.roll.jitter.ms must be greater than or equal to 0")
	case topic("retention.ms") == 0:
		return required("log.retention.ms must be unlimited (-1) or, greater than or equal to 1")
	case b.Int("log.cleaner.threads") > 0 && b.Int("log.cleaner.dedupe.buffer.size")/b.Int("log.cleaner.threads") <= 1<<20:
		return required("log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner thread.")
	case b.Int("replica.fetch.wait.max.ms") > b.Int("replica.lag.time.max.ms"):
		return required("replica.fetch.wait.max.ms should always be less than or equal to replica.lag.time.max.ms to prevent frequent changes in ISR")
	}
	return b.checkCordoned()
}

func (b Broker) checkCordoned() error {
	cordoned := b.Get("cordoned.log.dirs").List
	known := map[string]bool{}
	for _, d := range b.LogDirs() {
		known[d] = true
	}
	var missing []string
	for _, d := range cordoned {
		if d == "*" {
			if len(cordoned) > 1 {
				return required("When cordoned.log.dirs is set to *, it must not contain other values")
			}
		} else if !known[d] {
			missing = append(missing, d)
		}
	}
	if len(missing) > 0 {
		return required("All entries in cordoned.log.dirs must be present in log.dirs or log.dir. Missing entries : " + strings.Join(missing, ", "))
	}
	return nil
}

func required(text string) error { return kerr.ErrIllegalArgument.With("requirement failed: %s", text) }
