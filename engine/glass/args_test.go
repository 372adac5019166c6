package glass

import "strings"

// parseDump reads the words of these tests' dumps: flags, and options with what follows them.
func parseDump(args []string) (o DumpOptions, err error) {
	o = DefaultDumpOptions()
	for i := 0; i < len(args) && err == nil; i++ {
		name, value := strings.TrimPrefix(args[i], "--"), ""
		switch name {
		case "files", "max-bytes", "max-message-size", "key-decoder-class", "value-decoder-class":
			i++
			value = args[i]
		}
		err = o.Set(name, value)
	}
	return o, err
}
