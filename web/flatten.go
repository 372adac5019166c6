package web

import (
	"strings"

	"github.com/vugu/vugu"
)

// flatten prepares what a component built for the page; what other components in it build is prepared with those.
//
// Content that is only text becomes a text node: as innerHTML it would replace nodes and invalidate layout at every change. An element
// without children gets an empty text node, which tells it from the canvas islands: what scripts have put into those stays.
func flatten(nodes []*vugu.VGNode) {
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&")
	for _, n := range nodes {
		flattenNode(n, plain)
	}
}

func flattenNode(n *vugu.VGNode, plain *strings.Replacer) {
	switch {
	case n.Component != nil:
	case n.FirstChild != nil:
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			flattenNode(c, plain)
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
