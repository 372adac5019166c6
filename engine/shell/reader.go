package shell

import (
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// lineReader makes records of lines, as the console producer's does: [headers SEP] [key SEP] value.
type lineReader struct {
	parseKey, parseHeaders, ignoreError bool
	key, headers, header, headerKey     string // separators
	null                                string
	hasNull                             bool
}

func newLineReader(p map[string]string) lineReader {
	r := lineReader{
		parseKey: isTrue(p["parse.key"]), parseHeaders: isTrue(p["parse.headers"]), ignoreError: isTrue(p["ignore.error"]),
		key: either(p, "key.separator", "\t"), headers: either(p, "headers.delimiter", "\t"),
		header: either(p, "headers.separator", ","), headerKey: either(p, "headers.key.separator", ":"),
	}
	r.null, r.hasNull = p["null.marker"]
	return r
}

// isTrue reads a boolean as these tools do: any case, blanks around it, everything else is false.
func isTrue(s string) bool { return strings.EqualFold(strings.TrimSpace(s), "true") }

// conflict is what is wrong with the settings: separators that cannot be told apart, or a null marker that is one.
func (r lineReader) conflict() error {
	if !r.parseHeaders {
		return nil
	}
	pairs := []struct{ a, b, names string }{
		{r.headers, r.header, "headers.delimiter and headers.separator"},
		{r.headers, r.headerKey, "headers.delimiter and headers.key.separator"},
		{r.header, r.headerKey, "headers.separator and headers.key.separator"},
		{r.null, r.key, "null.marker and key.separator"},
		{r.null, r.headers, "null.marker and headers.delimiter"},
		{r.null, r.header, "null.marker and headers.separator"},
		{r.null, r.headerKey, "null.marker and headers.key.separator"},
	}
	for i, p := range pairs {
		if p.a == p.b && (i < 3 || r.hasNull) {
			return kerr.ErrKafka.With("%s may not be equal", p.names)
		}
	}
	return nil
}

// record reads a line; number counts from 1.
func (r lineReader) record(number int, line string) (cluster.Record, error) {
	rec := cluster.Record{Timestamp: cluster.NoTimestamp}
	rest := line
	if r.parseHeaders {
		head, tail, ok := strings.Cut(rest, r.headers)
		if !ok && !r.ignoreError {
			return rec, kerr.ErrKafka.With("No header delimiter found on line number %d: '%s'", number, line)
		}
		if ok {
			if err := r.readHeaders(&rec, number, head); err != nil {
				return rec, err
			}
			rest = tail
		}
	}
	if r.parseKey {
		key, tail, ok := strings.Cut(rest, r.key)
		if !ok && !r.ignoreError {
			return rec, kerr.ErrKafka.With("No key separator found on line number %d: '%s'", number, line)
		}
		if ok {
			rec.Key, rest = r.bytes(key), tail
		}
	}
	rec.Value = r.bytes(rest)
	return rec, nil
}

func (r lineReader) readHeaders(rec *cluster.Record, number int, text string) error {
	if r.hasNull && text == r.null {
		return nil
	}
	for _, pair := range strings.Split(text, r.header) {
		k, v, ok := strings.Cut(pair, r.headerKey)
		if !ok {
			if r.ignoreError {
				rec.Headers = append(rec.Headers, cluster.Header{Key: pair})
				continue
			}
			return kerr.ErrKafka.With("No header key separator found in pair '%s' on line number %d", pair, number)
		}
		rec.Headers = append(rec.Headers, cluster.Header{Key: k, Value: r.bytes(v)})
	}
	return nil
}

// bytes is a text, or null if it is the marker of it.
func (r lineReader) bytes(s string) []byte {
	if r.hasNull && s == r.null {
		return nil
	}
	return []byte(s)
}
