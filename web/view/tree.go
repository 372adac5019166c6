package view

import (
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Node is a row of the cluster tree.
type Node struct {
	Key       string // broker/dir/partition
	Kind      string // broker | dir | partition | topic
	Depth     int
	Level     string // aria-level
	Twist     string // ▾ ▸ or empty
	Name      string
	Mono      bool
	Role      string
	Selected  bool
	Off       bool
	Partition string
	Broker    int32
}

// Tree lists the rows: by broker, or by topic. closed holds the keys that a person closed.
func Tree(c message.Cluster, now int64, byTopic bool, closed map[string]bool, selected string) []Node {
	var out []Node
	if byTopic {
		for _, t := range c.Topics {
			n := Node{Key: "t/" + t.Name, Kind: "topic", Level: "1", Name: t.Name, Mono: true, Role: Plural(int64(t.Partitions), "partition", "partitions")}
			n.Twist = twist(closed[n.Key])
			out = append(out, n)
			if !closed[n.Key] {
				out = append(out, topicRows(c, t.Name, selected)...)
			}
		}
		return out
	}
	for _, b := range c.Brokers {
		id := Group(int64(b.ID))
		n := Node{Key: "b/" + id, Kind: "broker", Level: "1", Name: words.F("broker %1", id), Role: words.F("up %1", Age(now-b.Since)), Off: !b.Running, Broker: b.ID}
		if !b.Running {
			n.Role = words.T("stopped")
		}
		n.Twist = twist(closed[n.Key])
		out = append(out, n)
		if !closed[n.Key] {
			out = append(out, dirRows(b, n.Key, closed, selected)...)
		}
	}
	return out
}

func twist(closed bool) string {
	if closed {
		return "▸"
	}
	return "▾"
}

func dirRows(b message.Broker, above string, closed map[string]bool, selected string) []Node {
	var out []Node
	for _, d := range b.Dirs {
		n := Node{Key: above + d.Path, Kind: "dir", Depth: 1, Level: "2", Name: d.Path, Mono: true, Off: d.Offline, Broker: b.ID}
		if d.Offline {
			n.Role = words.T("offline")
		}
		n.Twist = twist(closed[n.Key])
		if closed[n.Key] {
			n.Role = Plural(int64(len(d.Partitions)), "partition", "partitions")
		}
		out = append(out, n)
		if !closed[n.Key] {
			for _, p := range d.Partitions {
				out = append(out, partitionRow(b.ID, p, 2, "3", selected))
			}
		}
	}
	return out
}

func topicRows(c message.Cluster, topic, selected string) []Node {
	var out []Node
	for _, b := range c.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				if Topic(p.Name) == topic {
					n := partitionRow(b.ID, p, 1, "2", selected)
					if len(c.Brokers) > 1 {
						n.Role = words.F("%1 on %2", n.Role, Group(int64(b.ID)))
					}
					out = append(out, n)
				}
			}
		}
	}
	return out
}

func partitionRow(broker int32, p message.PartitionSummary, depth int, level, selected string) Node {
	key := "p/" + Group(int64(broker)) + "/" + p.Name
	n := Node{Key: key, Kind: "partition", Depth: depth, Level: level, Name: p.Name, Mono: true, Role: words.Said(p.Role),
		Selected: key == selected, Partition: p.Name, Broker: broker, Off: p.Role == "offline"}
	if p.Role == "leader" && p.Epoch >= 0 {
		n.Role = words.F("%1, epoch %2", n.Role, Group(int64(p.Epoch)))
	}
	return n
}

// Topic is the topic of a partition's name: "orders" of "orders-0".
func Topic(partition string) string {
	for i := len(partition) - 1; i > 0; i-- {
		if partition[i] == '-' {
			return partition[:i]
		}
	}
	return partition
}

// Matches tells whether a name has every word of a filter, whatever their case.
func Matches(name, filter string) bool {
	name = strings.ToLower(name)
	for _, w := range strings.Fields(strings.ToLower(filter)) {
		if !strings.Contains(name, w) {
			return false
		}
	}
	return true
}

// Found narrows an open tree to the rows that a filter finds by name, with what is above and below them. n counts the partitions.
func Found(rows []Node, filter string) (kept []Node, n int) {
	if filter == "" {
		return rows, partitions(rows)
	}
	keep, below := make([]bool, len(rows)), -1 // a row deeper than below is kept for what is above it
	for i := range rows {
		if r := &rows[i]; below < 0 || r.Depth <= below {
			if below = -1; Matches(r.Name, filter) {
				keep[i], below = true, r.Depth
			}
		} else {
			keep[i] = true
		}
	}
	for i, deep := len(rows)-1, 0; i >= 0; i-- { // what is above a kept row is less deep
		if keep[i] = keep[i] || rows[i].Depth < deep; keep[i] {
			deep = rows[i].Depth
		}
	}
	for i := range rows {
		if keep[i] {
			rows[i].Twist = "" // all is open
			kept = append(kept, rows[i])
		}
	}
	return kept, partitions(kept)
}

func partitions(rows []Node) (n int) {
	for i := range rows {
		if rows[i].Kind == "partition" {
			n++
		}
	}
	return n
}

// Number is the number in a partition's name: "0" of "orders-0".
func Number(partition string) string {
	if t := Topic(partition); len(t) < len(partition) {
		return partition[len(t)+1:]
	}
	return "0"
}
