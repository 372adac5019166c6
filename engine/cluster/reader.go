package cluster

import (
	"errors"

	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/store"
)

const (
	readerOwner = "reader/" // owner of a reader's task, followed by its name
	readerTask  = "reader"
	readerTick  = 1000 // ms from one piece to the next
	maxReaders  = 100
)

// States of a reader.
const (
	ReaderSending = "sending"
	ReaderDone    = "done"
	ReaderBroken  = "broken off"
)

// Reader is a consumer behind a slow line. The broker has answered its fetch with a slice of one segment and sends that as fast
// as the line takes it: page by page, by the handle that the segment has open. The slice has no handle of its own, as in Kafka. A rename
// does not disturb it; once the segment's files are removed and the handle is closed, the next piece fails and the broker drops the connection.
type Reader struct {
	Name string
	TopicPartition
	Broker  int32
	Handle  disk.Handle // of the .log
	Offset  int64       // of the first batch
	Base    int64       // of the segment
	From    int64       // position in the .log
	Size    int64       // bytes of the slice
	Rate    int64       // bytes a second
	Started int64       // ms
	Sent    int64       // bytes
	State   string
	Ended   int64  // ms, 0 while it sends
	Why     string // of a broken one: the exception, and what the client's next fetch gets, "" if it would be answered
	Next    string
}

func codeReader(c *store.Coder, r *Reader) {
	c.String(&r.Name)
	c.String(&r.Topic)
	c.Int32(&r.Partition)
	c.Int32(&r.Broker)
	store.Number(c, &r.Handle)
	for _, n := range []*int64{&r.Offset, &r.Base, &r.From, &r.Size, &r.Rate, &r.Started, &r.Sent, &r.Ended} {
		c.Int64(n)
	}
	c.String(&r.State)
	c.String(&r.Why)
	c.String(&r.Next)
}

// StartReader fetches from an offset and lets the answer be sent at a rate of bytes a second while time passes; most is the largest
// answer in bytes, 0 for a consumer's default. Errors: IllegalArgumentException, those of a fetch.
func (c *Cluster) StartReader(name string, tp TopicPartition, offset, rate int64, most int32) (r Reader, err error) {
	if old, ok := c.readers.Get(name); name == "" || rate <= 0 || most < 0 || ok && old.State == ReaderSending || c.readers.Len() >= maxReaders && !ok {
		return r, kerr.ErrIllegalArgument.With("A reader needs a name of its own and a rate above 0; %d may be there", maxReaders)
	}
	_, b, err := c.partition(tp)
	if err != nil {
		return r, err
	}
	if most == 0 {
		most = defaultFetch
	}
	r = Reader{Name: name, TopicPartition: tp, Broker: b.ID(), Rate: rate, Started: c.Now(), State: ReaderSending}
	err = b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) error {
		f, err := l.Read(env, offset, most, plog.HighWatermark, true, nil)
		if err != nil {
			return err
		}
		if f.Size == 0 {
			return kerr.ErrIllegalArgument.With("There is nothing to read at offset %d of %s", offset, tp)
		}
		r.Offset, r.Base, r.From, r.Size = f.Meta.Offset, f.Meta.SegmentBase, f.Meta.Position, f.Size
		r.Handle = l.Segment(r.Base).Handle()
		return nil
	})
	if err != nil {
		return r, err
	}
	c.readers.Set(name, r)
	c.sendLater(&r)
	return r, nil
}

func (c *Cluster) sendLater(r *Reader) {
	c.clock.Schedule(clock.Task{Name: readerTask, Owner: readerOwner + r.Name, Due: c.Now() + readerTick})
}

// StopReader takes a reader away, whatever its state. Error: IllegalArgumentException if there is none of this name.
func (c *Cluster) StopReader(name string) error {
	if !c.readers.Delete(name) {
		return kerr.ErrIllegalArgument.With("There is no reader %s", name)
	}
	c.clock.CancelOwner(readerOwner + name)
	return nil
}

// Readers lists the readers by name.
func (c *Cluster) Readers() (list []Reader) {
	for _, r := range c.readers.All() {
		list = append(list, r)
	}
	return list
}

// ReaderFile is the file that a reader is sent from, as it is named now; false once the segment's handle is closed.
func (c *Cluster) ReaderFile(r *Reader) (path string, open bool) {
	d := c.Broker(r.Broker).Disk()
	if f := d.OpenFile(r.Handle); f.Handle != 0 {
		return f.Path, true
	}
	return "", false
}

// runReader sends what the line has taken since the last piece.
func (c *Cluster) runReader(name string) {
	r, ok := c.readers.Get(name)
	if !ok || r.State != ReaderSending {
		return
	}
	d := c.Broker(r.Broker).Disk()
	for most := min(r.Size-r.Sent, r.Rate*readerTick/1000); most > 0; {
		n, err := d.SendSome(r.Handle, r.From+r.Sent, most)
		if err != nil {
			c.breakReader(&r, err)
			break
		}
		r.Sent += n
		most -= n
	}
	switch {
	case r.State == ReaderBroken:
	case r.Sent < r.Size:
		c.sendLater(&r)
	default:
		r.State, r.Ended = ReaderDone, c.Now()
	}
	c.readers.Set(name, r)
}

// breakReader drops the connection. The client throws away what it has, and asks for the same offset again.
func (c *Cluster) breakReader(r *Reader, err error) {
	r.State, r.Ended, r.Why = ReaderBroken, c.Now(), "java.nio.channels.ClosedChannelException"
	if !errors.Is(err, disk.ErrBadHandle) {
		r.Why = "java.io.IOException: " + err.Error()
	}
	if _, err := c.Fetch(FetchRequest{TopicPartition: r.TopicPartition, Offset: r.Offset, MinOne: true}); err != nil {
		r.Next = "the next fetch fails"
		if e := kerr.As(err); e != nil {
			r.Next = e.Class + ": " + e.Message
		}
	}
}
