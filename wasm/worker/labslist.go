package worker

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"logarium/engine/message"
)

// labs is the view "labs".
func (w *Worker) labs() (message.Labs, error) {
	v := message.Labs{Open: w.name, Labs: []message.StoredLab{}, Own: w.own}
	if w.host.Shelf == nil {
		return v, nil
	}
	list, err := w.host.Shelf.List()
	for _, l := range list {
		l.Here, l.Link = l.Name == w.name, strings.HasPrefix(l.Name, linkLab)
		l.Lesson = strings.HasPrefix(l.Name, lessonLab)
		if l.Here && w.lab != nil {
			now := w.noteOf(w.lab)
			_ = json.Unmarshal(now, &l) // it was marshalled here
			l.Busy = false
		}
		v.Labs = append(v.Labs, l)
	}
	v.Usage, v.Quota, v.Persisted = w.host.Shelf.Room()
	return v, err
}

// noteOf is what the storage remembers of a lab for the list.
func (w *Worker) noteOf(of Lab) []byte {
	if w.host.Shelf == nil {
		return nil
	}
	view, err := of.View("lab", nil)
	l, _ := view.(message.Lab)
	if err != nil {
		return nil
	}
	data, _ := json.Marshal(map[string]int64{"commands": int64(l.Position), "bytes": l.Bytes, "saved": w.host.Shelf.Time()}) // numbers always marshal
	return data
}

// list is the text of `lab list`.
func (w *Worker) list() (string, error) {
	v, err := w.labs()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, l := range v.Labs {
		mark := " "
		switch {
		case l.Here:
			mark = "*"
		case l.Busy:
			mark = "!"
		}
		saved := ""
		if l.Saved > 0 {
			saved = time.UnixMilli(l.Saved).UTC().Format("2006-01-02 15:04")
		}
		fmt.Fprintf(&b, "%s %-24s %6d commands %9d kB  %s\n", mark, l.Name, l.Commands, l.Bytes/1000, saved)
	}
	if v.Own != nil {
		fmt.Fprintf(&b, "* %s, %d files, %d kB of your own, read only\n", v.Own.Name, v.Own.Files, v.Own.Bytes/1000)
	}
	if v.Quota > 0 {
		fmt.Fprintf(&b, "%d of %d MB of the browser's storage\n", v.Usage/1_000_000, v.Quota/1_000_000)
	}
	return b.String(), nil
}
