package shell

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cluster"
	"logarium/engine/config"
)

var configsOptions = withIdle([]Option{
	{Name: "add-config", Arg: "String", Doc: "settings to set, as k1=v1,k2=[v1,v2]", Words: func(*Env) []string { return topicConfigNames() }},
	{Name: "add-config-file", Arg: "String", Doc: "a file of settings to set, one key=value a line", Files: true},
	{Name: "all", Doc: "describe settings that were never changed too"},
	{Name: "alter", Doc: "change settings"},
	bootstrap,
	commandConfig,
	{Name: "broker", Arg: "String", Doc: "the broker's id, short for --entity-type brokers --entity-name"},
	{Name: "broker-defaults", Doc: "the default of all brokers, short for --entity-type brokers --entity-default"},
	{Name: "broker-logger", Arg: "String", Doc: "the broker's id, short for --entity-type broker-loggers --entity-name"},
	{Name: "delete-config", Arg: "String", Doc: "settings to take back, as k1,k2", Words: func(*Env) []string { return topicConfigNames() }},
	{Name: "describe", Doc: "list settings"},
	{Name: "entity-default", Doc: "the default of all brokers"},
	{Name: "entity-name", Arg: "String", Doc: "name of the topic, or id of the broker", Words: topicNames},
	{Name: "entity-type", Arg: "String", Doc: "topics, brokers or broker-loggers", Words: fixed("topics", "brokers", "broker-loggers")},
	{Name: "help", Doc: "print this"},
	{Name: "topic", Arg: "String", Doc: "the topic, short for --entity-type topics --entity-name", Words: topicNames},
	version,
},
	`bootstrap-controller <String: controller to connect to>`,
	`client <String>`,
	`client-defaults`,
	`client-metrics <String>`,
	`group <String>`,
	`ip <String>`,
	`ip-defaults`,
	`user <String>`,
	`user-defaults`,
)

// topicConfigNames is every topic setting that may be given, with its equals sign for completion.
func topicConfigNames() []string {
	var names []string
	for _, d := range config.TopicDefs() {
		names = append(names, d.Name+"=")
	}
	return names
}

func kafkaConfigs(c *Call) int {
	o, err := ParseOptions(configsOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), configsOptions)
	}
	if o.asksHelp(c, "This tool helps to manipulate and describe entity config for a topic, client, user, broker, ip, client-metrics or group", configsOptions) {
		return o.helpExit()
	}
	r, what := configsEntity(o)
	err = o.once(configsOptions, "entity-type", "entity-name", "delete-config")
	if err == nil {
		err = entitiesOnce(o)
	}
	switch {
	case what != "":
		return c.usage(what, configsOptions)
	case err != nil:
		fmt.Fprintf(&c.Err, "%s\n", err)
		return 1
	case o.Has("alter"):
		return c.alterConfigs(o, r)
	}
	return c.describeConfigs(o, r)
}

// entitiesOnce refuses a type of entities that is given twice, and more names than types with --alter.
func entitiesOnce(o *Options) error {
	types := o.All("entity-type")
	var twice []string
	for i, t := range types {
		if slices.Contains(types[:i], t) && !slices.Contains(twice, t) {
			twice = append(twice, t)
		}
	}
	switch {
	case len(twice) > 0:
		return &OptionError{"entity-type", "Duplicate entity type(s) specified: " + strings.Join(twice, ",")}
	case o.Has("alter") && len(o.All("entity-name")) > len(types):
		return &OptionError{"entity-name", "An entity name must be specified for every entity type"}
	}
	return nil
}

// allBrokers says that the settings are those of all brokers.
func (o *Options) allBrokers() bool { return o.Has("entity-default") || o.Has("broker-defaults") }

// configsEntity is what the settings belong to, or what is wrong with the options.
func configsEntity(o *Options) (cluster.Resource, string) {
	r := cluster.Resource{Type: cluster.ResourceType(o.Get("entity-type", "")), Name: o.Get("entity-name", "")}
	if o.Has("topic") {
		r = cluster.Resource{Type: cluster.TopicResource, Name: o.Get("topic", "")}
	}
	if o.Has("broker") {
		r = cluster.Resource{Type: cluster.BrokerResource, Name: o.Get("broker", "")}
	}
	if o.Has("broker-defaults") {
		r = cluster.Resource{Type: cluster.BrokerResource}
	}
	if o.Has("broker-logger") {
		r = cluster.Resource{Type: cluster.LoggerResource, Name: o.Get("broker-logger", "")}
	}
	switch {
	case o.Has("alter") == o.Has("describe"):
		return r, "Command must include exactly one action: --describe, --alter"
	case r.Type == "":
		return r, "At least one entity type must be specified"
	case r.Type != cluster.TopicResource && r.Type != cluster.BrokerResource && r.Type != cluster.LoggerResource:
		return r, fmt.Sprintf("Invalid entity type %s, the entity type must be one of topics, brokers, broker-loggers", r.Type)
	case r.Type == cluster.LoggerResource && r.Name == "":
		return r, "an entity name must be specified with --describe of broker-loggers"
	case o.Has("alter") && r.Name == "" && !(r.Type == cluster.BrokerResource && o.allBrokers()):
		return r, "An entity-name or entity-default must be specified with --alter of topics, brokers"
	}
	return r, ""
}

func (c *Call) describeConfigs(o *Options, r cluster.Resource) int {
	if r.Type == cluster.TopicResource {
		if err := c.Cluster.Reachable("listTopics"); err != nil {
			return c.configError(err)
		}
	}
	names := c.described(o, r)
	for _, name := range names {
		one := cluster.Resource{Type: r.Type, Name: name}
		if _, ok := c.Cluster.Topic(name); r.Type == cluster.TopicResource && !ok {
			c.Printf("The topic '%s' doesn't exist and doesn't have dynamic config.\n", name)
			continue
		}
		entries, err := c.Cluster.DescribeConfigs(one, o.Has("all"))
		if err != nil {
			return c.configError(err)
		}
		c.Printf("%s\n", configsTitle(one, o.Has("all")))
		for _, e := range entries {
			c.Printf("  %s\n", configLine(e))
		}
	}
	return 0
}

// described is the entities that --describe is about: the one named, or all, topics in the order of a Java set.
func (c *Call) described(o *Options, r cluster.Resource) []string {
	switch {
	case r.Name != "" || o.allBrokers():
		return []string{r.Name}
	case r.Type == cluster.BrokerResource:
		return append(strings.Split(joinIDs(c.Cluster.Brokers()), ","), "")
	}
	names := topicNames(c.Env)
	checkpoint.HashOrder(names, checkpoint.Buckets(len(names)), checkpoint.StringHash)
	return names
}

func configsTitle(r cluster.Resource, all bool) string {
	kind := strings.TrimSuffix(string(r.Type), "s")
	switch {
	case r.Name == "":
		return fmt.Sprintf("Default configs for %s in the cluster are:", r.Type)
	case all:
		return fmt.Sprintf("All configs for %s %s are:", kind, r.Name)
	}
	return fmt.Sprintf("Dynamic configs for %s %s are:", kind, r.Name)
}

func configLine(e cluster.ConfigEntry) string {
	value := e.Value
	if e.Null {
		value = "null"
	}
	synonyms := make([]string, len(e.Synonyms))
	for i, s := range e.Synonyms {
		synonyms[i] = s.Source + ":" + s.Name + "=" + s.Value
	}
	return fmt.Sprintf("%s=%s sensitive=false synonyms={%s}", e.Name, value, strings.Join(synonyms, ", "))
}

func (c *Call) alterConfigs(o *Options, r cluster.Resource) int {
	set, err := c.addedConfigs(o)
	if err != nil {
		fmt.Fprintf(&c.Err, "%s\n", err)
		return 1
	}
	remove := deletedConfigs(o)
	if len(set)+len(remove) == 0 {
		fmt.Fprintf(&c.Err, "At least one of --add-config, --add-config-file, or --delete-config must be specified with --alter\n")
		return 1
	}
	if err := c.Cluster.AlterConfigs(r, set, remove); err != nil {
		return c.configError(err)
	}
	c.Changed = true
	if r.Name == "" {
		c.Printf("Completed updating default config for %s in the cluster.\n", r.Type)
	} else {
		c.Printf("Completed updating config for %s %s.\n", strings.TrimSuffix(string(r.Type), "s"), r.Name)
	}
	return 0
}

func (c *Call) configError(err error) int {
	fmt.Fprintf(&c.Err, "Error while executing config command with args '%s'\n", strings.Join(c.Args, " "))
	fmt.Fprintf(&c.Err, "java.util.concurrent.ExecutionException: %s\n", java(err))
	return 1
}

// addedConfigs reads --add-config-file, then k1=v1,k2=[v1,v2] of --add-config.
func (c *Call) addedConfigs(o *Options) ([]cluster.Property, error) {
	var set []cluster.Property
	if name := o.Get("add-config-file", ""); name != "" {
		data, err := c.Disk().ReadFile(c.Path(name))
		if err != nil {
			return nil, fmt.Errorf("%s (No such file or directory)", name)
		}
		for _, p := range checkpoint.ParseProperties(data) {
			set = setProperty(set, p.Key, p.Value)
		}
	}
	for _, part := range splitOutside(o.Get("add-config", "")) {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, &OptionError{"add-config", configFormat}
		}
		value = strings.TrimSpace(value)
		if strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]") {
			value = value[1 : len(value)-1]
		}
		set = setProperty(set, strings.TrimSpace(name), value)
	}
	return set, nil
}

const configFormat = `Invalid entity config: all configs to be added must be in the format "key=val" or  "key=[val1,val2]" to group values which contain commas.`

// splitOutside splits at commas that are not within brackets.
func splitOutside(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				parts, start = append(parts, s[start:i]), i+1
			}
		}
	}
	parts = append(parts, s[start:])
	return slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" })
}

func deletedConfigs(o *Options) []string {
	names := strings.Split(strings.Join(o.All("delete-config"), ","), ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}
