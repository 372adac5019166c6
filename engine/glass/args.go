package glass

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
)

// Set sets an option of kafka-dump-log by its name without dashes; a flag takes any text. Files may be separated by commas. Of several decoders of
// Kafka-internal topics the first one set stays. Error: what the tool says of a number that is none.
func (o *DumpOptions) Set(name, text string) error {
	switch name {
	case "print-data-log":
		o.PrintDataLog = true
	case "deep-iteration":
		o.DeepIteration = true
	case "verify-index-only":
		o.VerifyIndexOnly = true
	case "index-sanity-check":
		o.IndexSanityCheck = true
	case "skip-record-metadata":
		o.SkipRecordMetadata = true
	case "files":
		o.Files = strings.Split(text, ",")
	case "max-bytes":
		return number32(&o.MaxBytes, name, text)
	case "max-message-size":
		return number32(&o.MaxMessageSize, name, text)
	case "key-decoder-class":
		o.KeyDecoder = text
	case "value-decoder-class":
		o.ValueDecoder = text
	default:
		o.setDecoder(name)
	}
	return nil
}

func (o *DumpOptions) setDecoder(name string) {
	if d, ok := decoderOptions[name]; ok && o.Decoder == 0 {
		o.Decoder = d
	}
}

var decoderOptions = map[string]Decoder{
	"offsets-decoder": OffsetsDecoder, "transaction-log-decoder": TransactionLog, "cluster-metadata-decoder": ClusterMetadata,
	"remote-log-metadata-decoder": RemoteLogMetadata, "share-group-state-decoder": ShareGroupState,
}

func number32(n *int32, name, text string) error {
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return kerr.New("OptionArgumentConversionException", "Cannot parse argument '%s' of option %s", text, name)
	}
	*n = int32(v)
	return nil
}
