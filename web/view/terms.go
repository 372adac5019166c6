package view

import "strings"

// Which of the glossary's terms a name on the screen stands for; empty if it needs none.

// FieldTerm is the term behind a field's name.
func FieldTerm(name string) string {
	switch name {
	case "baseOffset":
		return "base offset"
	case "batch":
		return "batch"
	case "crc":
		return "crc"
	case "partitionLeaderEpoch", "epoch":
		return "leader epoch"
	case "producerId", "producerEpoch", "baseSequence":
		return "idempotent producer"
	case "length", "timestampDelta", "offsetDelta", "keyLength", "valueLength", "headersCount":
		return "varint"
	case "relativeOffset":
		return "sparse index"
	case "lastStableOffset":
		return "last stable offset"
	}
	return ""
}

// RuleTerm is the term behind a retention rule.
func RuleTerm(name string) string {
	switch name {
	case "time", "size", "order":
		return "retention"
	case "start":
		return "log start offset"
	case "limit":
		return "high watermark"
	}
	return ""
}

// KindTerm is the term behind a kind of file.
func KindTerm(kind string) string {
	switch kind {
	case "log":
		return "segment"
	case "index":
		return "sparse index"
	case "timeindex":
		return "time index"
	case "txnindex":
		return "txn index"
	}
	return strings.TrimPrefix(kind, ".")
}
