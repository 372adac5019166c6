package shell

import (
	"fmt"

	"logarium/engine/glass"
)

var dumpOptions = []Option{
	{Name: "cluster-metadata-decoder", Doc: "decode records of the metadata log"},
	{Name: "deep-iteration", Doc: "a line for each record too"},
	{Name: "files", Arg: "String: file1, file2, ...", Doc: "the files to print, separated by commas", Files: true},
	{Name: "help", Doc: "print this"},
	{Name: "index-sanity-check", Doc: "only check an index by itself"},
	{Name: "key-decoder-class", Arg: "String", Maybe: true, Doc: "how keys are printed"},
	{Name: "max-bytes", Arg: "Integer: size", Doc: "read at most so many bytes of each log"},
	{Name: "max-message-size", Arg: "Integer: size", Doc: "largest batch, 5 MiB if not given"},
	{Name: "offsets-decoder", Doc: "decode records of __consumer_offsets"},
	{Name: "print-data-log", Doc: "keys and values too"},
	{Name: "remote-log-metadata-decoder", Doc: "decode records of __remote_log_metadata"},
	{Name: "share-group-state-decoder", Doc: "decode records of __share_group_state"},
	{Name: "skip-record-metadata", Doc: "only keys and values"},
	{Name: "transaction-log-decoder", Doc: "decode records of __transaction_state"},
	{Name: "value-decoder-class", Arg: "String", Maybe: true, Doc: "how values are printed"},
	{Name: "verify-index-only", Doc: "only compare an index with its log"},
	version,
}

// DumpUsage reads the command line of kafka-dump-log, the name of the tool left out. answer is what the tool prints instead of working, to its
// standard error if exit is not 0: for --help, --version, options that it does not know, and without files.
func DumpUsage(args []string) (opts glass.DumpOptions, answer string, exit int) {
	opts = glass.DefaultDumpOptions()
	o, err := ParseOptions(dumpOptions, args)
	if err == nil {
		err = setDump(&opts, o)
	}
	table := optionTable(dumpOptions)
	switch {
	case err != nil:
		return opts, uncaught(err), 1
	case len(args) == 0 || o.Has("help"):
		return opts, "This tool helps to parse a log file and dump its contents to the console, useful for debugging a seemingly corrupt log segment.\n" + table, 1
	case o.Has("version"):
		return opts, kafkaVersion + "\n", 0
	case !o.Has("files"):
		return opts, missing("files") + "\n" + table, 1
	}
	return opts, "", 0
}

// setDump hands the options over, decoders in the order in which the tool asks for them.
func setDump(opts *glass.DumpOptions, o *Options) error {
	for _, option := range append([]Option{{Name: "offsets-decoder"}, {Name: "transaction-log-decoder"}}, dumpOptions...) {
		all := o.All(option.Name)
		if err := o.once([]Option{option}); err != nil {
			return err
		}
		if len(all) == 0 {
			continue
		}
		if err := opts.Set(option.Name, all[0]); err != nil {
			return err
		}
	}
	return nil
}

func dumpLog(c *Call) int {
	opts, answer, exit := DumpUsage(c.Args)
	if answer != "" {
		out := &c.Err
		if exit == 0 {
			out = &c.Out
		}
		out.WriteString(answer)
		return exit
	}
	opts.Dir = c.Home()
	if err := glass.Dump(glass.OnDisk(c.Disk()), opts, &c.Out, &c.Err); err != nil {
		c.Err.WriteString(uncaught(err))
		return 1
	}
	return 0
}

// uncaught is what Java prints of an error that nothing catches, up to its first stack frame.
func uncaught(err error) string { return fmt.Sprintf("Exception in thread \"main\" %s\n", java(err)) }
