package shell

import (
	"slices"
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/machine/disk"
)

// firstMonitor is the process id from which on processes are monitors: they are nothing but the file that they hold.
const firstMonitor = 2000

// processes completes what can be killed.
func processes(e *Env) []string {
	pids := []string{"-9"}
	for _, id := range e.Cluster.Brokers() {
		if b := e.Cluster.Broker(id); b.Running() {
			pids = append(pids, strconv.Itoa(b.PID()))
		}
	}
	for _, f := range e.monitors() {
		pids = append(pids, strconv.Itoa(f.Process))
	}
	return pids
}

// monitors are the files that monitors hold on the machine at hand.
func (e *Env) monitors() (held []disk.OpenFile) {
	for f := range e.Disk().OpenFiles() {
		if f.Process >= firstMonitor {
			held = append(held, f)
		}
	}
	return held
}

// kill ends a process: by the signal TERM, unless another is given.
func kill(c *Call) int {
	pid, hard := "", false
	switch {
	case len(c.Args) == 1:
		pid = c.Args[0]
	case len(c.Args) == 2 && slices.Contains([]string{"-9", "-KILL", "-SIGKILL"}, c.Args[0]):
		pid, hard = c.Args[1], true
	case len(c.Args) == 2 && slices.Contains([]string{"-15", "-TERM", "-SIGTERM"}, c.Args[0]):
		pid = c.Args[1]
	default:
		return c.Fail("usage: kill [-9] PID")
	}
	if _, err := strconv.Atoi(pid); err != nil {
		return c.Fail("%s: arguments must be process or job IDs", pid)
	}
	for _, id := range c.Cluster.Brokers() {
		if b := c.Cluster.Broker(id); strconv.Itoa(b.PID()) == pid && b.Running() {
			return c.killBroker(b, hard)
		}
	}
	for _, f := range c.monitors() {
		if strconv.Itoa(f.Process) == pid {
			c.Disk().CloseAll(f.Process)
			c.Changed = true
			return 0
		}
	}
	return c.Fail("(%s) - No such process", pid)
}

func (c *Call) killBroker(b *broker.Broker, hard bool) int {
	end := c.Cluster.StopBroker
	if hard {
		end = c.Cluster.KillBroker
	}
	if err := end(b.ID()); err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	return 0
}

func ps(c *Call) int {
	c.Printf("%5s %-24s %s\n", "PID", "STARTED", "COMMAND")
	for _, id := range c.Cluster.Brokers() {
		if b := c.Cluster.Broker(id); b.Running() {
			c.Printf("%5d %-24s kafka.Kafka node.id=%d\n", b.PID(), isoTime(b.Since()), id)
		}
	}
	for _, f := range c.monitors() {
		c.Printf("%5d %-24s tail -f %s\n", f.Process, isoTime(f.Since), f.Path)
	}
	return 0
}

// monitor starts and ends processes that hold a file open.
func monitor(c *Call) int {
	switch {
	case len(c.Args) == 0:
		return ps(c)
	case len(c.Args) == 2 && c.Args[0] == "open":
		return c.openMonitor(c.Args[1])
	case len(c.Args) == 2 && c.Args[0] == "close":
		return c.closeMonitor(c.Args[1])
	}
	return c.Fail("usage: monitor [open FILE | close FILE]")
}

func (c *Call) openMonitor(name string) int {
	pid := firstMonitor
	for _, f := range c.monitors() {
		pid = max(pid, f.Process+1)
	}
	c.Disk().SetProcess(pid)
	_, err := c.Disk().Open(c.Path(name))
	c.Disk().SetProcess(c.PID())
	if err != nil {
		return c.Fail("cannot open '%s' for reading: %s", name, reason(err))
	}
	c.Printf("process %d reads %s\n", pid, name)
	c.Changed = true
	return 0
}

// closeMonitor ends the monitors of a file, which may have got the suffix .deleted since, or no name any more.
func (c *Call) closeMonitor(name string) int {
	path := c.Path(name)
	found := false
	for _, f := range c.monitors() {
		if f.Path == path || f.Path == path+".deleted" {
			c.Disk().CloseAll(f.Process)
			found = true
		}
	}
	if !found {
		return c.Fail("nobody but the broker has '%s' open", name)
	}
	c.Changed = true
	return 0
}
