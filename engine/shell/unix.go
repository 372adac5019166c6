package shell

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"logarium/engine/machine/disk"
)

func unixCommands() []Command {
	return []Command{
		{Name: "cat", Usage: "[FILE]...", Short: "print files", Run: cat},
		{Name: "cp", Usage: "FROM TO", Short: "copy a file", Run: cp},
		{Name: "df", Usage: "[-h]", Short: "blocks in use on the whole disk, unlinked open files included", Options: dfOptions, Run: df},
		{Name: "du", Usage: "[-s] [-h] [-a] [-d N] [--apparent-size] [FILE]...", Short: "blocks in use below a directory, in KiB", Example: "du --max-depth=1 /tmp/kafka-logs", Options: duOptions, Run: du},
		{Name: "echo", Usage: "[WORD]...", Short: "print words", Example: "echo k:v | kafka-console-producer --topic orders --reader-property parse.key=true --reader-property key.separator=:", Run: echo},
		{Name: "grep", Usage: "[-EFcinov] PATTERN [FILE]...", Short: "lines that match a regular expression", Example: "grep -E 'Rolled|Deleted' /var/log/kafka/server.log", Options: grepOptions, Run: grep},
		{Name: "head", Usage: "[-n LINES] [-c BYTES] [FILE]...", Short: "first lines", Example: "head -n 3 /var/log/kafka/server.log", Options: someOptions, Run: head},
		{Name: "hexdump", Usage: "[-C] [-v] [-s SKIP] [-n LENGTH] FILE", Short: "print a file's bytes", Example: "hexdump -C -n 64 orders-0/00000000000000000000.log", Options: hexdumpOptions, Run: hexdump},
		{Name: "ls", Usage: "[-adhlrsSt] [FILE]...", Short: "list a directory", Example: "ls -ls orders-0", Options: lsOptions, Run: ls},
		{Name: "lsof", Usage: "[-p PID] [+L1]", Short: "open files; -p: of one process, +L1: only those without a name", Example: "lsof +L1 | grep deleted", Run: lsof},
		{Name: "mkdir", Usage: "[-p] DIR...", Short: "make directories", Options: []Option{{Name: "parents", Short: 'p', Doc: "those above it too; an existing one is fine"}}, Run: mkdir},
		{Name: "mv", Usage: "FROM TO", Short: "rename", Run: mv},
		{Name: "rm", Usage: "[-r] [-f] FILE...", Short: "remove names", Options: rmOptions, Run: rm},
		{Name: "rmdir", Usage: "DIR...", Short: "remove empty directories", Run: rmdir},
		{Name: "sort", Usage: "[-n] [-r] [-u] [-k N] [FILE]...", Short: "lines in order", Example: "du --max-depth=1 | sort -nr", Options: sortOptions, Run: sortCommand},
		{Name: "stat", Usage: "FILE...", Short: "size, blocks, inode and time of files", Run: stat},
		{Name: "sync", Usage: "[FILE]...", Short: "write dirty pages to the disk", Run: sync},
		{Name: "tail", Usage: "[-n LINES] [-c BYTES] [FILE]...", Short: "last lines; -n +N: from line N on", Example: "tail -n 20 /var/log/kafka/server.log", Options: someOptions, Run: tail},
		{Name: "touch", Usage: "FILE...", Short: "set the modification time to now, or make an empty file", Run: touch},
		{Name: "ulimit", Usage: "[-n [N]]", Short: "show or set how many files may be open", Run: ulimit},
		{Name: "wc", Usage: "[-l] [-w] [-c] [FILE]...", Short: "count lines, words and bytes", Options: wcOptions, Run: wc},
	}
}

var (
	lsOptions = []Option{
		{Name: "all", Short: 'a', Doc: "names that begin with a dot too"},
		{Name: "by-size", Short: 'S', Doc: "largest first"},
		{Name: "by-time", Short: 't', Doc: "newest first"},
		{Name: "directory", Short: 'd', Doc: "directories themselves, not what is in them"},
		{Name: "human-readable", Short: 'h', Doc: "sizes with units"},
		{Name: "long", Short: 'l', Doc: "size and modification time"},
		{Name: "one", Short: '1', Doc: "one name a line, as always here"},
		{Name: "reverse", Short: 'r', Doc: "the other way round"},
		{Name: "size", Short: 's', Doc: "allocated blocks in KiB before each name"},
	}
	duOptions = []Option{
		{Name: "all", Short: 'a', Doc: "files too, not only directories"},
		{Name: "apparent-size", Doc: "the sizes that ls prints, not the blocks"},
		{Name: "human-readable", Short: 'h', Doc: "sizes with units"},
		{Name: "max-depth", Short: 'd', Arg: "N", Doc: "print directories down to this depth"},
		{Name: "summarize", Short: 's', Doc: "only the total of each argument"},
	}
	dfOptions = []Option{{Name: "human-readable", Short: 'h', Doc: "sizes with units"}}
	rmOptions = []Option{
		{Name: "force", Short: 'f', Doc: "say nothing about names that are not there"},
		{Name: "recursive", Short: 'r', Doc: "directories with all that is in them"},
	}
	hexdumpOptions = []Option{
		{Name: "canonical", Short: 'C', Doc: "bytes and characters side by side, as always here"},
		{Name: "length", Short: 'n', Arg: "LENGTH", Doc: "at most this many bytes; 64 KiB if not given"},
		{Name: "no-squeezing", Short: 'v', Doc: "equal lines too, instead of *"},
		{Name: "skip", Short: 's', Arg: "SKIP", Doc: "start at this byte, also as 0x40"},
	}
	grepOptions = []Option{
		{Name: "count", Short: 'c', Doc: "only the number of lines"},
		{Name: "extended-regexp", Short: 'E', Doc: "+ ? | ( ) { } are special without a backslash"},
		{Name: "fixed-strings", Short: 'F', Doc: "the pattern is a text"},
		{Name: "ignore-case", Short: 'i', Doc: "letters in any case"},
		{Name: "invert-match", Short: 'v', Doc: "lines that do not match"},
		{Name: "line-number", Short: 'n', Doc: "the number before each line"},
		{Name: "only-matching", Short: 'o', Doc: "only the part that matches"},
		{Name: "quiet", Short: 'q', Doc: "print nothing; the exit status tells"},
	}
	someOptions = []Option{
		{Name: "bytes", Short: 'c', Arg: "N", Doc: "so many bytes instead of lines"},
		{Name: "lines", Short: 'n', Arg: "N", Doc: "how many lines, 10 if not given"},
	}
	wcOptions = []Option{
		{Name: "bytes", Short: 'c', Doc: "bytes only"},
		{Name: "lines", Short: 'l', Doc: "lines only"},
		{Name: "words", Short: 'w', Doc: "words only"},
	}
)

// split separates joined letters (-ls, -n5) so that ParseOptions sees one option a word.
func split(table []Option, args []string) []string {
	var out []string
	for i, a := range args {
		switch {
		case a == "--":
			return append(out, args[i:]...)
		case len(a) < 3 || a[0] != '-' || a[1] == '-' || isNumber(a):
			out = append(out, a)
		default:
			out = append(out, letters(table, a[1:])...)
		}
	}
	return out
}

func letters(table []Option, s string) []string {
	var out []string
	for i := range len(s) {
		out = append(out, "-"+s[i:i+1])
		if o, err := findOption(table, "-"+s[i:i+1]); err == nil && o.Arg != "" && i+1 < len(s) {
			return append(out, s[i+1:])
		}
	}
	return out
}

// unixOptions parses and reports as Unix tools do.
func (c *Call) unixOptions(table []Option) (*Options, bool) {
	o, err := ParseOptions(table, split(table, c.Args))
	var wrong *OptionError
	switch {
	case errors.As(err, &wrong) && len(wrong.Option) == 1:
		c.Fail("invalid option -- '%s'", wrong.Option)
	case errors.As(err, &wrong):
		c.Fail("unrecognized option '--%s'", wrong.Option)
	}
	return o, err == nil
}

// operands are arguments of which there must be one at least.
func (c *Call) operands(names []string) bool {
	if len(names) == 0 {
		c.Fail("missing operand")
	}
	return len(names) > 0
}

// each does something to several files and reports as Unix tools do: those that work are done, whatever happens to others.
func (c *Call) each(names []string, complaint string, do func(path string) error) int {
	exit := 0
	for _, name := range names {
		if err := do(c.Path(name)); err != nil {
			exit = c.Fail(complaint+" '%s': %s", name, reason(err))
			continue
		}
		c.Changed = true
	}
	return exit
}

// reason is the part of an error that a Unix tool prints after the file's name.
func reason(err error) string {
	var number disk.Errno
	if errors.As(err, &number) {
		return number.Error()
	}
	return err.Error()
}

func human(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10)
	}
	f, unit := float64(n)/1024, 0
	for f >= 1024 && unit < 3 {
		f, unit = f/1024, unit+1
	}
	if f < 10 {
		return fmt.Sprintf("%.1f%c", f, "KMGT"[unit])
	}
	return fmt.Sprintf("%.0f%c", f, "KMGT"[unit])
}

func kib(n int64) int64 { return (n + 1023) / 1024 }

func unixTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("Jan _2 15:04:05") }
