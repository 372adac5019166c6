package checkpoint

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Names of the files that say how a broker treats a log directory.
const (
	CleanShutdown = ".kafka_cleanshutdown" // its existence means that the directory was closed cleanly
	LockFile      = ".lock"
)

// UnknownBrokerEpoch stands in the clean shutdown marker of a broker that had no epoch.
const UnknownBrokerEpoch = -1

// FormatCleanShutdown is the text of the clean shutdown marker: one line of JSON, no newline.
func FormatCleanShutdown(brokerEpoch int64) []byte {
	return []byte(`{"version":0,"brokerEpoch":` + strconv.FormatInt(brokerEpoch, 10) + `}`)
}

// WriteCleanShutdown writes the marker at path and makes it durable. Error: IOException.
func WriteCleanShutdown(d *disk.Disk, file string, brokerEpoch int64) error {
	return ioError(writeSynced(d, file, FormatCleanShutdown(brokerEpoch)))
}

// ReadCleanShutdown returns the broker epoch in the marker at path, and false if the marker is
// missing or cannot be understood.
func ReadCleanShutdown(d *disk.Disk, file string) (brokerEpoch int64, ok bool) {
	text, err := d.ReadFile(file)
	if err != nil {
		return 0, false
	}
	return ParseCleanShutdown(text)
}

// ParseCleanShutdown finds the broker epoch in the text of a marker. Only an object's member
// "brokerEpoch" is looked at; it may be quoted, its fraction is dropped.
func ParseCleanShutdown(text []byte) (brokerEpoch int64, ok bool) {
	s := strings.TrimSpace(string(text))
	if !strings.HasPrefix(s, "{") {
		return 0, false
	}
	_, s, ok = strings.Cut(s, `"brokerEpoch"`)
	if s = strings.TrimSpace(s); !ok || !strings.HasPrefix(s, ":") {
		return 0, false
	}
	s, _, ok = cutAny(s[1:], ",}")
	if !ok {
		return 0, false
	}
	s = strings.Trim(strings.TrimSpace(s), `"`)
	whole, _, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	return n, err == nil
}

func cutAny(s, chars string) (before, after string, found bool) {
	i := strings.IndexAny(s, chars)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// Lock takes the lock file of a log directory: it makes it if there is none and keeps it open.
// A process that dies loses its handles and so the lock, but the file stays.
// Error: KafkaException if another process has it open.
func Lock(d *disk.Disk, dir string) (disk.Handle, error) {
	file := dir + "/" + LockFile
	if info, err := d.Stat(file); err == nil && info.Handles > 0 {
		return 0, kerr.ErrKafka.With("Failed to acquire lock on file .lock in %s. A Kafka instance in another process or thread is using this directory.", dir)
	}
	h, err := d.Create(file)
	return h, ioError(err)
}

// Unlock gives the lock back and removes the file, at an orderly shutdown.
func Unlock(d *disk.Disk, dir string, lock disk.Handle) error {
	if err := d.Close(lock); err != nil {
		return ioError(err)
	}
	return ioError(d.Remove(dir + "/" + LockFile))
}
