package web

import (
	"reflect"

	"github.com/vugu/vugu"

	"logarium/web/words"
)

// made is what a component has built, and of what.
type made struct {
	of   vugu.Builder
	out  *vugu.BuildOut
	kids []*made
}

// builds keeps what components have built from one render to the next. A component that is given what it was given before is not built
// again, and the nodes that it returned then are returned again, so that a patch sees at once that there is nothing to do.
// That takes components that are made of their fields alone, and fields that nobody changes after they were handed over.
type builds struct {
	root  *made
	parts map[any]*made // by component
	turn  int           // of the words by which all of it was built
	built int           // components so far
}

// build makes the nodes of a component and of all in it. The result is good until the next call.
func (b *builds) build(root vugu.Builder) *made {
	if b.turn != words.Turn() {
		b.root, b.turn = nil, words.Turn()
	}
	b.parts = make(map[any]*made, len(b.parts)+8)
	b.root = b.one(root, b.root)
	return b.root
}

func (b *builds) one(c vugu.Builder, before *made) *made {
	if before != nil && ofFields(c) && reflect.DeepEqual(before.of, c) {
		before.of = c // by which the parent's nodes name it
		b.keep(before)
		return before
	}
	b.built++
	m := &made{of: c, out: c.Build(&vugu.BuildIn{})}
	flatten(m.out.Out)
	b.parts[c] = m
	for i, kid := range m.out.Components {
		var was *made
		if before != nil && i < len(before.kids) {
			was = before.kids[i]
		}
		m.kids = append(m.kids, b.one(kid, was))
	}
	return m
}

func (b *builds) keep(m *made) {
	b.parts[m.of] = m
	for _, kid := range m.kids {
		b.keep(kid)
	}
}

// ofFields tells components that can be judged by their fields from those that look into the state of the screen themselves, and from
// those with properties, which people change too.
func ofFields(c vugu.Builder) bool {
	switch c.(type) {
	case *AppShell, *ToolTabs, *KeyHelp:
		return false
	}
	return true
}
