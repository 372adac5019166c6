package config

import (
	"cmp"
	"slices"
	"strings"

	"logarium/engine/store"
)

// Property is one name with its value as text.
type Property struct{ Name, Value string }

// Properties are ordered by name, each name once. A Properties is never changed in place, so that copies are free.
type Properties []Property

// PropertiesOf makes Properties of names and values in turn; a later value wins.
func PropertiesOf(nameValue ...string) Properties {
	var p Properties
	for i := 0; i+1 < len(nameValue); i += 2 {
		p = p.With(nameValue[i], nameValue[i+1])
	}
	return p
}

// Get finds a value.
func (p Properties) Get(name string) (string, bool) {
	i, found := p.search(name)
	if !found {
		return "", false
	}
	return p[i].Value, true
}

// With sets a value in a copy.
func (p Properties) With(name, value string) Properties {
	i, found := p.search(name)
	q := slices.Clone(p)
	if found {
		q[i].Value = value
		return q
	}
	q = append(q, Property{})
	copy(q[i+1:], q[i:])
	q[i] = Property{name, value}
	return q
}

// Without removes a name in a copy.
func (p Properties) Without(name string) Properties {
	i, found := p.search(name)
	if !found {
		return p
	}
	return slices.Delete(slices.Clone(p), i, i+1)
}

func (p Properties) search(name string) (int, bool) {
	return slices.BinarySearchFunc(p, name, func(x Property, n string) int { return cmp.Compare(x.Name, n) })
}

// String is what Java prints for a map: {a=1, b=2}.
func (p Properties) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, x := range p {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(x.Name + "=" + x.Value)
	}
	b.WriteByte('}')
	return b.String()
}

// Code writes or reads the properties.
func (p *Properties) Code(c *store.Coder) {
	store.Slice(c, (*[]Property)(p), func(c *store.Coder, x *Property) {
		c.String(&x.Name)
		c.String(&x.Value)
	})
}
