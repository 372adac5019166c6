package glass

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
)

// ParseDumpOptions reads the command line of kafka-dump-log, the name of the tool left out. Files may be separated by
// commas. Error: what the tool says of an option that it does not know, or of a number that is none.
func ParseDumpOptions(args []string) (DumpOptions, error) {
	o := DefaultDumpOptions()
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if o.flag(arg) {
			continue
		}
		if i+1 == len(args) {
			return o, unknownOption(arg)
		}
		i++
		if err := o.value(arg, args[i]); err != nil {
			return o, err
		}
	}
	return o, nil
}

// flag sets an option that has no value.
func (o *DumpOptions) flag(name string) bool {
	switch name {
	case "--print-data-log":
		o.PrintDataLog = true
	case "--deep-iteration":
		o.DeepIteration = true
	case "--verify-index-only":
		o.VerifyIndexOnly = true
	case "--index-sanity-check":
		o.IndexSanityCheck = true
	case "--skip-record-metadata":
		o.SkipRecordMetadata = true
	case "--offsets-decoder":
		o.Decoder = OffsetsDecoder
	case "--transaction-log-decoder":
		o.Decoder = TransactionLog
	case "--cluster-metadata-decoder":
		o.Decoder = ClusterMetadata
	case "--remote-log-metadata-decoder":
		o.Decoder = RemoteLogMetadata
	case "--share-group-state-decoder":
		o.Decoder = ShareGroupState
	default:
		return false
	}
	return true
}

func (o *DumpOptions) value(name, text string) error {
	switch name {
	case "--files":
		o.Files = splitFiles(text)
	case "--max-bytes":
		return number32(&o.MaxBytes, name, text)
	case "--max-message-size":
		return number32(&o.MaxMessageSize, name, text)
	case "--key-decoder-class":
		o.KeyDecoder = text
	case "--value-decoder-class":
		o.ValueDecoder = text
	default:
		return unknownOption(name)
	}
	return nil
}

func number32(n *int32, name, text string) error {
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return kerr.New("OptionArgumentConversionException", "Cannot parse argument '%s' of option %s", text, dashless(name))
	}
	*n = int32(v)
	return nil
}

func unknownOption(name string) error {
	return kerr.New("UnrecognizedOptionException", "%s is not a recognized option", dashless(name))
}

func dashless(name string) string {
	for len(name) > 0 && name[0] == '-' {
		name = name[1:]
	}
	return name
}

func splitFiles(text string) (files []string) {
	for _, f := range strings.Split(text, ",") {
		if f != "" {
			files = append(files, f)
		}
	}
	return files
}
