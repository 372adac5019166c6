package shell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
)

var groupsOptions = withIdle([]Option{
	{Name: "all-groups", Doc: "every group"},
	{Name: "all-topics", Doc: "with --reset-offsets: all topics that the group has committed in"},
	bootstrap,
	{Name: "by-duration", Arg: "String: duration", Doc: "with --reset-offsets: to the records of so long ago, as PnDTnHnMnS"},
	commandConfig,
	{Name: "delete", Doc: "forget groups with their offsets"},
	{Name: "delete-offsets", Doc: "forget the group's offsets in --topic"},
	{Name: "describe", Doc: "what the group has committed, and how far behind it is"},
	{Name: "dry-run", Doc: "with --reset-offsets: only show what would be"},
	{Name: "execute", Doc: "with --reset-offsets: do it"},
	{Name: "export", Doc: "with --reset-offsets: print the offsets as CSV"},
	{Name: "from-file", Arg: "String: path to CSV file", Doc: "with --reset-offsets: to the offsets in a file that --export has made", Files: true},
	{Name: "group", Arg: "String: consumer group", Doc: "the group; may be repeated", Words: groupNames},
	{Name: "help", Doc: "print this"},
	{Name: "list", Doc: "list the groups"},
	{Name: "members", Doc: "with --describe: the members"},
	{Name: "offsets", Doc: "with --describe: the offsets, as without it"},
	{Name: "reset-offsets", Doc: "commit other offsets for a group without members"},
	{Name: "shift-by", Arg: "Long: number-of-offsets", Doc: "with --reset-offsets: so many on, or back if negative"},
	{Name: "state", Arg: "String", Maybe: true, Doc: "with --describe or --list: the state; with a list of states only the groups in these"},
	{Name: "timeout", Arg: "Long: timeout (ms)", Doc: "how long to wait; no virtual time passes here"},
	{Name: "to-current", Doc: "with --reset-offsets: to what is committed"},
	{Name: "to-datetime", Arg: "String: datetime", Doc: "with --reset-offsets: to a time, as YYYY-MM-DDTHH:mm:SS.sss"},
	{Name: "to-earliest", Doc: "with --reset-offsets: to the log start"},
	{Name: "to-latest", Doc: "with --reset-offsets: to the end"},
	{Name: "to-offset", Arg: "Long: offset", Doc: "with --reset-offsets: to this offset"},
	{Name: "topic", Arg: "String: topic", Doc: "the topic, or topic:0,1,2; may be repeated", Words: topicNames},
	{Name: "type", Arg: "String", Maybe: true, Doc: "with --list: the type; with a list of types only the groups of these"},
	{Name: "verbose", Doc: "with --describe: more columns"},
	version,
},
	`validate-regex <String: regex>`,
)

func groupNames(e *Env) []string { return e.Cluster.Groups() }

// consumerGroups is kafka-consumer-groups. Whatever goes wrong beyond the command line leaves exit status 0, as with the real tool.
func consumerGroups(c *Call) int {
	o, err := ParseOptions(groupsOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), groupsOptions)
	}
	if o.asksHelp(c, "This tool helps to list, describe, delete and manage the offsets of consumer groups.", groupsOptions) {
		return o.helpExit()
	}
	what := groupsUsage(o)
	if what == "" && o.Has("list") {
		what = cmp.Or(o.unknown("state", "state", groupStates), o.unknown("type", "types", groupTypes))
	}
	if what != "" {
		return c.usage(what, groupsOptions)
	}
	if err = o.once(groupsOptions, "group", "topic"); err == nil {
		err = c.Cluster.Reachable("listGroups")
	} else {
		c.warnNoAction(o)
		c.groupError(err)
		return 0
	}
	switch {
	case err != nil && o.Has("list"): // that request goes to every broker
		err = kerr.New("RuntimeException", "java.util.concurrent.ExecutionException: org.apache.kafka.common.KafkaException: Failed to find brokers to send ListGroups")
	case err == nil:
		err = c.groupsAction(o)
	}
	if err != nil {
		c.groupError(err)
	}
	return 0
}

func (c *Call) groupsAction(o *Options) error {
	switch {
	case o.Has("list"):
		c.listGroups(o)
	case o.Has("describe"):
		return c.describeGroups(o)
	case o.Has("delete"):
		c.deleteGroups(o)
	case o.Has("delete-offsets"):
		return c.deleteOffsets(o)
	default:
		return c.resetOffsets(o)
	}
	return nil
}

// groupError prints what went wrong, in the tool itself or in a request: to standard output, as the tool does, with the stack
// elsewhere.
func (c *Call) groupError(err error) {
	if e := kerr.As(err); e == nil || e.Code == "" {
		c.Printf("\nError: Executing consumer group command failed due to %s\n", message(err))
		fmt.Fprintf(&c.Err, "%s\n", java(err))
		return
	}
	c.Printf("\nError: Executing consumer group command failed due to %s\n", java(err))
	fmt.Fprintf(&c.Err, "java.util.concurrent.ExecutionException: %s\n", java(err))
}

// count says how many of these options were given.
func (o *Options) count(names ...string) (n int) {
	for _, name := range names {
		if o.Has(name) {
			n++
		}
	}
	return n
}

func groupsUsage(o *Options) string {
	for _, name := range []string{"describe", "delete", "reset-offsets"} {
		if o.Has(name) && o.count("group", "all-groups") != 1 {
			return "Option [" + name + "] takes one of these options: [all-groups], [group]"
		}
	}
	switch {
	case o.count("list", "describe", "delete", "reset-offsets", "delete-offsets") != 1:
		return "Command must include exactly one action: --list, --describe, --delete, --reset-offsets, --delete-offsets, --validate-regex"
	case o.Has("describe") && o.count("members", "offsets", "state") > 1:
		return "Option [describe] takes at most one of these options: [members], [offsets], [state]"
	case o.Has("delete") && o.Has("topic"):
		return "The consumer does not support topic-specific offset deletion from a consumer group."
	case o.Has("delete-offsets") && !(o.Has("group") && o.Has("topic")):
		return "Option [delete-offsets] takes the following options: [topic], [group]"
	case o.Has("reset-offsets"):
		return resetUsage(o)
	}
	return ""
}

// chosenGroups are the groups that the options name.
func (c *Call) chosenGroups(o *Options) []string {
	if o.Has("all-groups") {
		return c.Cluster.Groups()
	}
	return slices.Compact(slices.Sorted(slices.Values(o.All("group"))))
}

// What groups may be in and of. The tool lists them in another order each time.
var (
	groupStates = []string{"Assigning", "CompletingRebalance", "Dead", "Empty", "PreparingRebalance", "Reconciling", "Stable"}
	groupTypes  = []string{"Classic", "Consumer"}
)

// unknown is what is wrong with a list of states or types, empty if nothing is.
func (o *Options) unknown(option, what string, known []string) string {
	for _, word := range o.words(option) {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, word) }) {
			return fmt.Sprintf("Invalid %s list '%s'. Valid %s are: %s", what, o.Get(option, ""), strings.TrimSuffix(what, "s")+"s", strings.Join(known, ", "))
		}
	}
	return ""
}

// lists says that an option names a word, or none.
func (o *Options) lists(option, word string) bool {
	words := o.words(option)
	return len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

// words is the list that an option has as its argument.
func (o *Options) words(option string) (words []string) {
	for word := range strings.SplitSeq(o.Get(option, ""), ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

func (c *Call) listGroups(o *Options) {
	names := c.Cluster.Groups()
	if !o.Has("state") && !o.Has("type") {
		for _, name := range names {
			c.Printf("%s\n", name)
		}
		return
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		g, _ := c.Cluster.Group(name)
		return !o.lists("state", g.State()) || !o.lists("type", "Classic")
	})
	longest := 0
	for _, name := range names {
		longest = max(longest, len(name))
	}
	if len(names) == 0 {
		longest = 15
	}
	line := func(name, kind, state string) {
		c.Printf("%-*s", longest+10, name)
		if o.Has("type") {
			c.Printf(" %-20s", kind)
		}
		if o.Has("state") {
			c.Printf(" %-20s", state)
		}
		c.Printf("\n")
	}
	line("GROUP", "TYPE", "STATE")
	for _, name := range names {
		g, _ := c.Cluster.Group(name)
		line(name, "Classic", g.State())
	}
}

// groupTable prints columns with a blank between them. A width below 0 grows with its cells.
func (c *Call) groupTable(header []string, widths []int, rows [][]string) {
	for i, w := range widths {
		if w < 0 {
			widths[i] = -w
			for _, r := range rows {
				widths[i] = max(widths[i], len(r[i]))
			}
		}
	}
	for _, r := range append([][]string{header}, rows...) {
		for i, cell := range r {
			if i > 0 {
				c.Printf(" ")
			}
			c.Printf("%-*s", widths[i], cell)
		}
		c.Printf("\n")
	}
}

func (c *Call) describeGroups(o *Options) error {
	for _, id := range c.chosenGroups(o) {
		g, err := c.Cluster.DescribeGroup(id)
		if err != nil {
			return err
		}
		if len(g.Members) == 0 {
			c.Printf("\nConsumer group '%s' has no active members.\n", id)
		}
		switch {
		case o.Has("state"):
			c.groupState(g, o.Has("verbose"))
		case o.Has("members"):
			c.groupMembers(g, o.Has("verbose"))
		default:
			c.groupOffsets(g, o.Has("verbose"))
		}
	}
	return nil
}

func (c *Call) groupState(g cluster.Group, verbose bool) {
	header, widths := []string{"GROUP", "COORDINATOR (ID)", "ASSIGNMENT-STRATEGY", "STATE", "#MEMBERS"}, []int{-15, -25, 20, 20, 0}
	strategy := "-"
	if g.Protocol != nil {
		strategy = *g.Protocol
	}
	row := []string{g.ID, fmt.Sprintf("localhost:9092  (%d)", c.Cluster.Coordinator(internaltopics.OffsetsTopic, g.ID)), strategy, g.State(), strconv.Itoa(len(g.Members))}
	if verbose {
		header, widths = slices.Insert(header, 4, "GROUP-EPOCH", "TARGET-ASSIGNMENT-EPOCH"), slices.Insert(widths, 4, 15, 25)
		row = slices.Insert(row, 4, "-", "-")
	}
	c.Printf("\n")
	c.groupTable(header, widths, [][]string{row})
}

func (c *Call) groupMembers(g cluster.Group, verbose bool) {
	header, widths := []string{"GROUP", "CONSUMER-ID", "HOST", "CLIENT-ID", "#PARTITIONS", ""}, []int{-15, -15, -15, -15, 15, 0}
	var rows [][]string
	for _, m := range g.Members {
		rows = append(rows, []string{g.ID, m.ID, m.ClientHost, m.ClientID, strconv.Itoa(len(assigned(m))), ""})
	}
	if verbose {
		header[5] = "ASSIGNMENT"
		for i, m := range g.Members {
			rows[i][5] = strings.Join(assigned(m), ",")
		}
	}
	c.Printf("\n")
	c.groupTable(header, widths, rows)
}

// assigned lists the partitions of a member, as orders-0.
func assigned(m internaltopics.Member) (names []string) {
	list, _ := internaltopics.DecodeAssignment(m.Assignment) // a foreign protocol's has none that we know
	for _, p := range list {
		for _, n := range p.Numbers {
			names = append(names, cluster.TopicPartition{Topic: p.Topic, Partition: n}.String())
		}
	}
	return names
}

func (c *Call) groupOffsets(g cluster.Group, verbose bool) {
	header := []string{"GROUP", "TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "CONSUMER-ID", "HOST", "CLIENT-ID"}
	widths := []int{-15, -15, 10, 15, 15, 15, -15, -15, 0}
	var rows [][]string
	for _, o := range c.Cluster.GroupOffsets(g.ID) {
		end, lag := "-", "-"
		if listed, err := c.Cluster.ListOffsets(o.TopicPartition, cluster.LatestOffset); err == nil {
			end, lag = strconv.FormatInt(listed.Offset, 10), strconv.FormatInt(listed.Offset-o.Offset.Offset, 10)
		}
		row := []string{g.ID, o.Topic, strconv.Itoa(int(o.Partition)), strconv.FormatInt(o.Offset.Offset, 10), end, lag, "-", "-", "-"}
		if verbose {
			epoch := "-"
			if o.LeaderEpoch >= 0 {
				epoch = strconv.Itoa(int(o.LeaderEpoch))
			}
			row = slices.Insert(row, 3, epoch)
		}
		rows = append(rows, row)
	}
	if verbose {
		header, widths = slices.Insert(header, 3, "LEADER-EPOCH"), slices.Insert(widths, 3, 15)
	}
	if len(rows) > 0 {
		c.Printf("\n")
		c.groupTable(header, widths, rows)
	}
}

func (c *Call) deleteGroups(o *Options) {
	var done, failed []string
	for _, id := range c.chosenGroups(o) {
		if err := c.Cluster.DeleteGroup(id); err != nil {
			failed = append(failed, fmt.Sprintf("* Group '%s' could not be deleted due to: %s", id, java(err)))
			continue
		}
		c.Changed = true
		done = append(done, "'"+id+"'")
	}
	if len(failed) == 0 {
		c.Printf("Deletion of requested consumer groups (%s) was successful.\n", strings.Join(done, ", "))
		return
	}
	c.Printf("\nError: Deletion of some consumer groups failed:\n%s\n", strings.Join(failed, "\n"))
	if len(done) > 0 {
		c.Printf("\nThese consumer groups were deleted successfully: %s\n", strings.Join(done, ", "))
	}
}

func (c *Call) deleteOffsets(o *Options) error {
	group := o.Get("group", "")
	partitions, err := c.scope(o)
	if err == nil {
		err = c.Cluster.DeleteOffsets(group, partitions)
	}
	if err != nil {
		return err
	}
	c.Changed = true
	c.Printf("Request succeeded for deleting offsets from group %s.\n", group)
	slices.SortFunc(partitions, func(a, b cluster.TopicPartition) int {
		return strings.Compare(a.Topic+strconv.Itoa(int(a.Partition)), b.Topic+strconv.Itoa(int(b.Partition)))
	})
	width := 15
	for _, tp := range partitions {
		width = max(width, len(tp.Topic))
	}
	c.Printf("\n%-*s %-10s %-15s", width, "TOPIC", "PARTITION", "STATUS")
	for _, tp := range partitions {
		c.Printf("\n%-*s %-10d %-15s", width, tp.Topic, tp.Partition, "Successful")
	}
	c.Printf("\n")
	return nil
}

// scope reads --topic, as often as it was given: a topic, or some of its partitions.
func (c *Call) scope(o *Options) (list []cluster.TopicPartition, err error) {
	for _, text := range o.All("topic") {
		name, numbers, some := strings.Cut(text, ":")
		t, ok := c.Cluster.Topic(name)
		switch {
		case some:
			for _, s := range strings.Split(numbers, ",") {
				n, err := strconv.ParseInt(s, 10, 32)
				if err != nil {
					return nil, kerr.ErrNumberFormat.With("For input string: \"%s\"", s)
				}
				list = append(list, cluster.TopicPartition{Topic: name, Partition: int32(n)})
			}
			continue
		case !ok:
			return nil, kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
		}
		for _, p := range t.Partitions {
			list = append(list, cluster.TopicPartition{Topic: name, Partition: p.Number})
		}
	}
	return list, nil
}
