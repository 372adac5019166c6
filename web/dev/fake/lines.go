package fake

import (
	"slices"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
)

// filesView is the directory as a tree, with all files besides. Nothing is folded here.
func (l *Lab) filesView(p params) message.Files {
	v := l.files()
	v.Total, v.Found = len(v.Entries), 0
	var lines []message.FileLine
	head := -1
	for i := range v.Entries {
		f := &v.Entries[i]
		if f.Handles > 0 {
			v.Open++
		}
		if !view.Matches(f.Name, p.Filter) {
			continue
		}
		if v.Found++; head < 0 || lines[head].Base != f.Base {
			head = len(lines)
			lines = append(lines, l.headLine(p, f.Base))
		}
		if lines[head].Files++; lines[head].Open {
			lines = append(lines, message.FileLine{Kind: "file", Base: f.Base, Last: f.Base, Gone: f.Gone, File: f})
		}
	}
	v.All = len(lines)
	if p.Filter == "" {
		v.Found = 0
	}
	from, to := window(p, len(lines))
	v.From, v.Lines = from, lines[from:to]
	return v
}

func (l *Lab) headLine(p params, base int64) message.FileLine {
	line := message.FileLine{Kind: "others", Base: base, Last: base, Gone: -1, Open: true}
	if base >= 0 {
		line.Kind, line.Open = "segment", base == l.active().base || slices.Contains(p.Opened, base) || strings.TrimSpace(p.Filter) != ""
	}
	for i, s := range l.segments {
		if s.base == base && !l.Stopped {
			line.State, _, _, _ = l.state(i)
		}
	}
	line.Open = line.Open && !slices.Contains(p.Closed, base)
	return line
}
