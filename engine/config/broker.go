package config

import "strings"

// Source says which layer a value comes from, in Kafka's words.
type Source string

// The layers, strongest first.
const (
	DynamicTopic   Source = "DYNAMIC_TOPIC_CONFIG"
	DynamicBroker  Source = "DYNAMIC_BROKER_CONFIG"
	DynamicDefault Source = "DYNAMIC_DEFAULT_BROKER_CONFIG"
	StaticBroker   Source = "STATIC_BROKER_CONFIG"
	Default        Source = "DEFAULT_CONFIG"
)

// Layer is one place that gives a setting, or a synonym of it, a value.
type Layer struct {
	Source Source
	Name   string
	Value  string
}

// Broker holds the layers of one broker above the defaults. The zero Broker has defaults only.
type Broker struct {
	Dynamic Properties // of this broker
	Cluster Properties // dynamic default of all brokers
	Static  Properties // server.properties
}

// Get is the effective value of a broker setting by itself: its synonyms are not asked. Values in the layers were
// checked when they were set; one that does not parse counts as not set. An unknown name is Null.
func (b Broker) Get(name string) Value {
	def, ok := Brokers(name)
	if !ok {
		return Value{Type: String, Null: true}
	}
	for _, layer := range []Properties{b.Dynamic, b.Cluster, b.Static} {
		if text, ok := layer.Get(name); ok {
			if v, _, err := def.Parse(text); err == nil {
				return v
			}
		}
	}
	return def.DefaultValue()
}

// Int is the effective value of an Int or Long setting.
func (b Broker) Int(name string) int64 { return b.Get(name).Int }

// Bool is the effective value of a Boolean setting.
func (b Broker) Bool(name string) bool { return b.Get(name).Bool }

// Float is the effective value of a Double setting.
func (b Broker) Float(name string) float64 { return b.Get(name).Float }

// LogDirs are the data directories: log.dirs, or log.dir if that is not set.
func (b Broker) LogDirs() []string {
	if v := b.Get("log.dirs"); !v.Null {
		return v.List
	}
	return b.Get("log.dir").List
}

// topicDefault is what a topic setting is without an override: the first broker synonym that is set decides, and
// minutes and hours become milliseconds.
func (b Broker) topicDefault(def *Def) Value {
	for _, name := range strings.Fields(def.Synonyms) {
		v := b.Get(name)
		if v.Null {
			continue
		}
		v.Type = def.Type
		switch {
		case strings.HasSuffix(name, ".minutes"):
			v.Int *= 60 * 1000
		case strings.HasSuffix(name, ".hours"):
			v.Int *= 60 * 60 * 1000
		}
		if def.Name == "retention.ms" && v.Int < 0 {
			v.Int = -1
		}
		return v
	}
	return def.DefaultValue()
}

// layers lists where a broker setting or a synonym of it is set, strongest first. What comes before the first
// mention of the name itself is left out, as Kafka does; so a setting that is only implied by a synonym has none.
func (b Broker) layers(name string) []Layer {
	names := synonyms(name)
	var all []Layer
	for _, from := range []struct {
		source Source
		props  Properties
	}{{DynamicBroker, b.Dynamic}, {DynamicDefault, b.Cluster}, {StaticBroker, b.Static}} {
		for _, n := range names {
			if v, ok := from.props.Get(n); ok {
				all = append(all, Layer{from.source, n, v})
			}
		}
	}
	for _, n := range names {
		if def, ok := Brokers(n); ok && def.Default != Null {
			all = append(all, Layer{Default, n, def.DefaultValue().String()})
		}
	}
	for i := range all {
		if all[i].Name == name {
			return all[i:]
		}
	}
	return nil
}

// synonyms are the broker settings that stand in for a broker setting, itself first where it is the strongest.
func synonyms(name string) []string {
	if name == "log.flush.scheduler.interval.ms" {
		return []string{name} // it stands in for another, but has no stand-in
	}
	if def, ok := Brokers(name); ok && def.For != "" {
		topic, _ := Topic(def.For)
		return strings.Fields(topic.Synonyms)
	}
	return []string{name}
}
