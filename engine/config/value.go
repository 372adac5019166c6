package config

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/kerr"
)

// Value is a parsed value. Which field holds it depends on the type: Bool, Int (also Long), Float, Text or List.
type Value struct {
	Type  Type
	Null  bool
	Bool  bool
	Int   int64
	Float float64
	Text  string
	List  []string
}

// String is the value as Kafka's tools print it.
func (v Value) String() string {
	switch {
	case v.Null:
		return Null
	case v.Type == Boolean:
		return strconv.FormatBool(v.Bool)
	case v.Type == Int || v.Type == Long:
		return strconv.FormatInt(v.Int, 10)
	case v.Type == Double:
		return JavaDouble(v.Float)
	case v.Type == List:
		return strings.Join(v.List, ",")
	default:
		return v.Text
	}
}

// java is the value as Java prints the object, in refusals and definitions: lists have brackets.
func (v Value) java() string {
	if v.Type == List && !v.Null {
		return "[" + strings.Join(v.List, ", ") + "]"
	}
	return v.String()
}

// JavaDefault is the default as Java prints it.
func (d *Def) JavaDefault() string { return d.DefaultValue().java() }

// DefaultValue is the parsed default.
func (d *Def) DefaultValue() Value {
	if d.Default == Null {
		return Value{Type: d.Type, Null: true}
	}
	v, err := d.parseType(d.Default)
	if err != nil {
		panic(err) // the table is wrong
	}
	return v
}

// Parse reads text and checks the range. A list loses its duplicates; given is the list before, if it lost any.
// The error is Kafka's ConfigException.
func (d *Def) Parse(text string) (v Value, given []string, err error) {
	if v, err = d.parseType(text); err != nil {
		return Value{}, nil, err
	}
	if v.Type == List {
		kept := unique(v.List)
		if len(kept) < len(v.List) && d.Valid != replicaList {
			given, v.List = v.List, kept
		}
	}
	return v, given, d.check(v)
}

func (d *Def) parseType(text string) (Value, error) {
	v := Value{Type: d.Type}
	s := strings.TrimSpace(text)
	switch d.Type {
	case Boolean:
		v.Bool = strings.EqualFold(s, "true")
		if !v.Bool && !strings.EqualFold(s, "false") {
			return v, d.refuse(text, "Expected value to be either true or false")
		}
	case Int, Long:
		bits := 64
		if d.Type == Int {
			bits = 32
		}
		n, err := strconv.ParseInt(s, 10, bits)
		if err != nil {
			return v, d.refuse(text, "Not a number of type "+d.Type.String())
		}
		v.Int = n
	case Double:
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return v, d.refuse(text, "Not a number of type "+d.Type.String())
		}
		v.Float = f
	case List:
		v.List = splitList(s)
	default:
		v.Text = s
	}
	return v, nil
}

// splitList separates at commas; blanks around them do not count. No text is no element.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(s, ",")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts
}

func unique(list []string) []string {
	kept := make([]string, 0, len(list))
	for _, x := range list {
		if !slices.Contains(kept, x) {
			kept = append(kept, x)
		}
	}
	return kept
}

func (d *Def) refuse(value, why string) error {
	return kerr.ErrConfig.With("Invalid value %s for configuration %s: %s", value, d.Name, why)
}

// JavaDouble prints a number as Java's Double.toString does: 0.5, 1.0, 1.7976931348623157E308.
func JavaDouble(f float64) string {
	switch abs := math.Abs(f); {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'f', -1, 64), "+") + "inity"
	case abs != 0 && (abs < 1e-3 || abs >= 1e7):
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', -1, 64), "E")
		n, _ := strconv.Atoi(exponent) // FormatFloat writes a plain integer
		return fraction(mantissa) + "E" + strconv.Itoa(n)
	default:
		return fraction(strconv.FormatFloat(f, 'f', -1, 64))
	}
}

// fraction gives a whole number the ".0" that Java always prints.
func fraction(s string) string {
	if strings.ContainsRune(s, '.') {
		return s
	}
	return s + ".0"
}
