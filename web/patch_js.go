package web

import (
	sjs "syscall/js"

	"github.com/vugu/vugu"
)

// document is the browser's document as a page.
type document struct{ doc sjs.Value }

func (d document) element(namespace, tag string) any {
	if namespace == "svg" {
		return d.doc.Call("createElementNS", "http://www.w3.org/2000/svg", tag)
	}
	return d.doc.Call("createElement", tag)
}

func (d document) text(s string) any          { return d.doc.Call("createTextNode", s) }
func (d document) comment(s string) any       { return d.doc.Call("createComment", s) }
func (d document) setText(node any, s string) { value(node).Set("nodeValue", s) }

func (d document) setAttr(node any, a vugu.VGAttribute) {
	value(node).Call("setAttribute", a.Key, a.Val)
}
func (d document) dropAttr(node any, a vugu.VGAttribute) { value(node).Call("removeAttribute", a.Key) }

func (d document) setProp(node any, key, json string) {
	value(node).Set(key, sjs.Global().Get("JSON").Call("parse", json))
}

func (d document) setHTML(node any, html string) { value(node).Set("innerHTML", html) }
func (d document) append(parent, node any)       { value(parent).Call("appendChild", value(node)) }
func (d document) replace(parent, old, node any) {
	value(parent).Call("replaceChild", value(node), value(old))
}
func (d document) remove(parent, node any) { value(parent).Call("removeChild", value(node)) }
func value(node any) sjs.Value             { v, _ := node.(sjs.Value); return v }

// show brings what was built into the page; the first time in place of the element that stands there.
func (s *screen) show(shell *made) {
	p := patch{page: document{s.document}, parts: s.builds.parts}
	var root *vugu.VGNode
	for _, n := range shell.out.Out {
		if n.Type == vugu.ElementNode {
			root = n
		}
	}
	switch {
	case root == nil:
	case s.stands == nil:
		s.stands = p.make(root)
		s.mount.Call("replaceWith", value(s.stands.node))
	default:
		p.update(s.stands, root)
	}
	if p.moved {
		s.findInputs()
	}
}
