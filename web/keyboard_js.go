package web

import sjs "syscall/js"

// pressed hands a key to what has the focus, then to the screen's map.
func (s *screen) pressed(e sjs.Value) {
	s.taken = false
	if e.Get("isComposing").Truthy() {
		return
	}
	k := s.key(e)
	used := false
	switch {
	case k.Key == "F6":
		used = s.panel(k.Shift)
	case s.gripKey(k), s.rowKey(k), s.leave(k):
		used = true
	default:
		used = s.app.Press(k)
	}
	if s.taken = used; used {
		e.Call("preventDefault")
	}
}

// character keeps the character of a key that the screen has taken out of the field that has got the focus meanwhile: a frame may
// lie between the two events.
func (s *screen) character(e sjs.Value) {
	if s.taken {
		e.Call("preventDefault")
	}
}

func (s *screen) key(e sjs.Value) Key {
	k := Key{Key: e.Get("key").String(), Ctrl: e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(), Shift: e.Get("shiftKey").Bool(), Alt: e.Get("altKey").Bool()}
	el := s.document.Get("activeElement")
	if !el.Truthy() {
		return k
	}
	if part := el.Call("closest", "[data-part]"); part.Truthy() {
		k.Where = part.Get("dataset").Get("part").String()
	}
	if in := el.Get("dataset").Get("in"); in.Type() == sjs.TypeString {
		k.Field = in.String()
	}
	k.Text = el.Call("matches", "input:not([type=checkbox]), textarea, select").Bool()
	k.Control = el.Call("matches", "button, a, input, [data-act]").Bool()
	return k
}

// rowKey moves the focus between the rows of a tree or list and the tabs of a row of tabs, and lets Enter and Space act on a row.
func (s *screen) rowKey(k Key) bool {
	el := s.document.Get("activeElement")
	if !el.Truthy() || k.Ctrl || k.Alt {
		return false
	}
	role := el.Call("getAttribute", "role")
	if role.Type() != sjs.TypeString {
		return false
	}
	switch role.String() {
	case "treeitem", "row":
		switch k.Key {
		case "ArrowDown":
			return s.focusNear(el, "nextElementSibling", "[data-act]")
		case "ArrowUp":
			return s.focusNear(el, "previousElementSibling", "[data-act]")
		case "Enter", " ":
			el.Call("click")
			return true
		}
		return s.pageKey(el.Call("closest", ".scroll"), k.Key)
	case "tree", "treegrid":
		if k.Key == "ArrowDown" {
			return s.focusNear(el.Get("firstElementChild"), "nextElementSibling", "[data-act]")
		}
		return s.pageKey(el, k.Key)
	case "radio":
		switch k.Key {
		case "ArrowDown":
			return s.focusNear(el, "nextElementSibling", "[data-act]")
		case "ArrowUp":
			return s.focusNear(el, "previousElementSibling", "[data-act]")
		}
	case "tab":
		switch k.Key {
		case "ArrowRight":
			return s.tab(el, "nextElementSibling")
		case "ArrowLeft":
			return s.tab(el, "previousElementSibling")
		}
	}
	return false
}

func (s *screen) focusNear(el sjs.Value, way, want string) bool {
	for el = el.Get(way); el.Truthy(); el = el.Get(way) {
		if el.Call("matches", want).Bool() {
			s.row = el.Get("dataset").Get("act").String()
			s.paged = paging{row: el, all: el.Get("parentNode")}
			el.Call("focus")
			return true
		}
	}
	return true
}

// paging is a windowed list that a key has scrolled, until the focus has followed to its edge; and the row that has the focus, which
// a render may take out of the page while the rows around it are on their way.
type paging struct {
	list     sjs.Value
	down     bool
	row, all sjs.Value
}

// pageKey scrolls a windowed list to one of its ends, or by most of what is in view. The focus goes to the row that is then at that
// edge, as soon as it is in the page.
func (s *screen) pageKey(list sjs.Value, key string) bool {
	by := map[string]float64{"Home": -1e9, "End": 1e9, "PageUp": -.8, "PageDown": .8}[key]
	if by == 0 || !list.Truthy() {
		return false
	}
	if by > -1 && by < 1 {
		by *= list.Get("clientHeight").Float()
	}
	s.paged, s.row = paging{list: list, down: by > 0}, ""
	list.Set("scrollTop", list.Get("scrollTop").Float()+by)
	s.followPage()
	return true
}

// followPage moves the focus to the last row that is wholly in view, or to the first, if the list's window reaches that far.
func (s *screen) followPage() {
	list, down := s.paged.list, s.paged.down
	if !list.Truthy() {
		return
	}
	side, outer := "top", 0
	rows, spaces := list.Call("querySelectorAll", "[data-act]"), list.Call("querySelectorAll", ".sp")
	if down {
		side, outer = "bottom", spaces.Length()-1
	}
	box, found := list.Call("getBoundingClientRect"), sjs.Null()
	for i := range rows.Length() {
		r := rows.Index(i).Call("getBoundingClientRect")
		if r.Get("top").Float() > box.Get("top").Float()-2 && r.Get("bottom").Float() < box.Get("bottom").Float()+2 && (down || !found.Truthy()) {
			found = rows.Index(i)
		}
	}
	if !found.Truthy() {
		return
	}
	gap := found.Call("getBoundingClientRect").Get(side).Float() - box.Get(side).Float()
	if tall := 1.5 * found.Get("offsetHeight").Float(); gap > -tall && gap < tall || spaces.Index(outer).Get("offsetHeight").Float() < 1 {
		s.paged, s.row = paging{}, found.Get("dataset").Get("act").String()
		s.focusRow(found)
	}
}

// followRow keeps the focus on its row of a windowed list: when the list was scrolled, the element shows another row.
func (s *screen) followRow() {
	s.followPage()
	if s.row == "" {
		return
	}
	el := s.document.Get("activeElement")
	taken := s.paged.row.Truthy() && !s.paged.row.Get("isConnected").Bool() && (!el.Truthy() || el.Equal(s.document.Get("body"))) // nobody has put the focus elsewhere
	if !taken && (!el.Truthy() || !el.Call("matches", "[role=treeitem], [role=row]").Bool()) {
		s.row = ""
		return
	} else if !taken && el.Get("dataset").Get("act").String() == s.row {
		return
	}
	rows := s.paged.all
	if !rows.Truthy() {
		rows = el.Get("parentNode")
	}
	for rows, i := rows.Get("children"), 0; i < rows.Length(); i++ {
		if row := rows.Index(i); row.Get("dataset").Get("act").Equal(sjs.ValueOf(s.row)) {
			s.focusRow(row)
			return
		}
	}
}

// focusRow moves the focus to a row where it is.
func (s *screen) focusRow(row sjs.Value) {
	s.paged.row, s.paged.all = row, row.Get("parentNode")
	row.Call("focus", map[string]any{"preventScroll": true})
}

func (s *screen) tab(el sjs.Value, way string) bool {
	if next := el.Get(way); next.Truthy() {
		next.Call("focus")
		next.Call("click")
	}
	return true
}

// panel moves the focus to the next panel; from the last one the browser takes the key.
func (s *screen) panel(back bool) bool {
	stops := []string{"rail", "tree-list", "files-scroll", "strip", "hex", "fields-scroll", "tool-panel", "drawer-panel"}
	at := -1
	active := s.document.Get("activeElement")
	for i, id := range stops {
		if el := s.byID(id); el.Truthy() && active.Truthy() && el.Call("contains", active).Bool() {
			at = i
		}
	}
	by := 1
	if back {
		if by = -1; at < 0 {
			at = len(stops)
		}
	}
	for at += by; at >= 0 && at < len(stops); at += by {
		if el := s.byID(stops[at]); el.Truthy() && el.Get("offsetParent").Truthy() { // the layout may hide it
			el.Call("focus")
			return true
		}
	}
	return false
}
