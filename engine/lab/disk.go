package lab

import "logarium/engine/machine/disk"

// Disk is the disk of a broker's machine as it is now, to look at: a copy, so that reading leaves no trace. nil if there is no
// such broker; 0 is the first.
func (l *Lab) Disk(broker int32) *disk.Disk {
	c := l.current().fork().cluster
	if broker == 0 {
		broker = c.Brokers()[0]
	}
	if b := c.Broker(broker); b != nil {
		return b.Disk()
	}
	return nil
}
