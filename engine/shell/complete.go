package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/plog"
)

// Complete lists what may stand at the end of a line, and from which byte on: commands, options, the
// arguments that an option or command knows, files.
func (s *Shell) Complete(env *Env, line string) (from int, words []string) {
	last := line[strings.LastIndexByte(line, '\n')+1:]
	before, word, into := unfinished(last)
	from = len(line) - len(word)
	if into {
		return from, files(env, word)
	}
	if i := strings.LastIndexByte(word, ','); i >= 0 && len(before) > 0 { // lists: only their last item
		return from + i + 1, s.candidates(env, before, word[i+1:])
	}
	return from, s.candidates(env, before, word)
}

// unfinished splits the command that a line ends in: whole words, the word at the end, and whether that is the file
// behind a >.
func unfinished(line string) (before []string, word string, into bool) {
	for {
		stage, rest, more := cutStage(line)
		if !more {
			line = stage
			break
		}
		line = rest
	}
	if i := strings.LastIndexByte(line, '>'); i >= 0 && !strings.ContainsAny(line[i+1:], `'"`) {
		return nil, strings.TrimLeft(line[i+1:], " "), true
	}
	p := parser{text: line}
	p.not()
	for {
		p.blanks()
		at := p.pos
		if at >= len(p.text) {
			return before, "", false
		}
		w, err := p.word()
		if err != nil || p.pos >= len(p.text) || p.pos == at {
			return before, line[at:], false
		}
		before = append(before, w)
	}
}

// cutStage cuts a line behind its first | that is not quoted.
func cutStage(line string) (stage, rest string, more bool) {
	quote := byte(0)
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '|':
			return line[:i], line[i+1:], true
		}
	}
	return line, "", false
}

func (s *Shell) candidates(env *Env, before []string, word string) []string {
	if len(before) == 0 {
		return beginning(s.names, word)
	}
	cmd := s.Find(before[0])
	if cmd == nil {
		return nil
	}
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "--") {
		return valuesOf(env, cmd, before, name, value, name+"=")
	}
	if strings.HasPrefix(word, "-") {
		return beginning(optionNames(cmd.Options), word)
	}
	if prev := before[len(before)-1]; len(before) > 1 && strings.HasPrefix(prev, "-") {
		if o, err := findOption(cmd.Options, prev); err == nil && o.Arg != "" {
			return valuesOf(env, cmd, before, prev, word, "")
		}
	}
	if l := env.Broker().Log(before[len(before)-1]); l != nil && len(before) > 1 {
		return beginning(offsets(l), word)
	}
	if cmd.Words != nil {
		return beginning(cmd.Words(env), word)
	}
	return files(env, word)
}

// offsets are those of a partition that somebody may mean: where its log and its segments begin, and its last record.
func offsets(l *plog.Log) (words []string) {
	const most = 100
	list := []int64{l.LogStartOffset()}
	for s := range l.Segments(0) {
		if list = append(list, s.Base()); len(list) == most {
			break
		}
	}
	list = append(list, max(l.LogStartOffset(), l.LogEndOffset()-1))
	slices.Sort(list)
	for _, n := range slices.Compact(list) {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return words
}

func optionNames(options []Option) []string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = "--" + o.Name
	}
	return names
}

// valuesOf completes the argument of an option; each gets a prefix.
func valuesOf(env *Env, cmd *Command, before []string, name, word, prefix string) []string {
	o, err := findOption(cmd.Options, name)
	var found []string
	switch {
	case err != nil || o.Arg == "":
		return nil
	case o.Words != nil:
		found = beginning(o.Words(env), word)
	case o.Files:
		found = files(env, word)
	case o.Name == "partition":
		found = beginning(partitionNumbers(env, before), word)
	case o.Name == "offset":
		found = beginning(partitionOffsets(env, before), word)
	}
	for i := range found {
		found[i] = prefix + found[i]
	}
	return found
}

// partitionNumbers are those of the topics that stand in the words before.
func partitionNumbers(env *Env, before []string) (numbers []string) {
	for _, w := range before[1:] {
		t, ok := env.Cluster.Topic(strings.TrimPrefix(w, "--topic="))
		if !ok {
			continue
		}
		for _, p := range t.Partitions {
			numbers = append(numbers, strconv.Itoa(int(p.Number)))
		}
	}
	return numbers
}

// partitionOffsets are those of the partition that the options before name.
func partitionOffsets(env *Env, before []string) []string {
	topic, partition := "", "0"
	for i, w := range before[:len(before)-1] {
		switch strings.TrimLeft(w, "-") {
		case "topic":
			topic = before[i+1]
		case "partition":
			partition = before[i+1]
		}
	}
	words := []string{"earliest", "latest"}
	if l := env.Broker().Log(topic + "-" + partition); l != nil {
		words = append(words, offsets(l)...)
	}
	return words
}

// files completes a path on the machine's disk; a directory ends in a slash.
func files(env *Env, word string) []string {
	dir, base := path.Split(word)
	list, err := env.Disk().ReadDir(env.Path(dir))
	if err != nil {
		return nil
	}
	var words []string
	for _, f := range list {
		if !strings.HasPrefix(f.Name, base) || (base == "" && strings.HasPrefix(f.Name, ".")) {
			continue
		}
		name := dir + f.Name
		if f.Dir {
			name += "/"
		}
		words = append(words, name)
	}
	return words
}

// beginning keeps the words that begin with prefix, sorted.
func beginning(words []string, prefix string) []string {
	var out []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
