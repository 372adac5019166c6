package config

import (
	"cmp"
	"slices"
	"strings"
)

// Setting is one setting with its effective value and every place that sets it.
type Setting struct {
	Def      *Def // nil for a name that the tables do not know
	Name     string
	Value    string
	Source   Source
	Synonyms []Layer // strongest first
}

// String is the line that kafka-configs --describe prints, without its indentation.
func (s Setting) String() string {
	var b strings.Builder
	b.WriteString(s.Name + "=" + s.Value + " sensitive=false synonyms={")
	for i, l := range s.Synonyms {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(l.Source) + ":" + l.Name + "=" + l.Value)
	}
	b.WriteByte('}')
	return b.String()
}

// DescribeTopic is every topic setting of a topic with these overrides, ordered by name. Internal ones are left out
// unless they are overridden. What kafka-configs shows without --all are those whose Source is DynamicTopic.
func (b Broker) DescribeTopic(overrides Properties) []Setting {
	var all []Setting
	for _, def := range TopicDefs() {
		if _, set := overrides.Get(def.Name); set || !def.Internal {
			all = append(all, b.topicSetting(def, overrides))
		}
	}
	return all
}

func (b Broker) topicSetting(def *Def, overrides Properties) Setting {
	s := Setting{Def: def, Name: def.Name}
	if first, _, _ := strings.Cut(def.Synonyms, " "); first != "" {
		s.Synonyms = b.layers(first)
	}
	s.Value = b.topicDefault(def).String()
	if text, ok := overrides.Get(def.Name); ok {
		s.Synonyms = append([]Layer{{DynamicTopic, def.Name, text}}, s.Synonyms...)
		if v, _, err := def.Parse(text); err == nil {
			s.Value = v.String()
		}
	}
	s.Source = source(s.Synonyms)
	return s
}

func source(layers []Layer) Source {
	if len(layers) == 0 {
		return Default
	}
	return layers[0].Source
}

// DescribeBroker is every broker setting, ordered by name, and the unknown ones that were set dynamically. What
// kafka-configs shows of a broker without --all are those whose Source is DynamicBroker.
func (b Broker) DescribeBroker() []Setting {
	var all []Setting
	for _, def := range BrokerDefs() {
		s := Setting{Def: def, Name: def.Name, Value: b.Get(def.Name).String(), Synonyms: b.layers(def.Name)}
		s.Source = source(s.Synonyms)
		if !def.Internal || s.Source != Default {
			all = append(all, s)
		}
	}
	return all
}

// DescribeCluster is the dynamic default of all brokers, as kafka-configs --entity-default shows it.
func DescribeCluster(cluster Properties) []Setting {
	all := make([]Setting, 0, len(cluster))
	for _, p := range cluster {
		def, _ := Brokers(p.Name)
		all = append(all, Setting{Def: def, Name: p.Name, Value: p.Value, Source: DynamicDefault, Synonyms: []Layer{{DynamicDefault, p.Name, p.Value}}})
	}
	return all
}

func sorted(defs []Def) []*Def {
	all := make([]*Def, len(defs))
	for i := range defs {
		all[i] = &defs[i]
	}
	slices.SortFunc(all, func(x, y *Def) int { return cmp.Compare(x.Name, y.Name) })
	return all
}
