package broker

import (
	"errors"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// openDirs makes, locks and identifies the log directories. One that cannot be used is left out; without any the
// broker does not start. Errors: KafkaException for a directory that is named twice or locked by somebody else,
// kerr.ErrKafkaStorage if none is left.
func (b *Broker) openDirs(h *Host) error {
	if err := b.makeDirs(h); err != nil {
		return err
	}
	if len(b.live()) == 0 {
		b.emit(h, event.AllDirsFailed{Dirs: b.config.LogDirs(), AtStart: true})
		return kerr.ErrKafkaStorage.With("Shutdown broker because none of the specified log dirs from %s can be created or validated", strings.Join(b.config.LogDirs(), ", "))
	}
	if err := b.eachDir(h, "Disk error while locking directory ", b.lockDir); err != nil {
		return err
	}
	err := b.eachDir(h, "Disk error while loading ID ", func(d *logDir) error { return b.identify(h, d) })
	if err != nil {
		return err
	}
	for _, d := range b.live() {
		b.ensure(h, d, checkpoint.RecoveryPoint)
		b.ensure(h, d, checkpoint.LogStart)
	}
	return nil
}

// makeDirs makes the directories that are missing.
func (b *Broker) makeDirs(h *Host) error {
	b.dirs = nil
	for _, path := range b.config.LogDirs() {
		if _, twice := b.dir(path); twice {
			return kerr.ErrKafka.With("Duplicate log directory found: %s", strings.Join(b.config.LogDirs(), ", "))
		}
		d := logDir{path: path}
		if err := b.makeDir(h, path); err != nil {
			b.emit(h, event.IOFailed{Dir: path, Message: "Failed to create or validate data directory " + path, Thrown: err})
			d.offline, d.gone = true, true
		}
		b.dirs = append(b.dirs, d)
	}
	return nil
}

func (b *Broker) makeDir(h *Host, path string) error {
	info, err := b.disk.Stat(path)
	switch {
	case errors.Is(err, disk.ErrNotExist):
		b.emit(h, event.LogDirCreated{Dir: path})
		if err := b.disk.MkdirAll(path); err != nil {
			return kerr.ErrIO.With("Failed to create data directory %s", path).Because(err)
		}
	case err != nil:
		return kerr.ErrIO.With("Failed to load %s during broker startup", path).Because(err)
	case !info.Dir:
		return kerr.ErrIO.With("%s is not a readable log directory.", path)
	}
	return nil
}

// eachDir does something to every live directory. An I/O error takes the directory out of service, any other ends the
// start.
func (b *Broker) eachDir(h *Host, failed string, do func(*logDir) error) error {
	for _, d := range b.live() {
		err := do(&d)
		b.setDir(d)
		if e := kerr.As(err); e != nil && e.Class != kerr.ErrIO.Class {
			return err
		}
		if err != nil {
			b.offline(h, d.path, failed+d.path, err)
		}
	}
	return nil
}

func (b *Broker) lockDir(d *logDir) (err error) {
	d.lock, err = checkpoint.Lock(b.disk, d.path)
	return err
}

func (b *Broker) identify(h *Host, d *logDir) error {
	meta := d.path + "/" + checkpoint.MetaPropertiesFile
	if !b.disk.Exists(meta) {
		b.emit(h, event.NoMetaProperties{Dir: d.path})
		return nil
	}
	m, err := checkpoint.ReadMeta(b.disk, meta)
	d.id = m.DirectoryID.String()
	return err
}

// ensure makes an empty checkpoint file if there is none.
func (b *Broker) ensure(h *Host, d logDir, file string) {
	if err := checkpoint.Ensure(b.disk, d.path+"/"+file); err != nil {
		b.offline(h, d.path, "Error while creating checkpoint file "+d.path+"/"+file, err)
	}
}

// readBrokerEpoch is the broker epoch in the markers of a clean shutdown; false unless all directories are live and have the same: what
// lay in one that has failed may be lost, so the broker counts as one that was not shut down cleanly.
func (b *Broker) readBrokerEpoch(h *Host) (epoch int64, ok bool) {
	live := b.live()
	if len(live) < len(b.dirs) {
		return checkpoint.UnknownBrokerEpoch, false
	}
	for i, d := range live {
		e, known := checkpoint.ReadCleanShutdown(b.disk, d.path+"/"+checkpoint.CleanShutdown)
		switch {
		case !known:
			b.emit(h, event.BrokerEpochUnreadable{Dir: d.path})
			return checkpoint.UnknownBrokerEpoch, false
		case i > 0 && e != epoch:
			b.emit(h, event.BrokerEpochsDiffer{Dir: d.path, Other: e, Current: epoch})
			return checkpoint.UnknownBrokerEpoch, false
		}
		epoch = e
	}
	return epoch, true
}

// logsIn lists the directories in a log directory that are logs. Error: KafkaException for a directory whose name is not
// that of a log.
func (b *Broker) logsIn(path string) (list []logName, err error) {
	infos, err := b.disk.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, i := range infos {
		if !i.Dir || i.Name == "remote-log-index-cache" {
			continue
		}
		n, err := parseDir(path, i.Name)
		if err != nil {
			return nil, err
		}
		if n.topic != "__cluster_metadata" {
			list = append(list, n)
		}
	}
	return list, nil
}

// nextDirs are the directories that may take a new partition, those with the fewest logs first, of several in the order
// of log.dirs. Cordoned ones are left out, unless there are no others: then it is the first.
func (b *Broker) nextDirs() []string {
	dirs := paths(b.live())
	if len(dirs) < 2 {
		return dirs
	}
	cordoned := b.config.Get("cordoned.log.dirs").List
	all := slices.Contains(cordoned, "*")
	open := slices.DeleteFunc(slices.Clone(dirs), func(d string) bool { return all || slices.Contains(cordoned, d) })
	if len(open) == 0 {
		return dirs[:1]
	}
	count := b.logCounts()
	slices.SortStableFunc(open, func(x, y string) int { return count[x] - count[y] })
	return open
}

// logCounts counts the logs of each directory, those that are on their way there included.
func (b *Broker) logCounts() map[string]int {
	count := map[string]int{}
	for _, held := range b.logs.All() {
		count[held.log.Partition().LogDir]++
	}
	for _, held := range b.futures.All() {
		count[held.log.Partition().LogDir]++
	}
	return count
}
