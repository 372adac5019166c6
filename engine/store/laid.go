package store

import (
	"encoding/binary"
	"fmt"
	"io"
	"sort"
)

// FirstLaid is the id from which the blocks of laid files are numbered: no lab gets that far by itself.
const FirstLaid = 1 << 48

// Laid is a Blocks beside which files lie that were there before: each 32 KiB of a file are a block that is read when it is
// needed, and never written. A disk can have such files for its own (disk.Lay) without anybody reading them first.
type Laid struct {
	Blocks
	files []laidFile
	next  uint64
}

type laidFile struct {
	first uint64
	size  int64
	src   io.ReaderAt
}

// NewLaid returns a Laid over a Blocks that holds everything else.
func NewLaid(rest Blocks) *Laid { return &Laid{Blocks: rest, next: FirstLaid} }

// Add takes a file of size bytes, and returns the id of its first block; the others follow.
func (l *Laid) Add(src io.ReaderAt, size int64) (first uint64) {
	first = l.next
	l.files = append(l.files, laidFile{first, size, src})
	l.next += uint64((size + BlockSize - 1) / BlockSize)
	return first
}

// Read reads blocks that follow each other in a file at once.
func (l *Laid) Read(ids []uint64) (out [][]byte, err error) {
	for len(ids) > 0 {
		n := 1
		var part [][]byte
		if ids[0] < FirstLaid {
			for n < len(ids) && ids[n] < FirstLaid {
				n++
			}
			part, err = l.Blocks.Read(ids[:n])
		} else {
			for n < len(ids) && ids[n] == ids[0]+uint64(n) {
				n++
			}
			part, err = l.run(ids[0], n)
			n = len(part)
		}
		if err != nil {
			return nil, err
		}
		out, ids = append(out, part...), ids[n:]
	}
	return out, nil
}

// Whole are the same blocks, the laid ones listed with the others: who copies all of them has a store that does without the files.
func (l *Laid) Whole() Blocks { return whole{l} }

type whole struct{ *Laid }

func (w whole) List() ([]uint64, error) {
	ids, err := w.Laid.List()
	for id := uint64(FirstLaid); id < w.next; id++ {
		ids = append(ids, id)
	}
	return ids, err
}

// run reads up to n blocks from one on, as far as their file goes.
func (l *Laid) run(id uint64, n int) ([][]byte, error) {
	i := sort.Search(len(l.files), func(i int) bool { return l.files[i].first > id }) - 1
	if i < 0 {
		return nil, fmt.Errorf("read block %d: %w", id, ErrNoBlock)
	}
	f := l.files[i]
	at := int64(id-f.first) * BlockSize
	if at >= f.size {
		return nil, fmt.Errorf("read block %d: %w", id, ErrNoBlock)
	}
	data := make([]byte, min(int64(n)*BlockSize, f.size-at))
	if got, err := f.src.ReadAt(data, at); got < len(data) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("read byte %d: %w", at+int64(got), err)
	}
	var out [][]byte
	for len(data) > 0 {
		b := data[:min(BlockSize, len(data))]
		data = data[len(b):]
		out = append(out, append(binary.BigEndian.AppendUint32(make([]byte, 0, blockHeader+len(b)), checksum(b)), b...))
	}
	return out, nil
}

// Lay makes p page number n of a laid file of size bytes whose first block is known.
func (s *Store) Lay(p *Page, first uint64, n, size int64) {
	const pages = BlockSize / PageSize
	*p = Page{piece: Piece{in: s, ref: Ref{
		Block: first + uint64(n/pages), Off: uint32(blockHeader + n%pages*PageSize), Len: uint32(min(PageSize, size-n*PageSize)),
	}}}
}
