package main

import (
	"path"
	"strings"
)

// dumpArgs are the ways to read a file with kafka-dump-log that fit its kind; none: the tool knows no such file.
func dumpArgs(file string) [][]string {
	switch path.Ext(file) {
	case ".log", ".checkpoint":
		ways := [][]string{{}, {"--deep-iteration", "--print-data-log"}}
		return append(ways, decoders(path.Base(path.Dir(file)))...)
	case ".index", ".timeindex":
		return [][]string{{}, {"--index-sanity-check"}, {"--verify-index-only"}}
	case ".txnindex", ".snapshot":
		return [][]string{{}}
	}
	return nil
}

// decoders are the further ways to read the log of a topic of Kafka's own.
func decoders(partition string) [][]string {
	switch {
	case strings.HasPrefix(partition, "__consumer_offsets-"):
		return [][]string{{"--offsets-decoder"}}
	case strings.HasPrefix(partition, "__transaction_state-"):
		return [][]string{{"--transaction-log-decoder", "--skip-record-metadata"}}
	case strings.HasPrefix(partition, "__cluster_metadata-"):
		return [][]string{{"--cluster-metadata-decoder"}}
	}
	return nil
}

// plainDump is the way without options.
func plainDump(file string) [][]string { return dumpArgs(file)[:min(1, len(dumpArgs(file)))] }
