package view

import (
	"strconv"
	"strings"
)

// The command lines that controls send, in one place.

// StepTask runs on to the next scheduled task, and that task.
func StepTask() string { return "step" }

// StepEvent runs on to the next event: of the next scheduled task, or of the command that waits.
func StepEvent() string { return "step in" }

// StepOver ends the command that waits.
func StepOver() string { return "step over" }

// StepNamed runs everything up to and including the next task of that name.
func StepNamed(task string) string { return "step --task " + task }

// Advance lets that much virtual time pass.
func Advance(ms int64) string { return "clock advance " + Duration(ms) }

// CreateTopic makes a topic with the defaults.
func CreateTopic(name string) string { return "kafka-topics --create --topic " + name }

// Undo takes back n commands.
func Undo(n int) string {
	if n == 1 {
		return "undo"
	}
	return "undo " + strconv.Itoa(n)
}

// Redo does n commands again.
func Redo(n int) string {
	if n == 1 {
		return "redo"
	}
	return "redo " + strconv.Itoa(n)
}

// Duration writes a length of time as commands take it: 16ms, 1s, 1m, 1h.
func Duration(ms int64) string {
	switch {
	case ms > 0 && ms%hour == 0:
		return strconv.FormatInt(ms/hour, 10) + "h"
	case ms > 0 && ms%minute == 0:
		return strconv.FormatInt(ms/minute, 10) + "m"
	case ms > 0 && ms%second == 0:
		return strconv.FormatInt(ms/second, 10) + "s"
	}
	return strconv.FormatInt(ms, 10) + "ms"
}

// Alter sets a topic's setting.
func Alter(topic, setting, value string) string {
	return "kafka-configs --alter --entity-type topics --entity-name " + topic + " --add-config " + setting + "=" + value
}

// Quote writes a word so that the command line reads it back as it is.
func Quote(s string) string {
	if s != "" && !strings.ContainsFunc(s, special) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func special(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("-_./:=,+@%", r)
}
