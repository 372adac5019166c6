package checkpoint

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// Property is one line of a Java properties file.
type Property struct{ Key, Value string }

// Properties are the lines in order.
type Properties []Property

// Get returns the value of the last line with that key.
func (p Properties) Get(key string) (string, bool) {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Key == key {
			return p[i].Value, true
		}
	}
	return "", false
}

// FormatProperties is the text that java.util.Properties.store writes at a time (ms), in UTC: an
// empty comment, the date, then the properties, put in this order, as the hash table yields them.
func FormatProperties(p Properties, now int64) []byte {
	p = append(Properties(nil), p...)
	HashOrder(p, Buckets(len(p)), func(p Property) int32 { return StringHash(p.Key) })
	b := []byte("#\n#")
	b = time.UnixMilli(now).UTC().AppendFormat(b, "Mon Jan 02 15:04:05 MST 2006")
	b = append(b, '\n')
	for _, line := range p {
		b = appendEscaped(b, line.Key, true)
		b = append(b, '=')
		b = append(appendEscaped(b, line.Value, false), '\n')
	}
	return b
}

// appendEscaped writes a key or value so that it is read back the same. In a value only a space in
// front needs it.
func appendEscaped(b []byte, s string, key bool) []byte {
	for i, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit == ' ' && (key || i == 0), strings.ContainsRune("=:#!\\", rune(unit)):
			b = append(b, '\\', byte(unit))
		case unit >= '\t' && unit <= '\r' && unit != '\v':
			b = append(b, '\\', "tn.fr"[unit-'\t'])
		case unit < ' ' || unit > '~':
			b = append(b, '\\', 'u')
			b = append(b, strings.ToUpper(strconv.FormatUint(uint64(unit)|1<<16, 16)[1:])...)
		default:
			b = append(b, byte(unit))
		}
	}
	return b
}

// ParseProperties reads a properties file as java.util.Properties.load does: comments begin with #
// or !, a backslash at the end of a line continues it, bytes are ISO 8859-1, a key ends at =, : or white space. The
// result is in the order of the file. A \u that no four hexadecimal digits follow stands for itself.
func ParseProperties(text []byte) Properties {
	var p Properties
	r := lines{text: latin1(text)}
	for line, ok := r.next(); ok; line, ok = r.next() {
		line = strings.TrimLeft(line, " \t\f")
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		for continued(line) {
			next, more := r.next()
			line = line[:len(line)-1] + strings.TrimLeft(next, " \t\f")
			if !more {
				break
			}
		}
		p = append(p, parseProperty(line))
	}
	return p
}

// latin1 takes each byte for a character, as Java does with these files: what is not in ISO 8859-1 stands in them as \u.
func latin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

// continued reports an odd number of backslashes at the end.
func continued(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

func parseProperty(line string) Property {
	end := 0
	for end < len(line) && !strings.ContainsRune("=: \t\f", rune(line[end])) {
		if line[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(line))
	value := strings.TrimLeft(line[end:], " \t\f")
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimLeft(value[1:], " \t\f")
	}
	return Property{unescape(line[:end]), unescape(value)}
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var units []uint16
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			units = append(units, uint16(s[i]))
			continue
		}
		i++
		unit := uint16(s[i])
		if at := strings.IndexByte("tnrf", s[i]); at >= 0 {
			unit = uint16("\t\n\r\f"[at])
		}
		if s[i] == 'u' && i+4 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+5], 16, 16); err == nil {
				unit, i = uint16(n), i+4
			}
		}
		units = append(units, unit)
	}
	return string(utf16.Decode(units))
}
