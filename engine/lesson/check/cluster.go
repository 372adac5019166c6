package check

import "logarium/engine/message"

// cluster answers what is about brokers and their log directories.
func (e *eval) cluster(name string, args []string) value {
	var v message.Cluster
	e.view("cluster", nil, &v)
	for _, b := range v.Brokers {
		if name == "running" && int64(b.ID) == e.broker(args, 0) {
			return yes(b.Running)
		}
		for _, d := range b.Dirs {
			if name == "offline" && d.Path == args[0] {
				return yes(d.Offline)
			}
		}
	}
	return e.fail("there is no such broker or log directory")
}

// group answers what a consumer group has committed.
func (e *eval) group(name string, args []string) value {
	var v message.Consumers
	e.view("consumers", map[string]any{"name": args[0]}, &v)
	for _, g := range v.Groups {
		for _, o := range g.Offsets {
			if o.Partition == args[1] && name == "lag" {
				return num(o.Lag)
			}
			if o.Partition == args[1] {
				return num(o.Offset)
			}
		}
	}
	return e.fail("group %s has committed nothing in %s", args[0], args[1])
}

// placement answers what the controller knows of a partition.
func (e *eval) placement(name, partition string) value {
	var v message.Cluster
	if e.view("cluster", nil, &v); v.Fleet == nil {
		return e.fail("%s needs a lab of several brokers", name)
	}
	for _, p := range v.Fleet.Partitions {
		if p.Name != partition {
			continue
		}
		if name == "leader" {
			return num(int64(p.Leader))
		}
		list := value{kind: list}
		for _, id := range p.ISR {
			list.list = append(list.list, int64(id))
		}
		return list
	}
	return e.fail("there is no partition %s", partition)
}
