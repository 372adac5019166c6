package shell

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// resetTargets are the options that say where to.
var resetTargets = [...]string{"to-offset", "shift-by", "to-datetime", "by-duration", "to-earliest", "to-latest", "to-current", "from-file"}

func resetUsage(o *Options) string {
	switch n := o.count(resetTargets[:]...); {
	case o.count("execute", "dry-run") > 1:
		return "Option [reset-offsets] only accepts one of [execute] and [dry-run]"
	case n == 0:
		return "Option '[reset-offsets]' requires one of the following scenarios: [[to-offset], [shift-by], [by-duration], [to-datetime], [to-earliest], [to-latest], [from-file], [to-current]]"
	case n > 1:
		return "Option \"[" + firstOf(o, resetTargets[:]) + "]\" can't be used with another of the scenarios"
	case !o.Has("from-file") && o.count("all-topics", "topic") == 0:
		return "One of the reset scopes should be defined: --all-topics, --topic."
	}
	for _, name := range []string{"to-offset", "shift-by"} {
		if _, err := o.Int(name, 0, 64); err != nil {
			return err.Error()
		}
	}
	return ""
}

func firstOf(o *Options, names []string) string {
	for _, name := range names {
		if o.Has(name) {
			return name
		}
	}
	return ""
}

// newOffset is what a group is to read next in a partition.
type newOffset struct {
	tp     cluster.TopicPartition
	offset int64
}

func (c *Call) warnNoAction(o *Options) {
	if o.Has("reset-offsets") && o.count("execute", "dry-run") == 0 {
		fmt.Fprintf(&c.Err, "WARN: No action will be performed as the --execute option is missing. In version 5.0, this command will require either --dry-run or --execute to be specified. You should add the --dry-run option explicitly if you are scripting this command and want to keep the current default behavior without prompting.\n")
	}
}

func (c *Call) resetOffsets(o *Options) error {
	c.warnNoAction(o)
	groups := c.chosenGroups(o)
	all := make([][]newOffset, len(groups))
	for i, id := range groups {
		list, err := c.newOffsets(o, id)
		if err != nil {
			return err
		}
		if o.Has("execute") {
			if err := c.commitNew(id, list); err != nil {
				return err
			}
		}
		all[i] = list
	}
	c.printReset(o, groups, all)
	return nil
}

func (c *Call) commitNew(group string, list []newOffset) error {
	var offsets []cluster.Committed
	for _, n := range list {
		one := cluster.Committed{TopicPartition: n.tp}
		one.Offset.Offset, one.LeaderEpoch = n.offset, -1
		offsets = append(offsets, one)
	}
	c.Changed = true
	return c.Cluster.Commit(group, offsets)
}

func (c *Call) printReset(o *Options, groups []string, all [][]newOffset) {
	var rows [][]string
	for i, id := range groups {
		for _, n := range all[i] {
			rows = append(rows, []string{id, n.tp.Topic, strconv.Itoa(int(n.tp.Partition)), strconv.FormatInt(n.offset, 10)})
		}
	}
	if !o.Has("export") {
		c.Printf("\n")
		c.groupTable([]string{"GROUP", "TOPIC", "PARTITION", "NEW-OFFSET"}, []int{-15, -15, 10, 0}, rows)
		return
	}
	for _, r := range rows {
		if len(groups) == 1 {
			r = r[1:]
		}
		c.Printf("%s\n", strings.Join(r, ","))
	}
	c.Printf("\n")
}

// newOffsets finds the new offsets of a group. Those out of the log's range are drawn to its ends.
func (c *Call) newOffsets(o *Options, group string) (list []newOffset, err error) {
	if o.Has("from-file") {
		list, err = c.fileOffsets(o, group)
	} else {
		list, err = c.targetOffsets(o, group)
	}
	if err != nil || o.count("to-offset", "shift-by", "from-file") == 0 {
		return list, err
	}
	for i := range list {
		if err := c.withinLog(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *Call) targetOffsets(o *Options, group string) (list []newOffset, err error) {
	partitions, err := c.scope(o)
	if o.Has("all-topics") {
		partitions, err = nil, nil
		for _, one := range c.Cluster.GroupOffsets(group) {
			partitions = append(partitions, one.TopicPartition)
		}
	}
	for _, tp := range partitions {
		n := newOffset{tp: tp}
		if n.offset, err = c.target(o, group, tp); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, err
}

// target is where an option leads in one partition.
func (c *Call) target(o *Options, group string, tp cluster.TopicPartition) (int64, error) {
	committed, has := c.Cluster.Committed(group, tp)
	switch {
	case o.Has("to-offset"):
		return o.Int("to-offset", 0, 64)
	case o.Has("shift-by"):
		if !has {
			return 0, kerr.ErrIllegalArgument.With("Cannot shift offset for partition %s since there is no current committed offset", tp)
		}
		by, err := o.Int("shift-by", 0, 64)
		return committed.Offset + by, err
	case o.Has("to-current") && has:
		return committed.Offset, nil
	case o.Has("to-earliest"):
		return c.listed(tp, cluster.EarliestOffset)
	case o.Has("to-latest") || o.Has("to-current"):
		return c.listed(tp, cluster.LatestOffset)
	}
	ms, err := c.resetTime(o)
	if err != nil {
		return 0, err
	}
	at, err := c.listed(tp, cluster.OffsetSpec(ms))
	if err == nil && at < 0 {
		fmt.Fprintf(&c.Out, "\nWarn: Partition %d from topic %s is empty. Falling back to latest known offset.\n", tp.Partition, tp.Topic)
		return c.listed(tp, cluster.LatestOffset)
	}
	return at, err
}

func (c *Call) listed(tp cluster.TopicPartition, spec cluster.OffsetSpec) (int64, error) {
	l, err := c.Cluster.ListOffsets(tp, spec)
	return l.Offset, err
}

// resetTime is the time of --to-datetime or --by-duration in ms.
func (c *Call) resetTime(o *Options) (int64, error) {
	if text := o.Get("to-datetime", ""); text != "" {
		for _, layout := range []string{"2006-01-02T15:04:05.000", "2006-01-02T15:04:05.000Z07", "2006-01-02T15:04:05.000Z0700", "2006-01-02T15:04:05.000Z07:00", "2006-01-02T15:04:05"} {
			if t, err := time.Parse(layout, text); err == nil {
				return t.UnixMilli(), nil
			}
		}
		return 0, kerr.New("ParseException", "Unparseable date: \"%s\"", text)
	}
	text := o.Get("by-duration", "")
	ms, ok := isoDuration(text)
	if !ok {
		return 0, kerr.New("DateTimeParseException", "Text cannot be parsed to a Duration")
	}
	return max(0, c.Now()-ms), nil
}

// isoDuration reads PnDTnHnMnS in ms.
func isoDuration(s string) (ms int64, ok bool) {
	rest, ok := strings.CutPrefix(strings.ToUpper(s), "P")
	if !ok || rest == "" {
		return 0, false
	}
	days, clock, timed := strings.Cut(rest, "T")
	if timed && clock == "" {
		return 0, false
	}
	units := "D"
	for _, part := range []string{days, clock} {
		for part != "" {
			end := strings.IndexAny(part, units)
			if end <= 0 {
				return 0, false
			}
			n, err := strconv.ParseFloat(part[:end], 64)
			if err != nil || math.Abs(n) > 1e9 {
				return 0, false
			}
			ms += int64(n * map[byte]float64{'D': 86_400_000, 'H': 3_600_000, 'M': 60_000, 'S': 1000}[part[end]])
			part = part[end+1:]
		}
		units = "HMS"
	}
	return ms, true
}

// withinLog draws an offset to the log's range and says so.
func (c *Call) withinLog(n *newOffset) error {
	earliest, err := c.listed(n.tp, cluster.EarliestOffset)
	if err != nil {
		return err
	}
	latest, err := c.listed(n.tp, cluster.LatestOffset)
	if err != nil {
		return err
	}
	to, what := n.offset, ""
	switch {
	case n.offset > latest:
		to, what = latest, "higher than latest"
	case n.offset < earliest:
		to, what = earliest, "lower than earliest"
	}
	if what != "" {
		fmt.Fprintf(&c.Err, "[%s] WARN New offset (%d) is %s offset for topic partition %s. Value will be set to %d. (org.apache.kafka.tools.GroupOffsetsResetter)\n", logTime(c.Now()), n.offset, what, n.tp, to)
		n.offset = to
	}
	return nil
}

// fileOffsets reads what --export wrote: topic,partition,offset, with the group in front if there were several.
func (c *Call) fileOffsets(o *Options, group string) (list []newOffset, err error) {
	name := o.Get("from-file", "")
	data, err := c.Disk().ReadFile(c.Path(name))
	if err != nil {
		return nil, kerr.ErrNoSuchFile.With("%s", name)
	}
	for _, l := range lines(string(data)) {
		cells := strings.Split(strings.TrimSpace(l), ",")
		if len(cells) == 4 && cells[0] == group {
			cells = cells[1:]
		}
		if len(cells) != 3 {
			continue
		}
		number, err := strconv.ParseInt(cells[1], 10, 32)
		offset, err2 := strconv.ParseInt(cells[2], 10, 64)
		if err != nil || err2 != nil {
			return nil, kerr.ErrNumberFormat.With("For input string: \"%s\"", l)
		}
		list = append(list, newOffset{cluster.TopicPartition{Topic: cells[0], Partition: int32(number)}, offset})
	}
	return list, nil
}
