// Package metadata is what controller and brokers tell each other: the registrations of brokers and partitions as the
// cluster's metadata log has made them, and the AlterPartition request. It is data; who decides is the controller, who acts
// on it is a broker's replica manager. The metadata log itself, and the Raft quorum that writes it, are not here: an Image is
// what the log has come to, and Image.Offset says after how many records.
package metadata

import (
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/store"
)

// Broker is a broker's registration.
type Broker struct {
	ID           int32
	Epoch        int64    // broker epoch: the offset of the registration in the metadata log
	Incarnation  string   // incarnation id, 22 characters of URL-safe base64
	Dirs         []string // ids of the log directories
	Host         string
	Port         int32
	Fenced       bool
	ShuttingDown bool // in controlled shutdown
}

// Active says that a broker can hold a replica in the ISR: it is neither fenced nor on its way out.
func (b Broker) Active() bool { return !b.Fenced && !b.ShuttingDown }

func (b *Broker) code(c *store.Coder) {
	c.Int32(&b.ID)
	c.Int64(&b.Epoch)
	c.String(&b.Incarnation)
	store.Slice(c, &b.Dirs, (*store.Coder).String)
	c.String(&b.Host)
	c.Int32(&b.Port)
	c.Bool(&b.Fenced)
	c.Bool(&b.ShuttingDown)
}

// Topic is a topic with its own settings.
type Topic struct {
	Name    string
	ID      string            // 22 characters of URL-safe base64
	Configs config.Properties // overrides, by name
}

func (t *Topic) code(c *store.Coder) {
	c.String(&t.Name)
	c.String(&t.ID)
	t.Configs.Code(c)
}

// Image is the state of the cluster after Offset records of the metadata log. The controller has the newest; each broker has
// a fork of it, of the moment at which it has last heard of the controller. Values in the maps are replaced, never changed
// in place, slices included.
type Image struct {
	Offset     int64                      // number of records so far
	Brokers    cow.Map[int32, Broker]     // by id
	Topics     cow.Map[string, Topic]     // by name
	Partitions cow.Map[string, Partition] // by name, "orders-0"
}

// Fork returns a copy in constant time; the two are independent from then on.
func (m *Image) Fork() Image {
	return Image{m.Offset, m.Brokers.Fork(), m.Topics.Fork(), m.Partitions.Fork()}
}

// Code writes or reads the image.
func (m *Image) Code(c *store.Coder) {
	c.Version(1)
	c.Int64(&m.Offset)
	m.Brokers.Code(c, (*store.Coder).Int32, func(c *store.Coder, b *Broker) { b.code(c) })
	m.Topics.Code(c, (*store.Coder).String, func(c *store.Coder, t *Topic) { t.code(c) })
	m.Partitions.Code(c, (*store.Coder).String, func(c *store.Coder, p *Partition) { p.code(c) })
}
