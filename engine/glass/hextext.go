package glass

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"logarium/engine/message"
)

const (
	bytesPerRow = 8
	maxRows     = 4 // of one field
)

// WriteHex prints a window of a file as annotated bytes, one field a line: where it stands, its bytes, its name and
// what it means.
func WriteHex(out io.Writer, files Files, file string, w Window) error {
	fields, err := Fields(files, file, w)
	if err != nil {
		return err
	}
	f, err := files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	p := &printer{out: bufio.NewWriter(out), file: f, width: len(fmt.Sprintf("%x", f.Size()))}
	fmt.Fprintf(p.out, "%s: %s, %s", file, fields.Kind, count(f.Size(), "byte"))
	if fields.Total >= 0 {
		fmt.Fprintf(p.out, ", %s", count(int64(fields.Total), itemName(fields.Kind)))
	}
	fmt.Fprintln(p.out)
	for i := range fields.Items {
		p.field(&fields.Items[i], 0)
	}
	if p.err != nil {
		return p.err
	}
	return p.out.Flush()
}

func itemName(kind string) string {
	switch kind {
	case KindLog:
		return "batch"
	case KindIndex, KindTimeIndex, KindTxnIndex:
		return "entry"
	case KindSnapshot:
		return "producer"
	case KindOther:
		return "part"
	}
	return "line"
}

// printer writes fields with their bytes.
type printer struct {
	out   *bufio.Writer
	file  File
	width int // of a position, in hexadecimal digits
	err   error
}

func (p *printer) field(f *message.Field, depth int) {
	indent := strings.Repeat("  ", depth)
	words := words3(f)
	switch {
	case f.End == f.Start: // inside compressed bytes
		p.line(strings.Repeat(" ", p.width), nil, indent+words)
	case len(f.Children) > 0 && f.Children[0].End > f.Children[0].Start:
		p.row(f.Start, nil, indent+words)
	default:
		p.leaf(f, indent+words)
	}
	for i := range f.Children {
		p.field(&f.Children[i], depth+1)
	}
	if f.More > 0 {
		p.row(f.End, nil, indent+"  … "+count(int64(f.More), "more record"))
	}
}

// words3 is name, value and note of a field, and where it leads.
func words3(f *message.Field) string {
	s := f.Name
	if f.Number >= 0 {
		s += " " + itoa(f.Number)
	}
	s = fmt.Sprintf("%-20s %s", s, f.Value)
	if f.Raw != "" && f.Raw != f.Value {
		s += " (" + f.Raw + ")"
	}
	if f.Note != "" {
		s += "; " + f.Note
	}
	if f.Link != nil {
		s += fmt.Sprintf(" → %s @%d: %s", f.Link.Path[strings.LastIndexByte(f.Link.Path, '/')+1:], f.Link.Offset, f.Link.Text)
	}
	if f.Bad {
		s += " !"
	}
	return strings.TrimRight(s, " ")
}

// leaf prints a field's bytes, eight in a row, the words beside the first row.
func (p *printer) leaf(f *message.Field, words string) {
	for row := 0; ; row++ {
		at := f.Start + int64(row*bytesPerRow)
		switch {
		case at >= f.End:
			return
		case row == maxRows:
			p.row(at, nil, "… "+count(f.End-at, "more byte"))
			return
		}
		b := make([]byte, min(bytesPerRow, f.End-at))
		if err := readFull(p.file, b, at); err != nil && p.err == nil {
			p.err = err
			return
		}
		p.row(at, b, words)
		words = ""
	}
}

func (p *printer) row(at int64, b []byte, words string) {
	p.line(fmt.Sprintf("%0*x", p.width, at), b, words)
}

func (p *printer) line(at string, b []byte, words string) {
	line := fmt.Sprintf("%s  %-*s  %s", at, 3*bytesPerRow-1, fmt.Sprintf("% x", b), words)
	fmt.Fprintln(p.out, strings.TrimRight(line, " "))
}
