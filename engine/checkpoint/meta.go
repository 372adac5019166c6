package checkpoint

import (
	"strconv"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// MetaPropertiesFile is the name of the file in a log directory that says whose it is.
const MetaPropertiesFile = "meta.properties"

// MetaProperties is the content of meta.properties. Version 0 is of brokers with ZooKeeper: its
// node id is called broker.id, and everything is optional.
type MetaProperties struct {
	Version     int32
	ClusterID   string // "" if absent
	NodeID      int32
	HasNodeID   bool
	DirectoryID UUID // zero if absent
}

// properties lists the lines in the order in which Kafka puts them.
func (m MetaProperties) properties() Properties {
	p := Properties{{"version", strconv.Itoa(int(m.Version))}}
	if m.ClusterID != "" {
		p = append(p, Property{"cluster.id", m.ClusterID})
	}
	if m.HasNodeID {
		p = append(p, Property{nodeKey(m.Version), strconv.Itoa(int(m.NodeID))})
	}
	if !m.DirectoryID.IsZero() {
		p = append(p, Property{"directory.id", m.DirectoryID.String()})
	}
	return p
}

func nodeKey(version int32) string {
	if version == 0 {
		return "broker.id"
	}
	return "node.id"
}

// FormatMeta is the text of meta.properties, written at a time (ms).
func FormatMeta(m MetaProperties, now int64) []byte { return FormatProperties(m.properties(), now) }

// WriteMeta replaces the meta.properties file at path. Error: IOException.
func WriteMeta(d *disk.Disk, file string, m MetaProperties, now int64) error {
	return Replace(d, file, FormatMeta(m, now))
}

// ReadMeta reads the meta.properties file at path. Errors: IOException (NoSuchFileException if there
// is none), or those of ParseMeta.
func ReadMeta(d *disk.Disk, file string) (MetaProperties, error) {
	text, err := d.ReadFile(file)
	if err != nil {
		return MetaProperties{}, ioError(err)
	}
	return ParseMeta(text)
}

// ParseMeta reads the text of meta.properties. Error: RuntimeException for a version that is not 0
// or 1, and in version 1 for an id that is missing or malformed.
func ParseMeta(text []byte) (m MetaProperties, err error) {
	p := ParseProperties(text)
	if m.Version, err = metaVersion(p); err != nil {
		return m, err
	}
	var ok bool
	if m.ClusterID, ok = p.Get("cluster.id"); !ok && m.Version > 0 {
		err = metaError("cluster.id was not found.")
	}
	key := nodeKey(m.Version)
	text1, found := p.Get(key)
	switch {
	case found:
		if m.NodeID, err = metaInt(key, text1, err); err == nil {
			m.HasNodeID = true
		}
	case m.Version > 0:
		err = metaError("Failed to find %s", key)
	}
	if err != nil {
		return m, err
	}
	if id, ok := p.Get("directory.id"); ok {
		if m.DirectoryID, err = ParseUUID(id); err != nil {
			err = metaError("Unable to read directory.id as a Uuid: %s", err).Because(err)
		}
	}
	return m, err
}

func metaVersion(p Properties) (int32, error) {
	text, ok := p.Get("version")
	if !ok {
		return 0, nil
	}
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0, metaError("Invalid meta.properties version string '%s'", text)
	}
	if v != 0 && v != 1 {
		return 0, metaError("Unknown meta.properties version number %d", v)
	}
	return int32(v), nil
}

// metaInt parses a number; an error that is there already stays unless the number is malformed,
// which Kafka finds first.
func metaInt(key, text string, earlier error) (int32, error) {
	n, err := number(text, 32)
	if err != nil {
		return 0, metaError("Unable to read %s as a base-10 number.", key).Because(err)
	}
	return int32(n), earlier
}

func metaError(format string, args ...any) *kerr.Error {
	return kerr.New("RuntimeException", format, args...)
}
