package shell

import (
	"fmt"
	"slices"

	"logarium/engine/glass"
)

var dumpOptions = []Option{
	{Name: "cluster-metadata-decoder", Doc: "decode records of the metadata log"},
	{Name: "deep-iteration", Doc: "a line for each record too"},
	{Name: "files", Arg: "String: file1, file2, ...", Doc: "the files to print, separated by commas", Files: true},
	{Name: "help", Doc: "print this"},
	{Name: "index-sanity-check", Doc: "only check an index by itself"},
	{Name: "key-decoder-class", Arg: "String", Doc: "how keys are printed"},
	{Name: "max-bytes", Arg: "Integer: size", Doc: "read at most so many bytes of each log"},
	{Name: "max-message-size", Arg: "Integer: size", Doc: "largest batch, 5 MiB if not given"},
	{Name: "offsets-decoder", Doc: "decode records of __consumer_offsets"},
	{Name: "print-data-log", Doc: "keys and values too"},
	{Name: "remote-log-metadata-decoder", Doc: "decode records of __remote_log_metadata"},
	{Name: "share-group-state-decoder", Doc: "decode records of __share_group_state"},
	{Name: "skip-record-metadata", Doc: "only keys and values"},
	{Name: "transaction-log-decoder", Doc: "decode records of __transaction_state"},
	{Name: "value-decoder-class", Arg: "String", Doc: "how values are printed"},
	{Name: "verify-index-only", Doc: "only compare an index with its log"},
}

// DumpUsage is what kafka-dump-log prints instead of working: for --help, for options that it does not know, and without files.
func DumpUsage(args []string) (glass.DumpOptions, string) {
	opts, err := glass.ParseDumpOptions(args)
	table := optionTable(dumpOptions)
	switch {
	case slices.Contains(args, "--help"):
		return opts, "This tool helps to parse a log file and dump its contents to the console, useful for debugging a seemingly corrupt log segment.\n" + table
	case err != nil:
		return opts, err.Error() + "\n" + table
	case len(opts.Files) == 0:
		return opts, missing("files") + "\n" + table
	}
	return opts, ""
}

func dumpLog(c *Call) int {
	opts, usage := DumpUsage(c.Args)
	if slices.Contains(c.Args, "--help") {
		c.Out.WriteString(usage)
		return 0
	}
	if usage != "" {
		fmt.Fprint(&c.Err, usage)
		return 1
	}
	opts.Dir = c.Home()
	if err := glass.Dump(glass.OnDisk(c.Disk()), opts, &c.Out, &c.Err); err != nil {
		fmt.Fprintf(&c.Err, "Exception in thread \"main\" %s\n", java(err))
		return 1
	}
	return 0
}
