package web

import (
	"slices"

	"github.com/vugu/vugu"
)

// page is what a patch changes: the browser's document, or a stand-in for it in tests. Nodes are named by whatever it makes.
type page interface {
	element(namespace, tag string) any
	text(s string) any
	comment(s string) any
	setText(node any, s string)
	setAttr(node any, a vugu.VGAttribute)
	dropAttr(node any, a vugu.VGAttribute)
	setProp(node any, key, json string)
	setHTML(node any, html string)
	append(parent, node any)
	replace(parent, old, node any)
	remove(parent, node any)
}

// patch brings what components have built into a page. It remembers what stands there and touches only what differs: to write all
// of it anew at every render takes most of a frame.
//
// Nodes are told apart by their place. What a script has put below an element without children stays, as canvases do.
type patch struct {
	page  page
	parts map[any]*made // what the components in it have built
	moved bool          // fields for text may have come or gone
}

// standing is a node of the page, as it was built last.
type standing struct {
	node  any
	from  *vugu.VGNode // the latest that it was built from
	kind  vugu.VGNodeType
	tag   string
	ns    string
	data  string // of a text or a comment
	html  string
	raw   bool // html stands in place of children
	attrs []vugu.VGAttribute
	kids  []*standing
}

// children lists what a node holds, with components and templates resolved.
func (p *patch) children(first *vugu.VGNode, into []*vugu.VGNode) []*vugu.VGNode {
	for n := first; n != nil; n = n.NextSibling {
		into = p.resolve(n, into)
	}
	return into
}

func (p *patch) resolve(n *vugu.VGNode, into []*vugu.VGNode) []*vugu.VGNode {
	switch {
	case n.Component != nil:
		for _, c := range p.parts[n.Component].out.Out {
			into = p.resolve(c, into)
		}
		return into
	case n.IsTemplate():
		return p.children(n.FirstChild, into)
	}
	return append(into, n)
}

// sync makes the children of a node what was built, and returns them.
func (p *patch) sync(parent any, old []*standing, built []*vugu.VGNode) []*standing {
	for _, gone := range old[min(len(old), len(built)):] {
		p.page.remove(parent, gone.node)
		p.moved = true
	}
	if len(built) < len(old) {
		old = old[:len(built)]
	}
	for i, n := range built {
		switch {
		case i == len(old):
			s := p.make(n)
			p.page.append(parent, s.node)
			old = append(old, s)
		case !old[i].fits(n):
			s := p.make(n)
			p.page.replace(parent, old[i].node, s.node)
			old[i], p.moved = s, true
		default:
			p.update(old[i], n)
		}
	}
	return old
}

// fits reports whether a standing node can become what was built.
func (s *standing) fits(n *vugu.VGNode) bool {
	return s.kind == n.Type && s.tag == tagOf(n) && s.ns == n.Namespace && s.raw == (n.InnerHTML != nil)
}

func tagOf(n *vugu.VGNode) string {
	if n.Type == vugu.ElementNode {
		return n.Data
	}
	return ""
}

func (p *patch) make(n *vugu.VGNode) *standing {
	s := &standing{kind: n.Type, tag: tagOf(n), ns: n.Namespace, raw: n.InnerHTML != nil}
	switch n.Type {
	case vugu.ElementNode:
		s.node = p.page.element(n.Namespace, n.Data)
	case vugu.CommentNode:
		s.node, s.data = p.page.comment(n.Data), n.Data
	default:
		s.node, s.data = p.page.text(n.Data), n.Data
	}
	p.update(s, n)
	return s
}

func (p *patch) update(s *standing, n *vugu.VGNode) {
	if s.from == n { // of a component that was not built again, and all in it neither
		return
	}
	s.from = n
	if n.Type != vugu.ElementNode {
		if s.data != n.Data {
			s.data = n.Data
			p.page.setText(s.node, n.Data)
		}
		return
	}
	p.attributes(s, n)
	p.properties(s, n)
	switch {
	case n.InnerHTML == nil:
		s.kids = p.sync(s.node, s.kids, p.children(n.FirstChild, nil))
	case s.html != *n.InnerHTML:
		s.html = *n.InnerHTML
		p.page.setHTML(s.node, s.html)
	}
}

func (p *patch) attributes(s *standing, n *vugu.VGNode) {
	if slices.Equal(s.attrs, n.Attr) {
		return
	}
	for _, a := range n.Attr {
		if !slices.Contains(s.attrs, a) {
			p.page.setAttr(s.node, a)
			p.moved = p.moved || a.Key == "data-in"
		}
	}
	for _, old := range s.attrs {
		if !slices.ContainsFunc(n.Attr, func(a vugu.VGAttribute) bool { return a.Key == old.Key }) {
			p.page.dropAttr(s.node, old)
		}
	}
	s.attrs = append(s.attrs[:0], n.Attr...)
}

// properties are written at every render: people change them too, as by a click on a box.
func (p *patch) properties(s *standing, n *vugu.VGNode) {
	for _, prop := range n.Prop {
		p.page.setProp(s.node, prop.Key, string(prop.JSONVal))
	}
}
