package cluster

import (
	"sort"
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/kerr"
)

// layers are the configuration that the controller goes by: that of the first broker.
func (c *Cluster) layers() config.Broker { return c.brokers[0].Config() }

// static are the server.properties of one of several brokers. The default directory of more than one differs.
func (c *Cluster) static(id int) config.Properties {
	p := labDefaults(c.options.Properties, c.options.Brokers)
	_, dirs := p.Get("log.dirs")
	_, dir := p.Get("log.dir")
	if c.options.Brokers > 1 && !dirs && !dir {
		p = p.With("log.dirs", "/data/"+strconv.Itoa(id))
	}
	return p
}

// running lists the brokers with a process.
func (c *Cluster) running() (list []*broker.Broker) {
	for _, b := range c.brokers {
		if b.Running() {
			list = append(list, b)
		}
	}
	return list
}

// DescribeConfigs lists the settings of a topic, of a broker, or (broker "") the dynamic default of all brokers, by
// name. all: every setting, otherwise only those set dynamically on this very resource. Errors:
// UnknownTopicOrPartitionException, InvalidRequestException.
func (c *Cluster) DescribeConfigs(r Resource, all bool) ([]ConfigEntry, error) {
	if err := c.Reachable("describeConfigs"); err != nil {
		return nil, err
	}
	if r.Type == LoggerResource {
		return c.describeLoggers(r.Name)
	}
	settings, own, err := c.describe(r)
	var list []ConfigEntry
	for _, s := range settings {
		if all || s.Source == own {
			list = append(list, entry(s))
		}
	}
	return list, err
}

func (c *Cluster) describeLoggers(name string) (list []ConfigEntry, err error) {
	b, err := c.brokerNamed(name)
	if err != nil {
		return nil, err
	}
	for _, l := range b.Loggers() {
		list = append(list, ConfigEntry{Name: l.Logger, Value: l.Level.String(), Source: "DYNAMIC_BROKER_LOGGER_CONFIG"})
	}
	return list, nil
}

func (c *Cluster) alterLoggers(name string, set []Property, remove []string) error {
	b, err := c.brokerNamed(name)
	if err != nil {
		return err
	}
	var names, levels []string
	for _, s := range set {
		names, levels = append(names, s.Name), append(levels, s.Value)
	}
	for _, r := range remove {
		names, levels = append(names, r), append(levels, "")
	}
	return b.SetLevels(names, levels)
}

func entry(s config.Setting) ConfigEntry {
	e := ConfigEntry{Name: s.Name, Value: s.Value, Null: s.Value == config.Null && len(s.Synonyms) == 0, Source: string(s.Source)}
	for _, l := range s.Synonyms {
		e.Synonyms = append(e.Synonyms, ConfigSynonym{string(l.Source), l.Name, l.Value})
	}
	return e
}

// Settings are all settings of a resource with what is known of them, by name.
func (c *Cluster) Settings(r Resource) ([]config.Setting, error) {
	settings, _, err := c.describe(r)
	return settings, err
}

// TopicConfigLine lists the settings of a topic that are not at their defaults, in the order in which kafka-topics
// --describe prints them: that of a Java map which holds them all.
func (c *Cluster) TopicConfigLine(name string) (line []Property) {
	t, ok := c.topics.Get(name)
	if !ok {
		return nil
	}
	all := c.layers().DescribeTopic(t.configs)
	sort.SliceStable(all, func(i, j int) bool { return config.TopicOrder(all[i].Name) < config.TopicOrder(all[j].Name) })
	checkpoint.HashOrder(all, checkpoint.Buckets(len(all)), func(s config.Setting) int32 { return checkpoint.StringHash(s.Name) })
	for _, s := range all {
		if s.Source != config.Default {
			line = append(line, Property{Name: s.Name, Value: s.Value})
		}
	}
	return line
}

// describe lists all settings, and says from which layer those of the resource itself come.
func (c *Cluster) describe(r Resource) ([]config.Setting, config.Source, error) {
	switch {
	case r.Type == TopicResource:
		t, err := c.find(r.Name)
		if err != nil {
			return nil, "", kerr.ErrUnknownTopicOrPartition.With("The topic '%s' does not exist.", r.Name)
		}
		return c.layers().DescribeTopic(t.configs), config.DynamicTopic, nil
	case r.Name == "":
		return config.DescribeCluster(c.defaults), config.DynamicDefault, nil
	}
	b, err := c.brokerNamed(r.Name)
	if err != nil {
		return nil, "", err
	}
	return b.Config().DescribeBroker(), config.DynamicBroker, nil
}

func (c *Cluster) brokerNamed(name string) (*broker.Broker, error) {
	id, err := strconv.ParseInt(name, 10, 32)
	if err != nil {
		return nil, kerr.ErrInvalidRequest.With("Broker id must be an integer, but it is: %s", name)
	}
	b := c.Broker(int32(id))
	if b == nil {
		return nil, kerr.ErrTimeout.With("Timed out waiting for a node assignment. Call: describeConfigs")
	}
	return b, nil
}

// AlterConfigs sets and removes dynamic settings of a topic, of a broker, or (broker "") of all brokers. All of them
// are accepted, or none. Errors: UnknownTopicOrPartitionException, InvalidConfigurationException,
// InvalidRequestException.
func (c *Cluster) AlterConfigs(r Resource, set []Property, remove []string) error {
	err := c.Reachable("incrementalAlterConfigs")
	if err != nil {
		return err
	}
	switch r.Type {
	case TopicResource:
		err = c.alterTopic(r.Name, set, remove)
	case LoggerResource:
		err = c.alterLoggers(r.Name, set, remove)
	default:
		err = c.alterBrokers(r.Name, set, remove)
	}
	if err != nil {
		return config.AsAnswer(err)
	}
	c.settle()
	return nil
}

// altered applies changes to settings.
func altered(p config.Properties, set []Property, remove []string) config.Properties {
	for _, s := range set {
		p = p.With(s.Name, s.Value)
	}
	for _, name := range remove {
		p = p.Without(name)
	}
	return p
}

func (c *Cluster) alterTopic(name string, set []Property, remove []string) error {
	t, ok := c.topics.Get(name)
	if !ok {
		return kerr.ErrUnknownTopicOrPartition.With("The topic '%s' does not exist.", name)
	}
	next := altered(t.configs, set, remove)
	if _, err := c.layers().Check(next); err != nil {
		return err
	}
	if c.fleet != nil {
		c.alterTopicConfigs(name, t.configs, next)
		return nil
	}
	t.configs = next
	c.topics.Set(name, t)
	for _, b := range c.running() {
		b.TopicConfigured(c.host(), name, next)
	}
	c.reconfigure()
	return nil
}

func (c *Cluster) alterBrokers(name string, set []Property, remove []string) error {
	if name == "" {
		next := altered(c.defaults, set, remove)
		if _, err := c.layers().CheckDynamic(next, true); err != nil {
			return err
		}
		c.defaults = next
		c.reconfigure()
		return nil
	}
	b, err := c.brokerNamed(name)
	if err != nil {
		return err
	}
	layers := b.Config()
	layers.Dynamic = altered(layers.Dynamic, set, remove)
	if _, err := b.Config().CheckDynamic(layers.Dynamic, false); err != nil {
		return err
	}
	b.Reconfigure(c.host(), layers, c.overrides)
	return nil
}

// reconfigure tells every broker the settings in force.
func (c *Cluster) reconfigure() {
	for _, b := range c.brokers {
		layers := b.Config()
		layers.Cluster = c.defaults
		b.Reconfigure(c.host(), layers, c.overrides)
	}
}

func (c *Cluster) overrides(name string) config.Properties {
	t, _ := c.topics.Get(name)
	return t.configs
}
