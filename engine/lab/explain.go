package lab

import (
	"strconv"
	"strings"
	"time"

	"logarium/engine/message"
	"logarium/engine/shell"
)

// at is a look at what the running command sees.
func (l *Lab) at(c *shell.Call, p params) (*look, bool) {
	k := &look{lab: l, machine: l.running.work, cluster: c.Cluster, broker: c.Broker(), p: p}
	k.p.Broker = k.broker.ID()
	return k, k.broker.Running()
}

// why prints the verdicts of a partition's segments, or of one.
func (l *Lab) why(c *shell.Call) int {
	if len(c.Args) < 1 || len(c.Args) > 2 {
		return c.Fail("expected a partition, and perhaps the base offset of a segment")
	}
	p := params{Partition: c.Args[0]}
	if len(c.Args) == 2 {
		base, err := strconv.ParseInt(strings.TrimSuffix(c.Args[1], ".log"), 10, 64)
		if err != nil {
			return c.Fail("%q is not the base offset of a segment", c.Args[1])
		}
		p.Base = &base
	}
	k, ok := l.at(c, p)
	if !ok {
		return c.Fail("broker %d is not running", k.p.Broker)
	}
	v, err := k.verdicts()
	switch {
	case err != nil:
		return c.Fail("%v", err)
	case len(v.Verdicts) == 0:
		return c.Fail("%s has no such segment", p.Partition)
	}
	for _, one := range v.Verdicts {
		c.Printf("%d: %s\n", one.Base, one.Sentence)
		if p.Base != nil {
			printRules(c, one)
			printWhen(c, one)
		}
	}
	return 0
}

func printRules(c *shell.Call, v message.Verdict) {
	for _, r := range v.Rules {
		answer := "no"
		switch {
		case !r.Active:
			answer = "off"
		case r.Pass:
			answer = "yes"
		}
		mark := " "
		if r.Decides {
			mark = "*"
		}
		c.Printf("%s %-5s  %-3s  %s  (%s)\n", mark, r.Name, answer, r.Test, r.Numbers)
	}
}

// printWhen says when the files change their names and when they go, if nothing else happens.
func printWhen(c *shell.Call, v message.Verdict) {
	if v.Renamed >= 0 {
		now := c.Now()
		c.Printf("  .deleted at %s, gone at %s\n", stamp(v.Renamed, now), stamp(v.Removed, now))
	}
}

// stamp is a time of today, or with its day one of another.
func stamp(ms, now int64) string {
	t := time.UnixMilli(ms).UTC()
	if day := time.UnixMilli(now).UTC(); t.YearDay() != day.YearDay() || t.Year() != day.Year() {
		return t.Format("2006-01-02 15:04:05.000")
	}
	return t.Format("15:04:05.000")
}

// lookupCommand prints how a record is found.
func (l *Lab) lookupCommand(c *shell.Call) int {
	o, err := shell.ParseOptions(lookupOptions, c.Args)
	if err != nil {
		return c.Fail("%v", err)
	}
	p, err := lookupParams(o)
	if err != nil || p.Offset == nil && p.Time == nil {
		return c.Fail("expected a partition, and an offset or --time MS")
	}
	k, ok := l.at(c, p)
	if !ok {
		return c.Fail("broker %d is not running", k.p.Broker)
	}
	v, err := k.lookup()
	if err != nil {
		return c.Fail("%v", err)
	}
	for _, s := range v.Steps {
		c.Printf("%-8s %s\n", s.Kind, s.Text)
	}
	switch {
	case v.Error != "":
		return c.Fail("%s", v.Error)
	case !v.Found:
		c.Printf("not found\n")
	default:
		c.Printf("found    offset %d at position %d; %d probes, %d bytes read\n", v.Offset, v.Position, v.Probes, v.BytesRead)
	}
	return 0
}

func lookupParams(o *shell.Options) (p params, err error) {
	if len(o.Rest) > 0 {
		p.Partition = o.Rest[0]
	}
	p.Unpack = o.Has("unpack")
	if text := o.Get("time", ""); text != "" {
		ms, err := Moment(text)
		p.Time = &ms
		return p, err
	}
	if len(o.Rest) == 2 {
		n, err := strconv.ParseInt(o.Rest[1], 10, 64)
		p.Offset = &n
		return p, err
	}
	return p, nil
}
