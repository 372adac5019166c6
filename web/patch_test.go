package web

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"pgregory.net/rapid"
)

// sheet is a page without a browser, which counts what is done to it.
type sheet struct{ touched int }

type leaf struct {
	ns, tag, text, raw string
	attrs, props       []string
	kids               []*leaf
}

func as(n any) *leaf { return n.(*leaf) }

func (s *sheet) element(ns, tag string) any { s.touched++; return &leaf{ns: ns, tag: tag} }
func (s *sheet) text(t string) any          { s.touched++; return &leaf{text: t} }
func (s *sheet) comment(t string) any       { s.touched++; return &leaf{tag: "!", text: t} }
func (s *sheet) setText(n any, t string)    { s.touched++; as(n).text = t }
func (s *sheet) setAttr(n any, a vugu.VGAttribute) {
	s.dropAttr(n, a)
	as(n).attrs = append(as(n).attrs, a.Key+"="+a.Val)
}
func (s *sheet) dropAttr(n any, a vugu.VGAttribute) {
	s.touched++
	as(n).attrs = slices.DeleteFunc(as(n).attrs, func(t string) bool { return strings.HasPrefix(t, a.Key+"=") })
}
func (s *sheet) setProp(n any, key, json string) { as(n).props = append(as(n).props, key+"="+json) }
func (s *sheet) setHTML(n any, h string)         { s.touched++; as(n).raw, as(n).kids = h, nil }
func (s *sheet) append(p, n any)                 { s.touched++; as(p).kids = append(as(p).kids, as(n)) }
func (s *sheet) replace(p, old, n any) {
	s.touched++
	as(p).kids[slices.Index(as(p).kids, as(old))] = as(n)
}
func (s *sheet) remove(p, n any) {
	s.touched++
	as(p).kids = slices.DeleteFunc(as(p).kids, func(l *leaf) bool { return l == as(n) })
}

// String writes the page with sorted attributes.
func (l *leaf) String() string {
	switch {
	case l.tag == "":
		return html.EscapeString(l.text)
	case l.tag == "!":
		return "<!--" + l.text + "-->"
	}
	slices.Sort(l.attrs)
	inner := l.raw
	for _, k := range l.kids {
		inner += k.String()
	}
	return fmt.Sprintf("<%s%s%v>%s</>", l.ns, l.tag, l.attrs, inner)
}

// built writes a tree of components' nodes in the same way: what the page must be.
func built(n *vugu.VGNode) string {
	switch {
	case n.Type == vugu.TextNode:
		return html.EscapeString(n.Data)
	case n.Type == vugu.CommentNode:
		return "<!--" + n.Data + "-->"
	}
	var attrs []string
	for _, a := range n.Attr {
		attrs = append(attrs, a.Key+"="+a.Val)
	}
	slices.Sort(attrs)
	inner := ""
	if n.InnerHTML != nil {
		inner = *n.InnerHTML
	} else {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			inner += built(c)
		}
	}
	if n.IsTemplate() {
		return inner
	}
	return fmt.Sprintf("<%s%s%v>%s</>", n.Namespace, n.Data, attrs, inner)
}

// tree draws a random tree.
func tree(t *rapid.T, depth int) *vugu.VGNode {
	kind := rapid.SampledFrom([]string{"text", "comment", "div", "div", "div", "svg", "raw", "template"}).Draw(t, "kind")
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: "div"}
	switch {
	case depth == 0:
	case kind == "text":
		return &vugu.VGNode{Type: vugu.TextNode, Data: rapid.SampledFrom([]string{"", "a", "b<"}).Draw(t, "text")}
	case kind == "comment":
		return &vugu.VGNode{Type: vugu.CommentNode, Data: "c"}
	case kind == "svg":
		n.Data, n.Namespace = "svg", "s:"
	case kind == "template":
		n.Data = ""
	}
	for _, key := range []string{"class", "id", "title"} {
		if rapid.Bool().Draw(t, key) && !n.IsTemplate() {
			n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "value")})
		}
	}
	if kind == "raw" && depth > 0 {
		h := rapid.SampledFrom([]string{"<b>1</b>", "<i>2</i>"}).Draw(t, "html")
		n.InnerHTML = &h
		return n
	}
	for range rapid.IntRange(0, max(0, 4-depth)).Draw(t, "kids") {
		n.AppendChild(tree(t, depth+1))
	}
	return n
}

// TestPatchMakesThePageWhatWasBuilt: whatever stood there before; and nothing is touched where nothing differs.
func TestPatchMakesThePageWhatWasBuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &sheet{}
		p := patch{page: s}
		root := p.make(&vugu.VGNode{Type: vugu.ElementNode, Data: "div"})
		for range 6 {
			n := tree(t, 0)
			p.update(root, n)
			if got, want := as(root.node).String(), built(n); got != want {
				t.Fatalf("the page is\n%s\nnot\n%s", got, want)
			}
			s.touched = 0
			if p.update(root, n); s.touched > 0 {
				t.Fatalf("%d things were touched though nothing differs", s.touched)
			}
		}
	})
}

// TestPatchLeavesTheCanvasAlone: what a script has put into an element without children stays.
func TestPatchLeavesTheCanvasAlone(t *testing.T) {
	s := &sheet{}
	p := patch{page: s}
	island := func(label string) *vugu.VGNode {
		return &vugu.VGNode{Type: vugu.ElementNode, Data: "div", Attr: []vugu.VGAttribute{{Key: "data-canvas", Val: "strip"}, {Key: "aria-label", Val: label}}}
	}
	root := p.make(island("one"))
	canvas := &leaf{tag: "canvas"}
	s.append(root.node, canvas)
	p.update(root, island("two"))
	if l := as(root.node); len(l.kids) != 1 || l.kids[0] != canvas || !slices.Contains(l.attrs, "aria-label=two") {
		t.Error(l)
	}
}
