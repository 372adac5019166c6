package cluster

import (
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/store"
)

const (
	workloadOwner = "workload/" // owner of a workload's task, followed by its name
	workloadTask  = "workload"
	maxRate       = 1_000_000 // records a second
	maxBatch      = 100_000   // records
	maxValue      = 64 << 20  // bytes of a value
)

func codeWorkload(c *store.Coder, w *Workload) {
	c.String(&w.Name)
	c.String(&w.Topic)
	c.Int64(&w.Rate.Records)
	c.Int64(&w.Rate.Millis)
	c.Int(&w.Size)
	c.Int(&w.Batch)
	c.String(&w.Kind)
	c.Int64(&w.Started)
	c.Int64(&w.Sent)
	c.Int64(&w.Failed)
}

// StartWorkload lets records be written from now on, while time passes: the first batch at once. Errors:
// IllegalArgumentException, UnknownTopicOrPartitionException.
func (c *Cluster) StartWorkload(w Workload) error {
	w.Batch = max(w.Batch, 1)
	if w.Kind == "" {
		w.Kind = KindOrders
	}
	if err := c.checkWorkload(w); err != nil {
		return err
	}
	w.Started, w.Sent, w.Failed = c.Now(), 0, 0
	c.workloads.Set(w.Name, w)
	c.clock.Schedule(clock.Task{Name: workloadTask, Owner: workloadOwner + w.Name, Due: c.Now()})
	c.settle()
	return nil
}

func (c *Cluster) checkWorkload(w Workload) error {
	if _, ok := c.workloads.Get(w.Name); ok {
		return kerr.ErrIllegalArgument.With("Workload %s runs already", w.Name)
	}
	if _, ok := c.topics.Get(w.Topic); !ok {
		return kerr.ErrUnknownTopicOrPartition.With("The topic '%s' does not exist.", w.Topic)
	}
	switch r := w.Rate; {
	case w.Name == "":
		return kerr.ErrIllegalArgument.With("A workload needs a name")
	case r.Records <= 0 || r.Millis <= 0 || r.Millis > 1<<32 || r.Records/r.Millis >= maxRate/1000:
		return kerr.ErrIllegalArgument.With("The rate of a workload must be above 0 and below %d records a second", maxRate)
	case w.Batch > maxBatch || w.Size < 0 || w.Size > maxValue:
		return kerr.ErrIllegalArgument.With("A batch may have %d records, and a value %d bytes", maxBatch, maxValue)
	}
	return CheckKind(w.Kind)
}

// StopWorkload ends a workload. Error: IllegalArgumentException if there is none of this name.
func (c *Cluster) StopWorkload(name string) error {
	if !c.workloads.Delete(name) {
		return kerr.ErrIllegalArgument.With("There is no workload %s", name)
	}
	c.clock.CancelOwner(workloadOwner + name)
	return nil
}

// Workloads lists the workloads by name.
func (c *Cluster) Workloads() (list []Workload) {
	for _, w := range c.workloads.All() {
		list = append(list, w)
	}
	return list
}

// runWorkload sends one batch and schedules the next. Records of a batch are stamped one ms apart, the last now.
func (c *Cluster) runWorkload(name string, t clock.Task) {
	w, ok := c.workloads.Get(name)
	if !ok {
		return
	}
	records := make([]Record, w.Batch)
	p := c.payload()
	for i := range records {
		records[i] = p.record(w.Kind, w.Size)
		records[i].Timestamp = c.Now() - int64(w.Batch-1-i)
	}
	done, err := c.produceQuietly(w.Topic, records, ProduceOptions{Producer: name, Partition: AnyPartition})
	w.Sent += int64(w.Batch)
	if err != nil {
		w.Failed += int64(w.Batch)
	}
	for _, d := range done {
		if d.Err != nil {
			w.Failed += int64(d.Count)
		}
	}
	c.workloads.Set(name, w)
	c.clock.Schedule(clock.Task{Name: workloadTask, Owner: t.Owner, Due: w.Started + w.Rate.At(w.Sent)})
}

// produceQuietly is Produce without the background work, which is due at its place in the queue.
func (c *Cluster) produceQuietly(name string, records []Record, o ProduceOptions) ([]Produced, error) {
	t, err := c.find(name)
	if err != nil {
		return nil, err
	}
	groups, err := c.split(name, t, records, &o)
	for i := range groups {
		c.send(t, &groups[i], records, o, 0)
	}
	return groups, err
}

func (c *Cluster) payload() payload { return payload{&c.random, &c.lastOrder} }

// GenerateRecords draws n records as workloads write them; size 0 lets the kind decide. See CheckKind.
func (c *Cluster) GenerateRecords(kind string, n, size int) []Record {
	p, list := c.payload(), make([]Record, n)
	for i := range list {
		list[i] = p.record(kind, size)
	}
	return list
}

// RandomBytes draws n letters, as kafka-producer-perf-test sends them.
func (c *Cluster) RandomBytes(n int) []byte { return c.payload().letters(n) }

// Random draws a number below n, for whoever makes up input.
func (c *Cluster) Random(n int) int { return c.random.Below(n) }
