package web

import (
	"strings"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"
)

// What the generated Build methods call; see engine/cmd/shorten.

// element appends an element. The attributes are lines of the form name=value. The name may begin with
// a namespace, as in svg:path.
func element(parent *vugu.VGNode, name, attrs string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if space, local, ok := strings.Cut(name, ":"); ok {
		n.Namespace, n.Data = space, local
	}
	if attrs != "" {
		n.Attr = make([]vugu.VGAttribute, 0, strings.Count(attrs, "\n")+2) // one more is often added
	}
	for more := attrs != ""; more; {
		var line string
		line, attrs, more = strings.Cut(attrs, "\n")
		key, value, _ := strings.Cut(line, "=")
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: value})
	}
	parent.AppendChild(n)
	return n
}

func text(parent *vugu.VGNode, s string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.TextNode, Data: s}
	parent.AppendChild(n)
	return n
}

// property sets a property of the DOM element, such as an input's value.
func property(n *vugu.VGNode, name string, value any) {
	b, err := vjson.Marshal(value)
	if err != nil {
		panic(err)
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: name, JSONVal: b})
}

// component appends the component of a place. Components hold nothing but what they are given, so that each build makes its own; see
// builds.
func component(out *vugu.BuildOut, parent *vugu.VGNode, c vugu.Builder) {
	out.Components = append(out.Components, c)
	parent.AppendChild(&vugu.VGNode{Component: c})
}
