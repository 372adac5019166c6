package cluster

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// File is a file of a real broker's log directory.
type File struct {
	Path  string // within the log directory: "orders-0/00000000000000000000.log"
	Mtime int64  // ms
	Data  []byte
	// Size and Block instead of Data: the content lies in Imported.Store as a laid file whose first block this is.
	Size  int64
	Block uint64
}

// Imported describes a log directory of a real broker that becomes a cluster of one.
type Imported struct {
	Options Options
	Files   []File
	// Configs are the overrides of each topic, which a log directory does not hold. "" is for the topics without an entry.
	Configs map[string]config.Properties
	Store   *store.Store // of files with a Block
	// AsTheyLie leaves the broker stopped and the files as they are. Where nothing says from where on a log has to be recovered, a
	// checkpoint is added: from its last segment on, as older ones were flushed when they were rolled.
	AsTheyLie bool
}

// Import makes a cluster of one broker on whose disk the files lie, and starts it as after whatever stop they show. What cannot be
// told from files is filled in: each partition has this broker as its only replica, and partitions of the same topic that lie
// elsewhere do not exist. Errors: a name that leads out of the directory, a partition.metadata or a setting that is not valid, and
// those that end the start of a real broker.
func Import(im Imported) (*Cluster, error) {
	o := im.Options
	o.Brokers = 1
	c, err := formatted(o)
	if err != nil {
		return nil, err
	}
	if len(c.brokers[0].LogDirs()) == 0 {
		return nil, errors.New("log.dirs names no directory")
	}
	d, dir := c.brokers[0].Disk(), c.brokers[0].LogDirs()[0]
	for _, f := range im.Files {
		if err := c.place(im.Store, d, dir, f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	d.SyncAll()
	if err := c.adopt(im, d, dir); err != nil {
		return nil, err
	}
	if im.AsTheyLie {
		return c, addRecoveryPoints(d, dir)
	}
	return c, c.StartBroker(1)
}

// addRecoveryPoints writes the checkpoint of recovery points if there is none.
func addRecoveryPoints(d *disk.Disk, dir string) error {
	file := dir + "/" + checkpoint.RecoveryPoint
	if d.Exists(file) || d.Exists(dir+"/"+checkpoint.CleanShutdown) {
		return nil
	}
	list, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	var points []checkpoint.OffsetEntry
	for _, info := range list {
		tp, ok := partitionOf(info.Name)
		if !info.Dir || !ok {
			continue
		}
		names, err := d.Names(dir + "/" + info.Name)
		if err != nil {
			return err
		}
		for _, name := range slices.Backward(names) {
			if number, isLog := strings.CutSuffix(name, ".log"); isLog {
				if base, err := strconv.ParseInt(number, 10, 64); err == nil {
					points = append(points, checkpoint.OffsetEntry{TopicPartition: checkpoint.TopicPartition(tp), Offset: base})
				}
				break
			}
		}
	}
	return checkpoint.WriteOffsets(d, file, points)
}

// place writes one file as it is. The broker's own identity stays.
func (c *Cluster) place(s *store.Store, d *disk.Disk, dir string, f File) error {
	name := path.Join(dir, f.Path)
	switch {
	case !strings.HasPrefix(name, dir+"/"):
		return fmt.Errorf("the name leads out of the log directory")
	case path.Base(name) == checkpoint.MetaPropertiesFile || path.Base(name) == ".lock":
		return nil
	}
	if err := d.MkdirAll(path.Dir(name)); err != nil {
		return err
	}
	if f.Block > 0 {
		return d.Lay(name, f.Size, f.Mtime, func(n int64, p *store.Page) { s.Lay(p, f.Block, n, f.Size) })
	}
	h, err := d.Create(name)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close(h) }() // reports nothing that the writes did not
	if err := writeSparse(d, h, f.Data); err != nil {
		return err
	}
	return d.SetMtime(name, f.Mtime)
}

// writeSparse leaves pages of zeros out, as the file system of a preallocated index does.
func writeSparse(d *disk.Disk, h disk.Handle, data []byte) error {
	for at := 0; at < len(data); at += disk.PageSize {
		piece := data[at:min(at+disk.PageSize, len(data))]
		if strings.Trim(string(piece), "\x00") == "" {
			continue
		}
		if _, err := d.WriteAt(h, piece, int64(at)); err != nil {
			return err
		}
	}
	return d.Truncate(h, int64(len(data)))
}

// adopt tells the controller of the topics whose partitions lie in the directory.
func (c *Cluster) adopt(im Imported, d *disk.Disk, dir string) error {
	list, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, info := range list {
		tp, ok := partitionOf(info.Name)
		if !info.Dir || !ok {
			continue
		}
		if err := c.adoptPartition(im, d, dir+"/"+info.Name, tp); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cluster) adoptPartition(im Imported, d *disk.Disk, dir string, tp TopicPartition) error {
	t, known := c.topics.Get(tp.Topic)
	if !known {
		configs := im.configs(tp.Topic)
		if _, err := c.layers().Check(configs); err != nil {
			return fmt.Errorf("topic %s: %w", tp.Topic, err)
		}
		t = topic{id: c.random.ID(), configs: configs}
	}
	if file := dir + "/" + checkpoint.PartitionMetadata; d.Exists(file) {
		id, err := checkpoint.ReadMetadata(d, file)
		switch {
		case err == nil:
			t.id = id.String()
		case !im.AsTheyLie:
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	for n := int32(len(t.partitions)); n < tp.Partition; n++ {
		t.partitions = append(t.partitions, PartitionInfo{Number: n, Leader: noLeader})
	}
	p := PartitionInfo{Number: tp.Partition, Leader: noLeader, LeaderEpoch: lastEpoch(d, dir) - 1, Replicas: []int32{1}, ISR: []int32{1}}
	if int(tp.Partition) < len(t.partitions) {
		t.partitions[tp.Partition] = p
	} else {
		t.partitions = append(t.partitions, p)
	}
	c.topics.Set(tp.Topic, t)
	return nil
}

// configs are a topic's overrides: those that are given, and of the brokers' own topics those that brokers give them.
func (im *Imported) configs(topic string) config.Properties {
	configs, ok := im.Configs[topic]
	if !ok {
		configs = im.Configs[""]
	}
	if _, set := configs.Get("cleanup.policy"); internalTopic(topic) && !set {
		configs = configs.With("cleanup.policy", "compact")
	}
	return configs
}

// PartitionDir tells whether a directory has the name of a partition's, or of one that is being deleted, moved or is stray.
func PartitionDir(name string) bool {
	plain, _, _ := strings.Cut(name, ".")
	if _, ok := partitionOf(name); ok {
		return true
	}
	for _, end := range []string{"-delete", "-future", "-stray"} {
		if strings.HasSuffix(name, end) && len(plain) < len(name) {
			return true
		}
	}
	return false
}

// partitionOf reads the name of a partition's directory. Directories of deleted, moved and stray partitions, and the metadata log,
// are none.
func partitionOf(name string) (TopicPartition, bool) {
	dash := strings.LastIndexByte(name, '-')
	if dash <= 0 || strings.Contains(name, ".") && strings.LastIndexByte(name, '.') > dash {
		return TopicPartition{}, false
	}
	n, err := strconv.ParseInt(name[dash+1:], 10, 32)
	if err != nil || n < 0 || n >= maxPartitions || checkTopicName(name[:dash]) != nil || name[:dash] == "__cluster_metadata" {
		return TopicPartition{}, false
	}
	return TopicPartition{name[:dash], int32(n)}, true
}

// lastEpoch is the latest leader epoch of a partition, so that the start here is no new one.
func lastEpoch(d *disk.Disk, dir string) int32 {
	entries, err := checkpoint.ReadEpochs(d, dir+"/"+checkpoint.LeaderEpochs)
	if err != nil || len(entries) == 0 {
		return 0
	}
	return entries[len(entries)-1].Epoch
}
