package epoch

import (
	"errors"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Flush writes the checkpoint file and makes it durable. Error: KafkaStorage.
func (c *Cache) Flush(d *disk.Disk) error {
	list := make([]checkpoint.EpochEntry, len(c.entries))
	for i, e := range c.entries {
		list[i] = checkpoint.EpochEntry{Epoch: e.Epoch, StartOffset: e.StartOffset}
	}
	return checkpoint.WriteEpochs(d, c.path, list)
}

// WriteIfDirExists is the task that follows a truncation: Flush, but a directory that is gone is
// only worth a warning, because the partition is being deleted. Error: KafkaStorage.
func (c *Cache) WriteIfDirExists(d *disk.Disk, emit event.Sink) error {
	err := c.Flush(d)
	if err != nil && errors.Is(err, disk.ErrNotExist) {
		emit(event.EpochWriteFailed{Partition: c.partition, Path: c.path, Thrown: kerr.New("FileNotFoundException", "%s.tmp (No such file or directory)", c.path)})
		return nil
	}
	return err
}
