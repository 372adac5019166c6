package glass

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// DumpOptions are those of kafka-dump-log. Start from DefaultDumpOptions.
type DumpOptions struct {
	Files []string // as the user wrote them
	Dir   string   // where a relative name begins, "": the root

	PrintDataLog       bool
	DeepIteration      bool
	VerifyIndexOnly    bool
	IndexSanityCheck   bool
	SkipRecordMetadata bool
	MaxMessageSize     int32 // of the batch to which an index entry points
	MaxBytes           int32 // of each .log; the largest number is no limit

	Decoder      Decoder // of a Kafka-internal topic, 0: none
	KeyDecoder   string  // class names, "": StringDecoder
	ValueDecoder string
}

// DefaultDumpOptions is the tool without options.
func DefaultDumpOptions() DumpOptions {
	return DumpOptions{MaxMessageSize: 5 << 20, MaxBytes: noLimit}
}

const noLimit = math.MaxInt32

// Decoder names the formats of Kafka's own topics, of which at most one option is given.
type Decoder uint8

// The decoders by their options.
const (
	NoDecoder         Decoder = iota
	OffsetsDecoder            // --offsets-decoder
	TransactionLog            // --transaction-log-decoder
	ClusterMetadata           // --cluster-metadata-decoder
	RemoteLogMetadata         // --remote-log-metadata-decoder
	ShareGroupState           // --share-group-state-decoder
)

// prints tells whether keys and values are printed.
func (o *DumpOptions) prints() bool {
	return o.PrintDataLog || o.Decoder != NoDecoder || o.KeyDecoder != "" || o.ValueDecoder != ""
}

// Dump prints files as kafka-dump-log does: out is its standard output, errs its standard error. An error is what
// the tool dies of, an uncaught exception; what was printed before it stands, the report on errs is missing.
func Dump(files Files, o DumpOptions, out, errs io.Writer) error {
	d := &dumper{files: files, o: o, out: out, errs: errs}
	for _, file := range o.Files {
		d.printf("Dumping %s\n", file)
		if err := d.dump(file); err != nil {
			return err
		}
	}
	d.report.print(errs)
	return nil
}

// dumper is one run of the tool.
type dumper struct {
	files  Files
	o      DumpOptions
	out    io.Writer
	errs   io.Writer
	codecs record.Codecs
	report report
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// dump goes by the last suffix only: a renamed file is unknown.
func (d *dumper) dump(file string) error {
	switch file[strings.LastIndexByte(file, '.')+1:] {
	case KindLog:
		return d.log(file)
	case KindIndex:
		return d.index(file)
	case KindTimeIndex:
		return d.timeIndex(file)
	case KindTxnIndex:
		return d.txnIndex(file)
	case KindSnapshot:
		return d.snapshot(file)
	case "checkpoint":
		return d.raftSnapshot(file)
	}
	fmt.Fprintf(d.errs, "Ignoring unknown file %s\n", file)
	return nil
}

// abs is a file's absolute path, under which the report lists it.
func (d *dumper) abs(file string) string {
	if strings.HasPrefix(file, "/") {
		return path.Clean(file)
	}
	return path.Join("/", d.o.Dir, file)
}

// open opens a file that the user named. Kafka's error has the name as it was given.
func (d *dumper) open(file string) (File, error) {
	f, err := d.files.Open(d.abs(file))
	if e := kerr.As(err); e != nil && errors.Is(e, kerr.ErrNoSuchFile) {
		return nil, kerr.ErrNoSuchFile.With("%s", file)
	}
	return f, err
}

// base is the number in front of the first dot of a file's name, which the tool needs.
func base(file string) (int64, error) {
	n, err := baseOffset(file)
	if err != nil {
		stem, _, _ := strings.Cut(file[strings.LastIndexByte(file, '/')+1:], ".")
		return 0, kerr.ErrNumberFormat.With("For input string: \"%s\"", stem)
	}
	return n, nil
}
