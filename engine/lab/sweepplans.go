package lab

import "strings"

// plan is a sweep: lines that run in a fresh lab for each value, and what is measured there at the end. {} stands for the value in the
// lines; what is measured is the log of t-0 and the disk of broker 1.
type plan struct {
	name     string
	title    string // what the sweep asks
	of, unit string // what varies; unit "B", "ms" or ""
	values   string
	lines    string
	measures string // names, separated by commas
}

const create = "kafka-topics --create --topic t --partitions 1 --replication-factor 1 --config "

// An hour over a topic of which one partition has some forty segments, and what its passes did.
const (
	hour     = " --config internal.segment.bytes=20000\nproduce t --count 800 --batch-bytes 1000 --partition 0\nclock advance 1h"
	passWork = "passes,partitions looked at,segments looked at,verdicts,stat calls,work of the passes,log segments"
)

// plans are the sweeps that have a name.
func plans() []plan {
	return []plan{
		{"scan", "one file or many: how far is a record, and what does one deletion free", "internal.segment.bytes", "B", "16384 65536 262144 1048576 4194304",
			create + "internal.segment.bytes={} --config index.interval.bytes=4096\nproduce t --count 4000 --batch-bytes 1000",
			"log segments,scanned without an index,scanned,index entries,largest segment"},
		{"interval", "a dense index or a sparse one", "index.interval.bytes", "B", "0 1024 4096 16384 65536 262144 1048576",
			create + "index.interval.bytes={}\nproduce t --count 4000 --batch-bytes 1000",
			"index entries,index bytes,scanned,headers read"},
		{"batch", "batching spreads the header over its records", "records in a batch", "", "1 2 5 10 20 50 100 200 500 1000",
			create + "segment.bytes=1048576\nproduce t --count 4 --records-per-batch {} --size 20",
			"header bytes per record,bytes per record"},
		{"roll", "small segments multiply files, large ones are coarse", "segment.ms", "ms", "600000 1800000 3600000 10800000 21600000 43200000 86400000 172800000",
			create + "segment.ms={} --config retention.ms=86400000\nproduce t --count 2000 --size 1000 --ts 1735449600000 --ts-step 120000\nclock advance 7m",
			"log segments,files on disk,open files,index maps,kept too long"},
		{"size", "one size for a topic: files, maps and deletions against what stays too long", "internal.segment.bytes", "B", "16384 32768 65536 131072 262144 524288 1048576 2097152",
			create + "internal.segment.bytes={} --config retention.ms=86400000\nproduce t --count 2000 --size 1000 --ts 1735449600000 --ts-step 120000\nclock advance 7m",
			"log segments,files on disk,open files,index maps,segments deleted,largest segment,kept too long"},
		{"delay", "never a delay of 0: how much of its slice does a slow reader get", "file.delete.delay.ms", "ms", "0 5000 10000 20000 40000 60000 120000",
			create + "internal.segment.bytes=100000 --config retention.ms=60000 --config file.delete.delay.ms={}\nproduce t --count 30 --size 5000\nclock advance 5m\nreader start slow --topic t --rate 2000\nclock advance 4m",
			"sent to the reader,readers broken off"},
		{"check", "how often to look what is too old: the work of an hour", "log.retention.check.interval.ms", "ms", "1000 2000 5000 10000 30000 60000 120000 300000",
			"lab new --property log.retention.check.interval.ms={}\nkafka-topics --create --topic t --partitions 20 --replication-factor 1" + hour,
			passWork},
		{"partitions", "what a pass costs: partitions, not segments", "partitions", "", "1 10 50 100 200 500",
			"kafka-topics --create --topic t --partitions {} --replication-factor 1" + hour, passWork},
	}
}

// planNamed finds a sweep by its name.
func planNamed(name string) (plan, bool) {
	for _, p := range plans() {
		if p.name == name {
			return p, true
		}
	}
	return plan{}, false
}

// script is what runs for a value.
func (p *plan) script(value string) string { return strings.ReplaceAll(p.lines, "{}", value) }
