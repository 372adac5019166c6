package conform

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"logarium/engine/codec"
	"logarium/engine/record"
)

// mutator damages files in memory.
type mutator struct {
	r          *rand.Rand
	files      map[string][]byte
	dirs       map[string]bool
	careful    bool
	compressed bool
	said       []string
}

func (m *mutator) say(format string, args ...any) {
	m.said = append(m.said, fmt.Sprintf(format, args...))
}

// file draws one, .log files most often; "" if there is none.
func (m *mutator) file() string {
	names := sortedKeys(m.files)
	if logs := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return path.Ext(n) != ".log" }); len(logs) > 0 && m.r.IntN(3) == 0 {
		names = logs
	}
	if len(names) == 0 {
		return ""
	}
	return names[m.r.IntN(len(names))]
}

// damage does one thing to one file, or to two.
func (m *mutator) damage() {
	name := m.file()
	if name == "" {
		return
	}
	ways := []func(string){m.truncate, m.flip, m.flip, m.flip, m.remove, m.rename, m.rename, m.grow, m.exchange, m.zero, m.number, m.number, m.forge, m.forge, m.double, m.directory}
	ways[m.r.IntN(len(ways))](name)
}

// inner says that bytes of a file must not be touched from there on: a batch's compressed records.
func (m *mutator) inner(name string, at int) bool {
	return m.careful && m.compressed && strings.Contains(name, ".log") && at >= 0
}

func (m *mutator) truncate(name string) {
	n := m.r.IntN(len(m.files[name]) + 1)
	m.say("%s cut at %d", name, n)
	m.files[name] = m.files[name][:n]
}

func (m *mutator) flip(name string) {
	b := slices.Clone(m.files[name])
	if len(b) == 0 || m.inner(name, 0) {
		return
	}
	for range 1 + m.r.IntN(3) {
		at := m.r.IntN(len(b))
		b[at] ^= byte(1 + m.r.IntN(255))
		m.say("%s flipped at %d", name, at)
	}
	m.files[name] = b
}

func (m *mutator) remove(name string) {
	m.say("%s deleted", name)
	delete(m.files, name)
}

// rename gives a file another ending, another offset, or a name that means nothing.
func (m *mutator) rename(name string) {
	stem, ext, _ := strings.Cut(name, ".")
	to := ""
	switch m.r.IntN(4) {
	case 0:
		to = name + pick(m.r, ".swap", ".cleaned", ".deleted")
	case 1:
		to = fmt.Sprintf("%020d.%s", max(0, m.offset()+int64(m.r.IntN(5))-2), ext)
	case 2:
		to = stem + pick(m.r, ".log", ".index", ".timeindex", ".txnindex", ".snapshot", ".swap", ".log.swap", ".index.swap", ".log.cleaned", "")
	default:
		to = pick(m.r, "x.log", "log", "-1.log", "5.log", "007.index", "99999999999999999999.log", "9223372036854775807.index", "leader-epoch-checkpoint", "partition.metadata", "x.swap", "00000000000000000003-abc.snapshot", "\u00e4.index")
	}
	if m.dirs[to] || to == "" || m.careful && to[0] == '-' {
		return
	}
	m.say("%s renamed to %s", name, to)
	b := m.files[name]
	delete(m.files, name)
	m.files[to] = b
}

// grow appends zeros, noise, or what stands in the file already.
func (m *mutator) grow(name string) {
	var more []byte
	switch m.r.IntN(3) {
	case 0:
		more = make([]byte, 1+m.r.IntN(5000))
	case 1:
		for range 1 + m.r.IntN(100) {
			more = append(more, byte(m.r.IntN(256)))
		}
	default:
		more = m.files[name]
	}
	m.say("%s grown by %d", name, len(more))
	m.files[name] = append(slices.Clone(m.files[name]), more...)
}

// exchange swaps the contents of two files.
func (m *mutator) exchange(name string) {
	other := m.file()
	m.say("%s exchanged with %s", name, other)
	m.files[name], m.files[other] = m.files[other], m.files[name]
}

// zero overwrites a stretch, as a lost page is; of compressed batches whole ones, to the end.
func (m *mutator) zero(name string) {
	b := slices.Clone(m.files[name])
	if len(b) == 0 {
		return
	}
	from := m.r.IntN(len(b))
	to := min(len(b), from+1+m.r.IntN(600))
	if m.r.IntN(2) == 0 || m.inner(name, 0) {
		to = len(b)
	}
	if places := batchesOf(b); m.inner(name, 0) && len(places) > 0 {
		from = pick(m.r, places...)
	}
	clear(b[from:to])
	m.say("%s zeroed from %d to %d", name, from, to)
	m.files[name] = b
}

// number puts an extreme number somewhere.
func (m *mutator) number(name string) {
	b := slices.Clone(m.files[name])
	width := pick(m.r, 2, 4, 4, 8)
	if len(b) < width || m.inner(name, 0) {
		return
	}
	at := m.r.IntN(len(b) - width + 1)
	n := m.extreme()
	switch width {
	case 2:
		binary.BigEndian.PutUint16(b[at:], uint16(n))
	case 4:
		binary.BigEndian.PutUint32(b[at:], uint32(n))
	default:
		binary.BigEndian.PutUint64(b[at:], uint64(n))
	}
	m.say("%s has %d in %d bytes at %d", name, n, width, at)
	m.files[name] = b
}

func (m *mutator) extreme() int64 {
	return pick(m.r, 0, 1, -1, 127, 128, 1<<15-1, 1<<15, 1<<31-1, 1<<31, -1<<31, 1<<63-1, -1<<63, int64(m.r.IntN(1000)))
}

// fields of a batch's header behind the checksum's own: position and width.
var forgeable = [...][2]int{{0, 8}, {8, 4}, {12, 4}, {16, 1}, {21, 2}, {23, 4}, {27, 8}, {35, 8}, {43, 8}, {51, 2}, {53, 4}, {57, 4}}

// forge changes a batch and gives it the checksum that fits, as only malice does.
func (m *mutator) forge(name string) {
	b := slices.Clone(m.files[name])
	places := batchesOf(b)
	if path.Ext(name) != ".log" || len(places) == 0 {
		m.number(name)
		return
	}
	batch := record.Batch(b[places[m.r.IntN(len(places))]:])
	batch = batch[:batch.Size()]
	if batch.Magic() < 2 || len(batch) < record.HeaderSize {
		return
	}
	if f := forgeable[m.r.IntN(len(forgeable))]; m.r.IntN(4) > 0 {
		n := m.extreme()
		if f[0] == 57 && m.careful {
			n = int64(m.r.IntN(20))
		}
		put(batch[f[0]:f[0]+f[1]], n)
		m.say("%s: batch %d has %d at %d, forged", name, batch.BaseOffset(), n, f[0])
	} else if len(batch) > record.HeaderSize && !(m.careful && batch.IsCompressed()) {
		at := record.HeaderSize + m.r.IntN(len(batch)-record.HeaderSize)
		batch[at] ^= byte(1 + m.r.IntN(255))
		m.say("%s: batch %d flipped at %d, forged", name, batch.BaseOffset(), at)
	}
	codec.PutUint32(batch[17:], codec.CRC32C(batch[21:]))
	m.files[name] = b
}

func put(b []byte, n int64) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte(n)
		n >>= 8
	}
}

// double copies a file to another name, over what is there.
func (m *mutator) double(name string) {
	to := pick(m.r, name+".swap", name+".cleaned", name+".deleted", m.file())
	m.say("%s copied to %s", name, to)
	m.files[to] = m.files[name]
}

// directory puts a directory where a file was.
func (m *mutator) directory(name string) {
	if m.careful {
		m.remove(name)
		return
	}
	m.say("%s is a directory", name)
	delete(m.files, name)
	m.dirs[name] = true
}
