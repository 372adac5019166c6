package checkpoint

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// PartitionMetadata is the name of the file in a partition's directory that holds the topic id.
const PartitionMetadata = "partition.metadata"

// FormatMetadata is the text of partition.metadata: two lines, no newline at the end.
func FormatMetadata(topic UUID) []byte {
	return []byte("version: " + strconv.Itoa(version) + "\ntopic_id: " + topic.String())
}

// WriteMetadata replaces the partition.metadata file at path. Error: KafkaStorageException.
func WriteMetadata(d *disk.Disk, file string, topic UUID) error {
	return storage(Replace(d, file, FormatMetadata(topic)), "Error while writing partition metadata file %s", file)
}

// ReadMetadata reads the topic id from the partition.metadata file at path. Errors: those of
// ParseMetadata; its IOExceptions, and the disk's, as the cause of a KafkaStorageException.
func ReadMetadata(d *disk.Disk, file string) (UUID, error) {
	text, err := d.ReadFile(file)
	if err != nil {
		return UUID{}, storage(ioError(err), "Error while reading partition metadata file %s", file)
	}
	id, err := ParseMetadata(text, file)
	return id, storage(err, "Error while reading partition metadata file %s", file)
}

// ParseMetadata reads the topic id from the text of the file at path. Names and further lines are
// not looked at. Errors: IOException for a line that is malformed, a negative version or the zero
// id; MalformedInputException for bytes that are no UTF-8; NullPointer for a line that is missing; IllegalArgument for a text that is no id.
func ParseMetadata(text []byte, file string) (UUID, error) {
	r := decoded(text)
	if err := metadataVersion(&r, file); err != nil {
		return UUID{}, err
	}
	value, err := metadataValue(&r, file)
	if err != nil {
		return UUID{}, err
	}
	id, err := ParseUUID(value)
	if err == nil && id.IsZero() {
		err = kerr.ErrIO.With("Invalid topic ID in partition metadata file (%s)", file)
	}
	return id, err
}

func metadataVersion(r *lines, file string) error {
	line := r.text
	value, err := metadataValue(r, file)
	if err != nil {
		return err
	}
	v, err := strconv.ParseInt(value, 10, 32)
	if err != nil {
		first := lines{text: line}
		text, _ := first.next()
		return malformedMetadata(file, text).Because(kerr.ErrNumberFormat.With("For input string: \"%s\"", value))
	}
	if v < version {
		return kerr.ErrIO.With("Unrecognized version of partition metadata file (%s): %d", file, v)
	}
	return nil
}

// metadataValue reads a line of two parts: a colon and white space stand between them.
func metadataValue(r *lines, file string) (string, error) {
	line, ok := r.next()
	if !ok && r.bad != nil {
		return "", r.bad
	}
	if !ok {
		return "", kerr.New("NullPointerException", `Cannot invoke "java.lang.CharSequence.length()" because "this.text" is null`)
	}
	_, rest, _ := cutColon(line)
	_, _, more := cutColon(rest)
	if rest == "" || more {
		return "", malformedMetadata(file, line)
	}
	return rest, nil
}

// cutColon cuts a text at the first colon that white space follows, and drops both.
func cutColon(s string) (before, after string, found bool) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == ':' && space(rune(s[i+1])) {
			return s[:i], strings.TrimLeftFunc(s[i+1:], space), true
		}
	}
	return s, "", false
}

func malformedMetadata(file, line string) *kerr.Error {
	return kerr.ErrIO.With("Malformed line in partition metadata file [%s]: %s", file, line)
}
