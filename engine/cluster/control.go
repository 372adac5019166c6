package cluster

// Control connects a running command with whoever waits for it. A nil Control never stops a command.
//
// A long command consists of atomic steps. Between two of them it calls Step; if that returns true, it stops there
// and leaves what is done, so that the machine is at a step's end whenever it is looked at, stored or cancelled.
type Control struct {
	// Yield is called between steps. It may answer other requests, store the machine, or wait; true asks the
	// command to stop here.
	Yield func() bool
	// Progress hears how far the command is; total is 0 if it cannot be known. Unit is "records", "ms", ...
	Progress func(done, total int64, unit string)
	// Shorten is set by the running command: it returns the command line that does exactly the first done units.
	Shorten func(done int64) string

	done    int64
	stopped bool
}

// Begin forgets what the command before has left. Whoever runs commands calls it before each; a stop stays one.
func (c *Control) Begin() { c.Shorten, c.done = nil, 0 }

// Step reports that done of total units are finished and asks whether to stop.
func (c *Control) Step(done, total int64, unit string) (stop bool) {
	if c == nil {
		return false
	}
	c.done = done
	if c.Progress != nil {
		c.Progress(done, total, unit)
	}
	if c.Yield != nil && c.Yield() {
		c.stopped = true
	}
	return c.stopped
}

// Stopped reports that the command was asked to stop before its end.
func (c *Control) Stopped() bool { return c != nil && c.stopped }

// Line is the command line that stands for what is done so far; false if nothing is, or the command cannot say.
func (c *Control) Line() (string, bool) {
	if c == nil || c.Shorten == nil || c.done == 0 {
		return "", false
	}
	return c.Shorten(c.done), true
}
