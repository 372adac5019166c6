// Package checkpoint reads and writes the small files around the logs: the text checkpoints of
// offsets and leader epochs, partition.metadata, meta.properties, the clean shutdown marker and
// the lock of a log directory. It knows their formats and not who needs them.
//
// Formats: docs/format/checkpoints.md.
package checkpoint

import (
	"errors"
	"path"
	"strconv"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// version is the only version of the checkpoint files.
const version = 0

// tmpSuffix marks the new content of a file until it replaces the old one.
const tmpSuffix = ".tmp"

// Format is the text of a checkpoint: version, number of entries, one entry a line, each line
// ended by a newline.
func Format(lines []string) []byte {
	b := make([]byte, 0, 8+32*len(lines))
	b = append(strconv.AppendInt(b, version, 10), '\n')
	b = append(strconv.AppendInt(b, int64(len(lines)), 10), '\n')
	for _, line := range lines {
		b = append(append(b, line...), '\n')
	}
	return b
}

// Parse takes the text of the checkpoint file at path apart and calls entry with the fields of each
// line. fields is how many a line must have; they are separated by any white space.
//
// An empty text, or one of the version line alone, has no entries. Errors: IOException for an
// unknown version, a line that is malformed, a wrong count; IllegalArgument for a negative one; MalformedInputException for bytes that are no UTF-8; whatever entry returns.
func Parse(text []byte, file string, fields int, entry func(fields []string) error) error {
	r := decoded(text)
	line, ok := r.next()
	if !ok {
		return r.bad
	}
	if v, err := strconv.ParseInt(line, 10, 32); err != nil {
		return malformed(file, line)
	} else if v != version {
		return kerr.ErrIO.With("Unrecognised version:%d, expected version: %d in checkpoint file at: %s", v, version, file)
	}
	if line, ok = r.next(); !ok {
		return r.bad
	}
	count, err := strconv.ParseInt(line, 10, 32)
	if err != nil {
		return malformed(file, line)
	}
	if count < 0 {
		return kerr.ErrIllegalArgument.With("Illegal Capacity: %d", count)
	}
	return parseEntries(&r, file, fields, int(count), entry)
}

func parseEntries(r *lines, file string, fields, count int, entry func([]string) error) error {
	n := 0
	for line, ok := r.next(); ok; line, ok = r.next() {
		f := split(line)
		if len(f) != fields {
			return malformed(file, line)
		}
		if err := entry(f); err != nil {
			return err
		}
		n++
	}
	if r.bad != nil {
		return r.bad
	}
	if n != count {
		return kerr.ErrIO.With("Expected [%d] entries in checkpoint file [%s], but found only [%d]", count, file, n)
	}
	return nil
}

func malformed(file, line string) error {
	return kerr.ErrIO.With("Malformed line in checkpoint file [%s]: %s", file, line)
}

// lines reads a text line by line as java.io.BufferedReader does: \n, \r and \r\n end a line.
type lines struct {
	text string // not yet read
	bad  error  // what reading ends with behind text; nil: the end of the file
}

func (r *lines) next() (string, bool) {
	i := strings.IndexAny(r.text, "\r\n")
	if r.text == "" || i < 0 && r.bad != nil {
		return "", false
	}
	if i < 0 {
		line := r.text
		r.text = ""
		return line, true
	}
	line, rest := r.text[:i], r.text[i+1:]
	if r.text[i] == '\r' && strings.HasPrefix(rest, "\n") {
		rest = rest[1:]
	}
	r.text = rest
	return line, true
}

// split cuts a line at white space. White space in front makes an empty first field, as in Java;
// white space at the end does not count.
func split(line string) []string {
	f := strings.FieldsFunc(line, space)
	if line != "" && len(f) > 0 && space(rune(line[0])) {
		f = append([]string{""}, f...)
	}
	return f
}

// space is white space in Java's regular expressions.
func space(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

// number parses a decimal number of that many bits as Java does.
// Error: NumberFormatException, which Kafka lets through as it is.
func number(s string, bits int) (int64, error) {
	n, err := strconv.ParseInt(s, 10, bits)
	if err != nil {
		return 0, kerr.ErrNumberFormat.With("For input string: \"%s\"", s)
	}
	return n, nil
}

// Ensure makes an empty file if there is none, as opening a checkpoint does.
func Ensure(d *disk.Disk, file string) error {
	if d.Exists(file) {
		return nil
	}
	h, err := d.Create(file)
	if err != nil {
		return ioError(err)
	}
	return d.Close(h)
}

// Replace puts data in the place of the file at once: it writes file.tmp, makes it durable, renames
// it over the file and makes the directory durable. After a crash there is the old or the new
// content, never a mixture. Error: IOException.
func Replace(d *disk.Disk, file string, data []byte) error {
	if err := writeSynced(d, file+tmpSuffix, data); err != nil {
		return ioError(err)
	}
	if err := d.Rename(file+tmpSuffix, file); err != nil {
		return ioError(err)
	}
	return ioError(d.SyncDir(path.Dir(file)))
}

// writeSynced writes a whole file and makes its bytes durable.
func writeSynced(d *disk.Disk, file string, data []byte) (err error) {
	h, err := d.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close(h)) }()
	if err := d.Truncate(h, 0); err != nil {
		return err
	}
	if _, err := d.WriteAt(h, data, 0); err != nil {
		return err
	}
	return d.Sync(h)
}

// ioError makes the Java exception of a failed disk operation.
func ioError(err error) error {
	var p *disk.PathError
	switch {
	case err == nil || kerr.As(err) != nil:
		return err
	case errors.As(err, &p) && errors.Is(err, disk.ErrNotExist):
		return kerr.New("NoSuchFileException", "%s", p.Path).Because(err)
	}
	return kerr.ErrIO.With("%s", err.Error()).Because(err)
}

// storage wraps the errors that take a log directory out of service: IOExceptions. Others Kafka
// lets through as they are.
func storage(err error, format string, args ...any) error {
	e := kerr.As(err)
	if e == nil || !io(e) {
		return err
	}
	return kerr.ErrKafkaStorage.With(format, args...).Because(err)
}

// readText reads a checkpoint, making it if there is none, and parses it.
func readText(d *disk.Disk, file string, fields int, entry func([]string) error) error {
	err := Ensure(d, file)
	if err == nil {
		var text []byte
		if text, err = d.ReadFile(file); err != nil {
			err = ioError(err)
		} else {
			err = Parse(text, file, fields, entry)
		}
	}
	return storage(err, "Error while reading checkpoint file %s", file)
}

// writeText replaces a checkpoint.
func writeText(d *disk.Disk, file string, lines []string) error {
	return storage(Replace(d, file, Format(lines)), "Error while writing to checkpoint file %s", file)
}

// io reports the classes that are IOExceptions.
func io(e *kerr.Error) bool {
	return e.Class == "IOException" || e.Class == "NoSuchFileException" || e.Class == "MalformedInputException"
}
