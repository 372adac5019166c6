package shell

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
)

// maxHex is how much hexdump and hex read of a file at once.
const maxHex = 1 << 20

// largestNumber is the largest that number reads.
const largestNumber = 1 << 62

// number reads bytes as these tools do: decimal, 0x for hexadecimal, k and m for KiB and MiB.
func number(s string) (int64, error) {
	unit := int64(1)
	switch {
	case strings.HasPrefix(s, "0x"):
	case strings.HasSuffix(s, "k"), strings.HasSuffix(s, "K"):
		s, unit = s[:len(s)-1], 1<<10
	case strings.HasSuffix(s, "m"), strings.HasSuffix(s, "M"):
		s, unit = s[:len(s)-1], 1<<20
	case strings.HasSuffix(s, "g"), strings.HasSuffix(s, "G"):
		s, unit = s[:len(s)-1], 1<<30
	}
	base := 10
	if rest, ok := strings.CutPrefix(s, "0x"); ok {
		s, base = rest, 16
	}
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil || n < 0 || n > largestNumber/unit {
		return 0, strconv.ErrRange
	}
	return n * unit, nil
}

// pages reads a size of what consists of pages.
func pages(s string) (int64, error) {
	n, err := number(s)
	if err != nil || n < disk.PageSize {
		return 0, fmt.Errorf("%s is not a number of bytes from %d, one page, to %d", s, disk.PageSize, int64(largestNumber))
	}
	return n, nil
}

// window is the part of a file that the options ask for.
func (c *Call) window(o *Options) (skip, length int64, exit int) {
	skip, err := number(o.Get("skip", "0"))
	if err != nil {
		return 0, 0, c.Fail("%s: bad skip value", o.Get("skip", ""))
	}
	if length, err = number(o.Get("length", "64k")); err != nil {
		return 0, 0, c.Fail("%s: bad length value", o.Get("length", ""))
	}
	if length > maxHex {
		return 0, 0, c.Fail("at most %d bytes at once; -s goes on", maxHex)
	}
	return skip, length, 0
}

func hexdump(c *Call) int {
	o, ok := c.unixOptions(hexdumpOptions)
	if !ok {
		return 1
	}
	skip, length, exit := c.window(o)
	if exit != 0 {
		return exit
	}
	if len(o.Rest) != 1 && !(len(o.Rest) == 0 && c.HasIn) {
		return c.Fail("name one file")
	}
	if len(o.Rest) == 0 {
		from := min(skip, int64(len(c.In)))
		hexLines(&c.Out, []byte(c.In[from:min(from+length, int64(len(c.In)))]), from, o.Has("no-squeezing"))
		return 0
	}
	data, rest, err := c.bytesOf(o.Rest[0], skip, length)
	if err != nil {
		return c.Fail("%s: %s", o.Rest[0], reason(err))
	}
	hexLines(&c.Out, data, skip, o.Has("no-squeezing"))
	if rest > 0 && !o.Has("length") {
		fmt.Fprintf(&c.Err, "hexdump: %d more bytes; -s %d goes on\n", rest, skip+int64(len(data)))
	}
	return 0
}

// bytesOf reads a part of a file, and says how much comes behind it.
func (c *Call) bytesOf(name string, skip, length int64) (data []byte, rest int64, err error) {
	h, err := c.Disk().Open(c.Path(name))
	if err != nil {
		return nil, 0, err
	}
	defer c.Disk().Close(h)
	size := c.Disk().Size(h)
	data = make([]byte, max(0, min(length, size-skip)))
	if len(data) == 0 {
		return nil, 0, nil
	}
	if _, err = c.Disk().ReadAt(h, data, skip); err == io.EOF {
		err = nil
	}
	return data, size - skip - int64(len(data)), err
}

// hexLines prints sixteen bytes a line, and `*` for full lines equal to the one before.
func hexLines(w io.Writer, data []byte, at int64, all bool) {
	if len(data) == 0 {
		return
	}
	previous, starred := "", false
	for i := 0; i < len(data); i += 16 {
		row := data[i:min(i+16, len(data))]
		if string(row) == previous && !all {
			if !starred {
				fmt.Fprintln(w, "*")
			}
			starred = true
			continue
		}
		previous, starred = string(row), false
		fmt.Fprintf(w, "%08x  %-49s |%s|\n", at+int64(i), hexRow(row), printable(row))
	}
	fmt.Fprintf(w, "%08x\n", at+int64(len(data)))
}

func hexRow(row []byte) string {
	var b strings.Builder
	for i, c := range row {
		if i == 8 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%02x ", c)
	}
	return strings.TrimRight(b.String(), " ")
}

func printable(row []byte) string {
	out := make([]byte, len(row))
	for i, c := range row {
		out[i] = c
		if c < ' ' || c > '~' {
			out[i] = '.'
		}
	}
	return string(out)
}

var hexOptions = []Option{
	{Name: "length", Short: 'n', Arg: "LENGTH", Doc: "at most this many bytes; 64 KiB if not given"},
	{Name: "skip", Short: 's', Arg: "SKIP", Doc: "start at this byte, also as 0x40"},
}

// hexCommand prints bytes with the names of the fields that they belong to.
func hexCommand(c *Call) int {
	o, ok := c.unixOptions(hexOptions)
	if !ok {
		return 1
	}
	skip, length, exit := c.window(o)
	if exit != 0 {
		return exit
	}
	if len(o.Rest) != 1 {
		return c.Fail("name one file")
	}
	name := c.Path(o.Rest[0])
	info, err := c.Disk().Stat(name)
	switch {
	case err != nil:
		return c.Fail("%s: %s", o.Rest[0], reason(err))
	case info.Dir:
		return c.Fail("%s: Is a directory", o.Rest[0])
	}
	if err := glass.WriteHex(&c.Out, glass.OnDisk(c.Disk()), name, glass.Window{Offset: skip, Length: max(length, 1), Records: 1 << 20}); err != nil {
		return c.Fail("%s: %s", o.Rest[0], reason(err))
	}
	return 0
}
