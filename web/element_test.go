package web

import (
	"testing"

	"github.com/vugu/vugu"
)

func TestElement(t *testing.T) {
	parent := &vugu.VGNode{}
	p := element(parent, "p", "class=note bad\nid=a=b\ntitle=")
	if p.Data != "p" || p.Namespace != "" || len(p.Attr) != 3 || p.Attr[1] != (vugu.VGAttribute{Key: "id", Val: "a=b"}) ||
		p.Attr[2] != (vugu.VGAttribute{Key: "title"}) {
		t.Errorf("element is %+v", p)
	}
	svg := element(parent, "svg:path", "")
	if svg.Data != "path" || svg.Namespace != "svg" || svg.Attr != nil {
		t.Errorf("element with a namespace is %+v", svg)
	}
	text(parent, "x")
	if parent.FirstChild != p || p.NextSibling != svg || parent.LastChild.Data != "x" || parent.LastChild.Type != vugu.TextNode {
		t.Error("children are not in order")
	}
	property(p, "value", "a\"b")
	if len(p.Prop) != 1 || p.Prop[0].Key != "value" || string(p.Prop[0].JSONVal) != `"a\"b"` {
		t.Errorf("property is %+v", p.Prop)
	}
}
