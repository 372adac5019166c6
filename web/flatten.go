package web

import (
	"strings"

	"github.com/vugu/vugu"
)

// flatten prepares what the components built for the renderer.
//
// Content that is only text becomes a text node: as innerHTML it would replace nodes and invalidate layout at every render, even
// where nothing changed. An element without children gets an empty text node, since the renderer leaves the children of such an
// element alone: where a list became shorter they would be those of another element. The canvas islands keep theirs for that reason.
func flatten(r *vugu.BuildResults) {
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&")
	for _, n := range r.Out.Out {
		flattenNode(r, n, plain)
	}
}

func flattenNode(r *vugu.BuildResults, n *vugu.VGNode, plain *strings.Replacer) {
	switch {
	case n.Component != nil:
		if out := r.ResultFor(n.Component); out != nil {
			for _, c := range out.Out {
				flattenNode(r, c, plain)
			}
		}
	case n.FirstChild != nil:
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			flattenNode(r, c, plain)
		}
	case n.Type != vugu.ElementNode || n.IsTemplate() || childless(n):
	case n.InnerHTML == nil:
		n.AppendChild(&vugu.VGNode{Type: vugu.TextNode})
	case !strings.Contains(*n.InnerHTML, "<"):
		n.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: plain.Replace(*n.InnerHTML)})
		n.InnerHTML = nil
	}
}

// childless reports whether an element never has children of its own: void elements, and islands.
func childless(n *vugu.VGNode) bool {
	switch n.Data {
	case "input", "br", "img", "hr", "wbr":
		return true
	}
	for _, a := range n.Attr {
		if a.Key == "data-canvas" {
			return true
		}
	}
	return false
}
