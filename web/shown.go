package web

import (
	"strconv"
	"strings"

	"logarium/web/view"
)

// What the screen shows, as the words of a link: "tool=why panel=log part=orders-0 broker=1 file=/tmp/… item=4118-4646". A link
// without them, or of a later screen with other ones, shows the lab alone. Colours and language are the reader's own.

// toShow is what a link wants to be shown, until the machine has said enough to show it.
type toShow struct {
	on     bool
	part   string
	broker int32
	file   string
	item   [2]int64
	bytes  [2]int64
}

// shownWords writes what is shown.
func (a *App) shownWords() string {
	words := []string{"tool=" + a.UI.Tool, "axis=" + a.UI.Axis}
	words = append(words, a.momentWords()...)
	if a.UI.DrawerOpen {
		words = append(words, "panel="+a.UI.Drawer)
	}
	if a.Sel.Partition != "" {
		words = append(words, "part="+escape(a.Sel.Partition), "broker="+strconv.Itoa(int(a.Sel.Broker)))
	}
	if a.Sel.Path != "" {
		words = append(words, "file="+escape(a.Sel.Path))
	}
	if a.Sel.From >= 0 {
		words = append(words, "item="+view.Key(a.Sel.From, a.Sel.To))
	}
	if a.Sel.Bytes[0] >= 0 {
		words = append(words, "bytes="+view.Key(a.Sel.Bytes[0], a.Sel.Bytes[1]))
	}
	return strings.Join(words, " ")
}

func escape(s string) string   { return strings.NewReplacer("%", "%25", " ", "%20").Replace(s) }
func unescape(s string) string { return strings.NewReplacer("%20", " ", "%25", "%").Replace(s) }

// Show shows what the words of a link say, as soon as it is there. It may be called at any time.
func (a *App) Show(words string) {
	a.host.Post(func() {
		a.toShow = toShow{on: words != "", item: [2]int64{-1, -1}, bytes: [2]int64{-1, -1}}
		for _, w := range strings.Fields(words) {
			key, value, _ := strings.Cut(w, "=")
			a.want(key, unescape(value))
		}
		a.fulfil()
		a.host.Frame()
	})
}

func (a *App) want(key, value string) {
	w := &a.toShow
	switch key {
	case "tool":
		for _, t := range tools() {
			if t.Name == value {
				a.UI.Tool, a.UI.ToolTop = value, 0
			}
		}
	case "panel":
		if value == "console" || value == "log" || value == "events" || value == "journal" {
			a.UI.Drawer, a.UI.DrawerOpen, a.UI.panelChosen = value, true, true
		}
	case "moments":
		if from, to, ok := view.ParseKey(value); ok && from >= 0 && to >= from {
			a.compare(int(from), int(to))
		}
	case "axis":
		if value == "bytes" || value == "offsets" || value == "time" {
			a.UI.Axis = value
		}
	case "part":
		w.part = value
	case "broker":
		n, _ := strconv.Atoi(value)
		w.broker = int32(n)
	case "file":
		w.file = value
	case "item":
		w.item = keyOr(value, w.item)
	case "bytes":
		w.bytes = keyOr(value, w.bytes)
	}
}

func keyOr(s string, other [2]int64) [2]int64 {
	if from, to, ok := view.ParseKey(s); ok {
		return [2]int64{from, to}
	}
	return other
}

// fulfil does what can be done of a wish with what the machine has said so far. It is called after each answer.
func (a *App) fulfil() {
	w := &a.toShow
	switch {
	case !w.on || len(a.Cluster.Brokers) == 0:
	case w.part != "" && (a.Sel.Partition != w.part || a.Sel.Broker != w.broker):
		if s := a.replica(w.part, w.broker); s != nil {
			a.SelectPartition(*s)
		} else if a.upToDate("cluster") && !a.making() {
			w.on = false
		}
	case w.file == "" || !a.upToDate("files") || !a.upToDate("segments"):
		w.on = w.file != ""
	default:
		w.on = false
		a.fulfilFile()
	}
}

func (a *App) fulfilFile() {
	w, f := &a.toShow, a.fileAt(a.toShow.file)
	if f == nil || f.Dir {
		return
	}
	a.openFile(f)
	if w.item[0] >= 0 {
		a.item(w.item[0], w.item[1], -1)
	}
	if w.bytes[0] >= 0 {
		a.Sel.Bytes, a.Sel.Cursor = w.bytes, w.bytes[0]
		a.reveal(w.bytes[0])
	}
	a.showInStrip()
}

// replica is the selection of a partition on a broker, nil if it is not there.
func (a *App) replica(part string, broker int32) *Selection {
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				if b.ID == broker && p.Name == part {
					return &Selection{Partition: part, Broker: broker, Dir: d.Path, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
				}
			}
		}
	}
	return nil
}
