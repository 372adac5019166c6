package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"logarium/engine/codec"
	"logarium/engine/store"
)

// IsLab tells by the first bytes of a file whether it is a lab file.
func IsLab(head []byte) bool { return bytes.HasPrefix(head, []byte(Magic)) }

// ReadLab reads a lab file into an empty store. The blocks come in several commits without a root, and the last one brings the
// root after everything has been checked: a store whose root is missing holds what is left of a broken import, and may be swept.
// Errors: ErrNoLab, ErrNewerLab, a *Fault, or what the store says.
func ReadLab(in io.Reader, into store.Blocks) (Info, error) {
	r := &labReader{in: in, into: into}
	if err := r.head(); err != nil {
		return Info{}, err
	}
	for !r.done {
		if err := r.next(); err != nil {
			return r.info, err
		}
	}
	return r.info, r.finish()
}

type labReader struct {
	in    io.Reader
	into  store.Blocks
	at    int64
	sum   uint32 // of what has been read
	info  Info
	chars int // of the journal
	count uint64
	last  uint64        // largest block id
	ready []store.Block // read and not committed
	bytes int           // of these
	root  []byte
	kinds [256]bool // that were there
	done  bool
}

func (r *labReader) fault(at int64, cause error) error { return &Fault{At: at, Cause: cause} }

// take reads n bytes. Room grows with what comes, so that a length that lies costs nothing.
func (r *labReader) take(n int) ([]byte, error) {
	var b bytes.Buffer
	got, err := io.CopyN(&b, r.in, int64(n))
	r.at += got
	switch {
	case err == io.EOF:
		return nil, r.fault(r.at, ErrEnd)
	case err != nil:
		return nil, err
	}
	return b.Bytes(), nil
}

func (r *labReader) head() error {
	head, err := r.take(len(Magic) + 1)
	switch {
	case errors.Is(err, ErrEnd):
		return ErrNoLab
	case err != nil:
		return err
	case !IsLab(head):
		return ErrNoLab
	case head[len(Magic)] > labVersion:
		return ErrNewerLab
	case head[len(Magic)] != labVersion:
		return r.fault(int64(len(Magic)), ErrMark)
	}
	r.sum = codec.CRC32C(head)
	return nil
}

// next reads a part and does what it says.
func (r *labReader) next() error {
	begin := r.at
	head, err := r.take(partHeader)
	if err != nil {
		return err
	}
	length := codec.Uint32(head[5:])
	if length > maxPart {
		return r.fault(begin+5, errLong)
	}
	packed, err := r.take(int(length))
	if err != nil {
		return err
	}
	if codec.UpdateCRC32C(codec.CRC32C(head[:1]), packed) != codec.Uint32(head[1:]) {
		return r.fault(begin, errSum)
	}
	if head[0] == 'e' {
		return r.end(begin, packed)
	}
	r.sum = codec.UpdateCRC32C(codec.UpdateCRC32C(r.sum, head), packed)
	content, err := inflate(packed)
	if err == nil {
		err = r.use(head[0], content)
	}
	var own *commitError
	if err != nil && !errors.As(err, &own) {
		err = r.fault(begin, err)
	}
	return err
}

// Causes of a *Fault in a lab file.
var (
	errLong  = fmt.Errorf("a part of more than %d MiB", maxPart>>20)
	errSum   = errors.New("the checksum of this part does not match")
	errTotal = errors.New("the checksum of the whole does not match: a part is missing or too many")
	errOrder = errors.New("a part is missing, twice, or in the wrong place")
	errBlock = errors.New("a block does not make sense")
	errTrail = errors.New("there is more behind the end")
)

// commitError is what the store said: not the file's fault.
type commitError struct{ error }

func (c *commitError) Unwrap() error { return c.error }

// inflate unpacks at most maxPart bytes.
func inflate(packed []byte) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPart+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w (%v)", ErrDeflate, err)
	case len(content) > maxPart:
		return nil, errLong
	}
	return content, nil
}

func (r *labReader) use(kind byte, content []byte) error {
	first := !r.kinds[kind]
	r.kinds[kind] = true
	switch {
	case kind == 'i' && first && len(content) <= maxInfo:
		r.info = parseInfo(string(content))
	case kind == 'j' && r.kinds['i'] && !r.kinds['b'] && !r.kinds['r']:
		if r.chars += len(content); r.chars > maxJournal {
			return errLong
		}
	case kind == 'b' && r.kinds['i'] && !r.kinds['r']:
		return r.blocks(content)
	case kind == 'r' && first && r.kinds['i'] && len(content) > 0:
		r.root = content
	default:
		return errOrder
	}
	return nil
}

// blocks takes a group of blocks; their ids ascend.
func (r *labReader) blocks(content []byte) error {
	for len(content) > 0 {
		id, n := binary.Uvarint(content)
		if n <= 0 || id <= r.last {
			return errBlock
		}
		content = content[n:]
		length, n := binary.Uvarint(content)
		if n <= 0 || length > uint64(len(content)-n) {
			return errBlock
		}
		r.ready = append(r.ready, store.Block{ID: id, Data: content[n : n+int(length) : n+int(length)]})
		content = content[n+int(length):]
		r.bytes += int(length)
		r.last = id
		r.count++
	}
	const most = 4 << 20
	if r.bytes < most {
		return nil
	}
	return r.commit(nil)
}

func (r *labReader) commit(root []byte) error {
	if err := r.into.Commit(r.ready, root); err != nil {
		return &commitError{err}
	}
	r.ready, r.bytes = nil, 0
	return nil
}

// end holds the end part against what was read.
func (r *labReader) end(begin int64, content []byte) error {
	r.done = true
	switch {
	case len(content) != endContent || !r.kinds['i'] || !r.kinds['r']:
		return r.fault(begin, errOrder)
	case uint64(codec.Int64(content)) != r.count || codec.Uint32(content[8:]) != r.sum:
		return r.fault(begin, errTotal)
	}
	return nil
}

// finish makes the import valid.
func (r *labReader) finish() error {
	var one [1]byte
	switch n, err := io.ReadFull(r.in, one[:]); {
	case n > 0:
		return r.fault(r.at, errTrail)
	case err != io.EOF:
		return err
	}
	return r.commit(r.root)
}
