package conform

import (
	"encoding/hex"
	"path"

	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// openIndex is one of the three kinds; the others are nil.
type openIndex struct {
	offset *index.OffsetIndex
	time   *index.TimeIndex
	txn    *index.TxnIndex
}

func indexOperations() map[string]operation {
	on := func(run func(d *Driver, x *openIndex, op node) (any, error)) operation {
		return func(d *Driver, op node) (any, error) {
			x, ok := d.small.indexes[op.str("file", "x.index")]
			if !ok {
				return nil, kerr.New("IllegalStateException", "index not open: %s", op.str("file", "x.index"))
			}
			return run(d, x, op)
		}
	}
	change := func(run func(d *Driver, x *openIndex, op node) error) operation {
		return on(func(d *Driver, x *openIndex, op node) (any, error) {
			if err := run(d, x, op); err != nil {
				return nil, err
			}
			return d.summary(x)
		})
	}
	return map[string]operation{
		"indexOpen": (*Driver).indexOpen, "indexBytes": (*Driver).indexBytes, "indexClose": on((*Driver).indexClose), "indexCrash": on((*Driver).indexCrash),
		"indexAppend": change((*Driver).indexAppend), "indexFill": change((*Driver).indexFill), "indexLookup": on((*Driver).indexLookup),
		"indexUpperBound": on((*Driver).indexUpperBound), "indexEntries": on((*Driver).indexEntries), "indexResize": on((*Driver).indexResize),
		"indexTruncate": change((*Driver).indexTruncate), "indexTrim": change((*Driver).indexTrim), "indexReset": change((*Driver).indexReset),
		"indexFlush": change((*Driver).indexFlush), "indexSanity": change((*Driver).indexSanity),
	}
}

func (d *Driver) indexOpen(op node) (any, error) {
	name := op.str("file", "x.index")
	p, base, size := path.Join(root, name), op.num("base", 0), int32(op.num("maxIndexSize", -1))
	if err := d.disk.MkdirAll(path.Dir(p)); err != nil {
		return nil, err
	}
	x := &openIndex{}
	var err error
	switch op.str("type", "offset") {
	case "offset":
		i := index.NewOffsetIndex(p, base, size)
		x.offset, err = &i, i.Open(d.disk)
	case "time":
		i := index.NewTimeIndex(p, base, size)
		x.time, err = &i, i.Open(d.disk)
	default:
		i := index.NewTxnIndex(p, base)
		x.txn, err = &i, i.Open(d.disk)
	}
	if err != nil {
		return nil, err
	}
	d.small.indexes[name] = x
	return d.summary(x)
}

// summary is what every operation on an index answers.
func (d *Driver) summary(x *openIndex) (any, error) {
	switch {
	case x.offset != nil:
		i := x.offset
		return map[string]any{"entries": i.Entries(), "maxEntries": i.MaxEntries(), "length": i.Length(), "full": i.Full(), "sizeInBytes": i.SizeInBytes(), "lastOffset": i.LastOffset()}, nil
	case x.time != nil:
		i := x.time
		return map[string]any{"entries": i.Entries(), "maxEntries": i.MaxEntries(), "length": i.Length(), "full": i.Full(), "sizeInBytes": i.SizeInBytes(),
			"lastTs": i.Last().Timestamp, "lastOffset": i.Last().Offset}, nil
	}
	all, err := x.txn.All(d.disk)
	return map[string]any{"entries": len(all)}, err
}

func (d *Driver) indexAppend(x *openIndex, op node) error {
	switch {
	case x.offset != nil:
		return x.offset.Append(d.disk, op.num("offset", 0), int32(op.num("position", 0)))
	case x.time != nil:
		_, err := x.time.MaybeAppend(d.disk, op.num("ts", 0), op.num("offset", 0), op.flag("skipFullCheck", false))
		return err
	}
	return x.txn.Append(d.disk, index.AbortedTxn{ProducerID: op.num("pid", 0), FirstOffset: op.num("firstOffset", 0), LastOffset: op.num("lastOffset", 0), LastStableOffset: op.num("lastStableOffset", 0)})
}

func (d *Driver) indexFill(x *openIndex, op node) error {
	for k := range op.num("n", 0) {
		offset := op.num("offset", 0) + k*op.num("offsetStep", 1)
		err := x.cast("TimeIndex", x.txn == nil)
		switch {
		case x.offset != nil:
			err = x.offset.Append(d.disk, offset, int32(op.num("position", 0)+k*op.num("positionStep", 1)))
		case x.time != nil:
			_, err = x.time.MaybeAppend(d.disk, op.num("ts", 0)+k*op.num("tsStep", 1), offset, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Driver) indexLookup(x *openIndex, op node) (any, error) {
	switch {
	case x.offset != nil:
		at, err := x.offset.Lookup(d.disk, op.num("offset", 0), nil)
		return map[string]any{"offset": at.Offset, "position": at.Position}, err
	case x.time != nil:
		at, err := x.time.Lookup(d.disk, op.num("ts", 0), nil)
		return map[string]any{"ts": at.Timestamp, "offset": at.Offset}, err
	}
	found, complete, err := x.txn.Collect(d.disk, nil, op.num("fetchOffset", 0), op.num("upperBound", 0))
	return map[string]any{"complete": complete, "aborted": abortedRows(found)}, err
}

func abortedRows(list []index.AbortedTxn) []any {
	rows := []any{}
	for _, a := range list {
		rows = append(rows, map[string]any{"pid": a.ProducerID, "firstOffset": a.FirstOffset, "lastOffset": a.LastOffset, "lastStableOffset": a.LastStableOffset})
	}
	return rows
}

func (d *Driver) indexUpperBound(x *openIndex, op node) (any, error) {
	if err := x.cast("OffsetIndex", x.offset != nil); err != nil {
		return nil, err
	}
	from := index.OffsetPosition{Offset: op.num("offset", 0), Position: int32(op.num("position", 0))}
	at, ok, err := x.offset.FetchUpperBound(d.disk, from, int32(op.num("size", 0)), nil)
	if err != nil || !ok {
		return map[string]any{"offset": nil}, err
	}
	return map[string]any{"offset": at.Offset, "position": at.Position}, nil
}

func (d *Driver) indexEntries(x *openIndex, _ node) (any, error) {
	rows, err := d.entryRows(x)
	return map[string]any{"entries": rows}, err
}

func (d *Driver) entryRows(x *openIndex) ([]any, error) {
	rows := []any{}
	switch {
	case x.offset != nil:
		for n := range x.offset.Entries() {
			e, err := x.offset.Entry(d.disk, n)
			if err != nil {
				return nil, err
			}
			rows = append(rows, []any{e.Offset, e.Position})
		}
	case x.time != nil:
		for n := range x.time.Entries() {
			e, err := x.time.Entry(d.disk, n)
			if err != nil {
				return nil, err
			}
			rows = append(rows, []any{e.Timestamp, e.Offset})
		}
	default:
		all, err := x.txn.All(d.disk)
		return abortedRows(all), err
	}
	return rows, nil
}

func (d *Driver) indexResize(x *openIndex, op node) (any, error) {
	var resized bool
	err := x.cast("AbstractIndex", x.txn == nil)
	switch {
	case x.offset != nil:
		resized, err = x.offset.Resize(d.disk, op.num("size", 0))
	case x.time != nil:
		resized, err = x.time.Resize(d.disk, op.num("size", 0))
	}
	if err != nil {
		return nil, err
	}
	out, err := d.summary(x)
	out.(map[string]any)["resized"] = resized
	return out, err
}

func (d *Driver) indexTruncate(x *openIndex, op node) error {
	return x.each(func(i indexKind) error { return i.TruncateTo(d.disk, op.num("offset", 0)) })
}

func (d *Driver) indexTrim(x *openIndex, _ node) error {
	switch {
	case x.offset != nil:
		return x.offset.Trim(d.disk)
	case x.time != nil:
		return x.time.Trim(d.disk)
	}
	return x.cast("AbstractIndex", false)
}

func (d *Driver) indexReset(x *openIndex, _ node) error {
	return x.each(func(i indexKind) error { return i.Reset(d.disk) })
}

func (d *Driver) indexFlush(x *openIndex, _ node) error {
	return x.each(func(i indexKind) error { return i.Flush(d.disk) })
}

func (d *Driver) indexSanity(x *openIndex, _ node) error {
	return x.each(func(i indexKind) error { return i.SanityCheck(d.disk) })
}

// indexCrash is indexClose for a process that dies: the file stays as it is. The oracle needs one to put back.
func (d *Driver) indexCrash(x *openIndex, op node) (any, error) {
	if _, err := d.disk.ReadFile(d.path(op, "file")); err != nil {
		return nil, err
	}
	return d.indexClose(x, op)
}

func (d *Driver) indexClose(x *openIndex, op node) (any, error) {
	delete(d.small.indexes, op.str("file", "x.index"))
	return none(x.each(func(i indexKind) error { return i.Close(d.disk) }))
}

func (d *Driver) indexBytes(op node) (any, error) {
	b, err := d.disk.ReadFile(d.path(op, "file"))
	return map[string]any{"size": len(b), "hex": hex.EncodeToString(b[:min(len(b), 65536)])}, err
}

// indexKind is what the three kinds have in common.
type indexKind interface {
	TruncateTo(on *disk.Disk, offset int64) error
	Reset(on *disk.Disk) error
	Flush(on *disk.Disk) error
	SanityCheck(on *disk.Disk) error
	Close(on *disk.Disk) error
}

func (x *openIndex) each(do func(indexKind) error) error {
	switch {
	case x.offset != nil:
		return do(x.offset)
	case x.time != nil:
		return do(x.time)
	}
	return do(x.txn)
}

// cast is the error of an operation that another kind of index is for, in the words of Java's machine; nil if it fits.
func (x *openIndex) cast(to string, fits bool) error {
	if fits {
		return nil
	}
	const within = "org.apache.kafka.storage.internals.log."
	is, to := within+"TransactionIndex", within+to
	if x.time != nil {
		is = within + "TimeIndex"
	}
	return kerr.New("ClassCastException", "class %s cannot be cast to class %s (%s and %s are in unnamed module of loader 'app')", is, to, is, to)
}
