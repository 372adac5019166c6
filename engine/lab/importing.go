package lab

import (
	"errors"

	"logarium/engine/cluster"
	"logarium/engine/store"
)

// Import makes a lab around the files of a real broker's log directory. The store must be empty. Such a lab cannot be shared as a
// link, as no command makes those files.
//
// Errors are those of New and of cluster.Import; when the broker does not start on these files, the lab is there all the same, with
// the broker stopped and its log lines, and started says why.
func Import(blocks store.Blocks, o Options, im cluster.Imported) (l *Lab, started, err error) {
	if l, err = connect(blocks, o.Kind); err != nil {
		return nil, nil, err
	}
	if !l.store.Empty() {
		return nil, nil, errors.New("the store holds a lab already")
	}
	im.Store = l.store
	c, started := cluster.Import(im)
	if c == nil {
		return nil, nil, started
	}
	name := o.Name
	if name == "" {
		name = DefaultName
	}
	m := &machine{name: name, cluster: c}
	l.states.Set(0, m)
	l.base.machine = m
	l.base.foreign = true
	l.uncommitted = true
	return l, started, nil
}
