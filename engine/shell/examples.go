package shell

import "strings"

// examples are command lines for help, one or more for a command; those of some commands stand beside their options.
const examples = `
kafka-console-producer echo k1:hello | kafka-console-producer --topic orders --reader-property parse.key=true --reader-property key.separator=:
kafka-console-consumer kafka-console-consumer --topic orders --from-beginning --max-messages 2
kafka-console-consumer kafka-console-consumer --topic orders --group g1 --formatter-property print.offset=true --max-messages 1
kafka-producer-perf-test kafka-producer-perf-test --topic orders --num-records 64 --record-size 16312 --throughput 4
kafka-consumer-groups kafka-consumer-groups --describe --group billing
kafka-transactions kafka-transactions list
kafka-log-dirs kafka-log-dirs --describe --topic-list orders
kafka-delete-records kafka-delete-records --offset-json-file delete.json
kafka-reassign-partitions kafka-reassign-partitions --verify --reassignment-json-file move.json
tx tx begin --producer pay-1
power-loss power-loss --mode tear
help help produce
man man kafka-topics
consume consume orders --group billing --max-messages 1
broker broker restart 1
kill kill -9 101
ps ps
waiting waiting
lesson lesson export
cat cat orders-0/leader-epoch-checkpoint
cp cp orders-0/partition.metadata /tmp/copy
df df -h
echo echo hello > /tmp/note
mkdir mkdir -p /tmp/a/b
mv mv delete.json renamed.json
rm rm -f delete.json
rmdir rmdir /tmp/empty
stat stat orders-0/00000000000000000000.log
sync sync
touch touch orders-0/00000000000000000000.log
ulimit ulimit -n 256
wc wc -l /var/log/kafka/server.log
undo undo
redo redo 0
goto goto 1
checkpoint checkpoint before-the-crash
share share --script
rulebook rulebook articles
lookup lookup orders-0 2
lookup lookup orders-0 --time 2025-01-01T00:00:00Z
`

// examplesOf are the examples of a command.
func examplesOf(c *Command) (lines []string) {
	if c.Example != "" {
		lines = append(lines, c.Example)
	}
	for line := range strings.Lines(examples) {
		if name, text, ok := strings.Cut(line, " "); ok && name == c.Name {
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return lines
}

// Examples are all command lines that help shows, by command.
func (s *Shell) Examples() map[string][]string {
	all := map[string][]string{}
	for _, name := range s.names {
		all[name] = examplesOf(s.table[name])
	}
	return all
}

// Names are the commands, sorted.
func (s *Shell) Names() []string { return s.names }
