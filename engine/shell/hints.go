package shell

import (
	"slices"
	"strings"
)

// instead has what other machines know and this one does not, with what to type here.
var instead = []struct{ names, say string }{
	{"cd pwd", "paths begin at the log directory"},
	{"clear exit quit logout sudo", "this console needs none"},
	{"date", "try clock"},
	{"find tree", "try du -a"},
	{"history", "try share --script"},
	{"kafka-acls kafka-cluster kafka-features kafka-metadata-quorum kafka-metadata-shell kafka-storage", "there is no metadata log here"},
	{"kafka-run-class", "its classes are commands here, as kafka-dump-log"},
	{"kafka-server-start kafka-server-stop systemctl service", "try broker stop 1, broker start 1, kill -9 101"},
	{"kafkacat kcat", "try kafka-console-consumer or consume"},
	{"less more nano vi view vim", "try cat"},
	{"ll", "try ls -l"},
	{"od xxd", "try hexdump -C or hex"},
	{"sleep wait watch", "try clock advance 10s"},
	{"top", "try ps"},
}

// elsewhere is what to type for a command of other machines, or nothing.
func elsewhere(name string) string {
	for _, h := range instead {
		if slices.Contains(strings.Fields(h.names), name) {
			return "; " + h.say
		}
	}
	return ""
}

// notes explains a failure that only somebody who comes from another shell runs into.
func (c *Call) notes() {
	switch said := c.Err.String(); {
	case c.Name == "tail" && strings.HasSuffix(said, "'f'\n"):
		c.Err.WriteString("note: nothing is written while no time passes; the panel server.log shows new lines\n")
	case strings.Contains(said, "*") && strings.HasSuffix(said, ": No such file or directory\n"):
		c.Err.WriteString("note: * stands for itself here; name the files, or their directory\n")
	}
}
