package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"logarium/engine/codec"
	"logarium/engine/store"
)

// A lab file is Magic, a version (one byte), and parts up to one of kind 'e'. docs/labs.md describes it to strangers. A part is
//
//	kind      1 byte   'i' what it is, 'j' journal, 'b' blocks, 'r' root, 'e' end
//	checksum  4 bytes  CRC-32C of kind and packed content, big-endian
//	length    4 bytes  of the packed content, big-endian
//	packed             the content in raw DEFLATE; of 'e' the content as it is
//
// The end's content is the number of blocks (8 bytes) and the CRC-32C of all bytes before the end. Version 1 stays readable
// for ever.
const (
	Magic = "LOGARIUM"

	labVersion  = 1
	partHeader  = 1 + 4 + 4
	endContent  = 8 + 4
	blockGroup  = 512 << 10 // bytes of blocks in one part, unless one is larger
	journalPart = 256 << 10 // bytes of journal in one part
	maxPart     = 64 << 20  // bytes of content that a part may have: a block holds one piece of state, or many small ones
	maxJournal  = 64 << 20
	maxInfo     = 64 << 10
)

// Errors of a lab file, besides a *Fault.
var (
	ErrNoLab    = errors.New("this is no lab file")
	ErrNewerLab = errors.New("the lab file was made by a later version of Logarium")
)

// Info is what a lab file says of itself in words: names and values, a line each. Unknown names are kept.
type Info struct {
	Name     string // of the lab
	Program  string // version that wrote it
	Commands int    // at which the lab stands
}

func (i Info) text() string {
	return fmt.Sprintf("name=%s\nprogram=%s\ncommands=%d\n", i.Name, i.Program, i.Commands)
}

func parseInfo(text string) (i Info) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		switch name {
		case "name":
			i.Name = value
		case "program":
			i.Program = value
		case "commands":
			_, _ = fmt.Sscan(value, &i.Commands) // 0 if it is no number: it is only shown
		}
	}
	return i
}

// WriteLab writes a lab file: all blocks and the root of a lab's store, and its journal for people to read. The store must not
// change meanwhile.
func WriteLab(out io.Writer, info Info, journal string, blocks store.Blocks) error {
	w := &labWriter{out: out}
	w.write(append([]byte(Magic), labVersion))
	w.part('i', []byte(info.text()))
	for at := 0; at < len(journal); at += journalPart {
		w.part('j', []byte(journal[at:min(at+journalPart, len(journal))]))
	}
	w.blocks(blocks)
	root, err := blocks.Root()
	if w.err == nil {
		w.err = err
	}
	w.part('r', root)
	w.end()
	return w.err
}

// labWriter keeps the checksum of what it has written. After an error it writes nothing more.
type labWriter struct {
	out    io.Writer
	sum    uint32
	count  uint64 // blocks
	packed bytes.Buffer
	flate  *flate.Writer
	err    error
}

func (w *labWriter) write(b []byte) {
	if w.err == nil {
		w.sum = codec.UpdateCRC32C(w.sum, b)
		_, w.err = w.out.Write(b)
	}
}

func (w *labWriter) part(kind byte, content []byte) {
	if w.err != nil {
		return
	}
	w.packed.Reset()
	if w.flate == nil {
		w.flate, w.err = flate.NewWriter(&w.packed, flate.BestSpeed)
	} else {
		w.flate.Reset(&w.packed)
	}
	if w.err == nil {
		_, _ = w.flate.Write(content) // a Buffer takes everything
		_ = w.flate.Close()
		w.frame(kind, w.packed.Bytes())
	}
}

func (w *labWriter) frame(kind byte, packed []byte) {
	head := []byte{kind}
	head = codec.AppendUint32(head, codec.UpdateCRC32C(codec.CRC32C(head), packed))
	w.write(codec.AppendUint32(head, uint32(len(packed))))
	w.write(packed)
}

func (w *labWriter) end() {
	content := codec.AppendInt64(nil, int64(w.count))
	w.frame('e', codec.AppendUint32(content, w.sum))
}

func (w *labWriter) blocks(blocks store.Blocks) {
	ids, err := blocks.List()
	if w.err == nil {
		w.err = err
	}
	var group []byte
	const window = 16
	for len(ids) > 0 && w.err == nil {
		n := min(len(ids), window)
		var data [][]byte
		if data, w.err = blocks.Read(ids[:n]); w.err != nil {
			return
		}
		for i, d := range data {
			if len(group) > 0 && len(group)+len(d) > blockGroup {
				w.part('b', group)
				group = group[:0]
			}
			group = binary.AppendUvarint(group, ids[i])
			group = append(binary.AppendUvarint(group, uint64(len(d))), d...)
			w.count++
		}
		ids = ids[n:]
	}
	if len(group) > 0 {
		w.part('b', group)
	}
}
