package glass

import (
	"fmt"
	"io"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/message"
	"logarium/engine/record"
	"pgregory.net/rapid"
)

// inMemory are files in memory that count what is read.
type inMemory struct {
	files map[string]*countedFile
}

type countedFile struct {
	head []byte // the file is zero behind it
	size int64
	read int64
}

func (m inMemory) Open(path string) (File, error) {
	if f := m.files[path]; f != nil {
		return f, nil
	}
	return nil, kerr.ErrNoSuchFile.With("%s", path)
}

func (f *countedFile) Size() int64  { return f.size }
func (f *countedFile) Close() error { return nil }
func (f *countedFile) ReadAt(p []byte, at int64) (int, error) {
	n := int(min(int64(len(p)), f.size-at))
	clear(p)
	if at < int64(len(f.head)) {
		copy(p[:n], f.head[at:])
	}
	f.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// a log of n batches of two records each, and an index entry for every tenth batch.
func bigLog(n int) inMemory {
	var b record.Builder
	var log, index []byte
	for i := range n {
		o := record.DefaultOptions()
		o.BaseOffset = int64(2 * i)
		at := len(log)
		b.Reset(log, o)
		_ = b.Append(o.BaseOffset, 1735689600000+int64(i), []byte("key"), make([]byte, 500))
		_ = b.Append(o.BaseOffset+1, 1735689600000+int64(i), nil, []byte("second"))
		log, _ = b.Build()
		if i > 0 && i%10 == 0 {
			index = fmt.Appendf(index, "%s%s", be32(2*i+1), be32(at))
		}
	}
	const path = "/d/t-0/00000000000000000000"
	return inMemory{map[string]*countedFile{
		path + ".log":   {head: log, size: int64(len(log))},
		path + ".index": {head: index, size: 10 << 20},
	}}
}

func be32(n int) []byte { return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)} }

// TestBigFileIsNotReadWhole looks at the end of a log of 12 MB.
func TestBigFileIsNotReadWhole(t *testing.T) {
	files := bigLog(20000)
	const path = "/d/t-0/00000000000000000000.log"
	log := files.files[path]
	got, err := Fields(files, path, Window{Offset: log.size - 700, Length: 700})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Items) != 2 || got.Items[1].End != log.size || got.Items[1].Bad || got.Total != -1 {
		t.Errorf("%d items, total %d", len(got.Items), got.Total)
	}
	if log.read > 50_000 {
		t.Errorf("read %d bytes of %d", log.read, log.size)
	}
	if index := files.files["/d/t-0/00000000000000000000.index"]; index.read > 20_000 {
		t.Errorf("read %d bytes of the index", index.read)
	}
	entries, err := Fields(files, "/d/t-0/00000000000000000000.index", Window{Offset: 8, Length: 8})
	if err != nil || entries.Total != 1999 || len(entries.Items) != 1 || entries.Items[0].Link == nil || entries.Items[0].Bad {
		t.Errorf("%+v %v", entries, err)
	}
	h, err := HexView(files, "/d/t-0/00000000000000000000.index", 10<<20-4, 100, 0)
	if err != nil || h.Used != 1999*8 || len(h.Bytes) != 4 {
		t.Errorf("%+v %v", h, err)
	}
}

// TestEveryByteHasItsPlace damages logs at random: the items follow each other without gap to the end of the file,
// and inside of each its fields do.
func TestEveryByteHasItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := bigLog(rapid.IntRange(0, 4).Draw(t, "batches"))
		const path = "/d/t-0/00000000000000000000.log"
		f := files.files[path]
		f.size -= min(f.size, rapid.Int64Range(0, 100).Draw(t, "cut"))
		f.head = f.head[:f.size]
		for range rapid.IntRange(0, 3).Draw(t, "flips") {
			if f.size > 0 {
				f.head[rapid.Int64Range(0, f.size-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		f.size += rapid.Int64Range(0, 200).Draw(t, "zeros")
		got, err := Fields(files, path, Window{Records: 1000})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, got.Items, 0, f.size)
	})
}

func follow(t *rapid.T, items []message.Field, from, to int64) {
	for _, x := range items {
		if x.Start != from || x.End < x.Start || x.End > to {
			t.Fatalf("%s %d–%d begins after %d, ends before %d", x.Name, x.Start, x.End, from, to)
		}
		if len(x.Children) > 0 && x.Children[0].End > x.Children[0].Start {
			follow(t, x.Children, x.Start, x.End)
		}
		from = x.End
	}
	if from != to {
		t.Fatalf("%d bytes without a name before %d", to-from, to)
	}
}

// FuzzFields puts any bytes into any kind of file.
func FuzzFields(f *testing.F) {
	names := []string{"00000000000000000007.log", "00000000000000000007.index", "00000000000000000007.timeindex", "00000000000000000007.txnindex",
		"00000000000000000007.snapshot", "replication-offset-checkpoint", "leader-epoch-checkpoint", "meta.properties", "partition.metadata", ".kafka_cleanshutdown", "x"}
	for i := range names {
		f.Add(byte(i), []byte("0\n1\nt 0 5\n"), int64(0), int64(0))
	}
	f.Add(byte(0), bigLog(1).files["/d/t-0/00000000000000000000.log"].head, int64(3), int64(5))
	f.Fuzz(func(t *testing.T, kind byte, b []byte, offset, length int64) {
		if offset < 0 || length < 0 || offset > 1<<40 || length > 1<<40 {
			return
		}
		files := inMemory{map[string]*countedFile{}}
		for _, n := range names {
			files.files["/d/t-0/"+n] = &countedFile{head: b, size: int64(len(b))}
		}
		path := "/d/t-0/" + names[int(kind)%len(names)]
		if _, err := Fields(files, path, Window{Offset: offset, Length: length}); err != nil {
			t.Log(err)
		}
		for _, args := range [][]string{{"--print-data-log"}, {"--offsets-decoder"}, {"--transaction-log-decoder"}, {"--cluster-metadata-decoder"}, {"--index-sanity-check"}} {
			o, _ := parseDump(append(args, "--files", path))
			_ = Dump(files, o, io.Discard, io.Discard)
		}
	})
}
