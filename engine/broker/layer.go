package broker

import (
	"strings"

	"logarium/engine/event"
)

// Layer is the layer of the machine in which something happens, by its kind and, where there is one, the logger of its line: "client",
// "broker" (which logs there are, what is set, who may), "log" (segments, offsets, retention of one partition), "file" (what a segment
// consists of) or "disk". A fault is placed there first.
func Layer(kind, logger string) string {
	for _, l := range layers {
		if logger != "" && strings.Contains(l.loggers, logger+" ") || strings.Contains(l.kinds, " "+kind+" ") {
			return l.name
		}
	}
	return "broker"
}

// layers list what is not the broker's; the first that fits counts.
var layers = [...]struct{ name, kinds, loggers string }{
	{"client", " append-refused duplicate produce read ", ""},
	{"disk", " io-failed dir-failed dir-stopping dir-offline halt flush segment-flushed flush-failed checkpoint-failed high-watermarks-failed epoch-write-failed disk ", event.LogLogDirFailureChannel + " " + event.LogUtils + " " + event.LogCheckpointFile + " "},
	{"file", " rename delete-file file-missing file-fallback delete-snapshot rename-snapshot rename-snapshot-failed index-entry time-index-entry index-loaded index-resized segment-created snapshot load-stray load-invalid-swap load-cleaned load-swap load-compacted load-swap-renamed load-orphan load-index-missing load-index-corrupt batch index ",
		event.LogLogSegment + " " + event.LogAbstractIndex + " " + event.LogOffsetIndex + " " + event.LogTimeIndex + " " + event.LogSnapshotFile + " "},
	{"log", " append cause rolling roll roll-onto-empty roll-found-file log-start delete-time delete-size delete-start roll-for-deletion active-recreated remove truncate cut epoch recover recover-cut verdict compact start ",
		event.LogUnifiedLog + " " + event.LogLocalLog + " " + event.LogLogLoader + " " + event.LogCleaner + " " + event.LogProducerStateManager + " " + event.LogProducerAppendInfo + " " + event.LogLeaderEpochFileCache + " " + event.LogFutureTimestamp + " "},
}
