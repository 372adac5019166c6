package index

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"logarium/engine/internal/golden"
	"logarium/engine/machine/disk"
)

// open holds the index files that a golden case has open.
type open struct {
	offset map[string]*OffsetIndex
	time   map[string]*TimeIndex
	txn    map[string]*TxnIndex
}

// TestGolden replays what Kafka's own index classes did.
func TestGolden(t *testing.T) {
	for _, name := range []string{"index-offset", "index-time", "index-txn", "testdata/golden/search"} {
		t.Run(name, func(t *testing.T) {
			o := open{map[string]*OffsetIndex{}, map[string]*TimeIndex{}, map[string]*TxnIndex{}}
			golden.Run(t, name, false, o.do)
		})
	}
}

func (o *open) do(c *golden.Case, op golden.Op) (golden.Result, bool) {
	d, file := c.Disk, op.File()
	switch name := op.Str("op"); name {
	case "indexOpen":
		c.Dir(file)
		o.create(file, op)
	case "indexBytes":
		b, err := d.ReadFile(file)
		return golden.Result{Value: map[string]any{"size": len(b), "hex": hex.EncodeToString(b)}, Err: err}, true
	default:
		if !strings.HasPrefix(name, "index") {
			return golden.Result{}, false
		}
	}
	if x := o.offset[file]; x != nil {
		v, err := doOffset(d, x, op)
		return golden.Result{Value: v, Err: err}, true
	}
	if x := o.time[file]; x != nil {
		v, err := doTime(d, x, op)
		return golden.Result{Value: v, Err: err}, true
	}
	if x := o.txn[file]; x != nil {
		v, err := doTxn(d, x, op)
		return golden.Result{Value: v, Err: err}, true
	}
	return golden.Result{}, false
}

func (o *open) create(file string, op golden.Op) {
	switch op.Str("type") {
	case "offset":
		x := NewOffsetIndex(file, op.Int("base"), int32(op.Int("maxIndexSize")))
		o.offset[file] = &x
	case "time":
		x := NewTimeIndex(file, op.Int("base"), int32(op.Int("maxIndexSize")))
		o.time[file] = &x
	case "txn":
		x := NewTxnIndex(file, op.Int("base"))
		o.txn[file] = &x
	}
}

type object = map[string]any

func doOffset(d *disk.Disk, x *OffsetIndex, op golden.Op) (any, error) {
	var err error
	state := func() object {
		return object{"entries": x.Entries(), "maxEntries": x.MaxEntries(), "length": x.Length(), "full": x.Full(),
			"sizeInBytes": x.SizeInBytes(), "lastOffset": x.LastOffset()}
	}
	switch op.Str("op") {
	case "indexOpen":
		err = x.Open(d)
	case "indexAppend":
		err = x.Append(d, op.Int("offset"), int32(op.Int("position")))
	case "indexFill":
		for i := int64(0); i < op.Int("n") && err == nil; i++ {
			err = x.Append(d, op.Int("offset")+i*op.Int("offsetStep"), int32(op.Int("position")+i*op.Int("positionStep")))
		}
	case "indexLookup":
		e, err := x.Lookup(d, op.Int("offset"), nil)
		return object{"offset": e.Offset, "position": e.Position}, err
	case "indexUpperBound":
		e, ok, err := x.FetchUpperBound(d, OffsetPosition{op.Int("offset"), int32(op.Int("position"))}, int32(op.Int("size")), nil)
		if !ok {
			return object{"offset": nil}, err
		}
		return object{"offset": e.Offset, "position": e.Position}, err
	case "indexEntries":
		list := [][2]int64{}
		for i := range x.Entries() {
			e, err := x.Entry(d, i)
			if err != nil {
				return nil, err
			}
			list = append(list, [2]int64{e.Offset, int64(e.Position)})
		}
		return object{"entries": list}, nil
	case "indexTruncate":
		err = x.TruncateTo(d, op.Int("offset"))
	case "indexResize":
		resized, err := x.Resize(d, op.Int("size"))
		v := state()
		v["resized"] = resized
		return v, err
	case "indexClose", "indexCrash":
		return object{}, x.Close(d)
	default:
		err = doCommon(d, op.Str("op"), x)
	}
	return state(), err
}

func doTime(d *disk.Disk, x *TimeIndex, op golden.Op) (any, error) {
	var err error
	state := func() object {
		return object{"entries": x.Entries(), "maxEntries": x.MaxEntries(), "length": x.Length(), "full": x.Full(),
			"sizeInBytes": x.SizeInBytes(), "lastTs": x.Last().Timestamp, "lastOffset": x.Last().Offset}
	}
	switch op.Str("op") {
	case "indexOpen":
		err = x.Open(d)
	case "indexAppend":
		_, err = x.MaybeAppend(d, op.Int("ts"), op.Int("offset"), op.Bool("skipFullCheck", false))
	case "indexFill":
		for i := int64(0); i < op.Int("n") && err == nil; i++ {
			_, err = x.MaybeAppend(d, op.Int("ts")+i*op.Int("tsStep"), op.Int("offset")+i*op.Int("offsetStep"), false)
		}
	case "indexLookup":
		e, err := x.Lookup(d, op.Int("ts"), nil)
		return object{"ts": e.Timestamp, "offset": e.Offset}, err
	case "indexEntries":
		list := [][2]int64{}
		for i := range x.Entries() {
			e, err := x.Entry(d, i)
			if err != nil {
				return nil, err
			}
			list = append(list, [2]int64{e.Timestamp, e.Offset})
		}
		return object{"entries": list}, nil
	case "indexTruncate":
		err = x.TruncateTo(d, op.Int("offset"))
	case "indexResize":
		resized, err := x.Resize(d, op.Int("size"))
		v := state()
		v["resized"] = resized
		return v, err
	case "indexClose", "indexCrash":
		return object{}, x.Close(d)
	default:
		err = doCommon(d, op.Str("op"), x)
	}
	return state(), err
}

// doCommon does the operations that have no arguments.
func doCommon(d *disk.Disk, op string, x interface {
	Flush(*disk.Disk) error
	Trim(*disk.Disk) error
	Reset(*disk.Disk) error
	SanityCheck(*disk.Disk) error
}) error {
	switch op {
	case "indexFlush":
		return x.Flush(d)
	case "indexTrim":
		return x.Trim(d)
	case "indexReset":
		return x.Reset(d)
	case "indexSanity":
		return x.SanityCheck(d)
	}
	panic(op)
}

func doTxn(d *disk.Disk, x *TxnIndex, op golden.Op) (any, error) {
	switch op.Str("op") {
	case "indexOpen":
		if err := x.Open(d); err != nil {
			return nil, err
		}
	case "indexAppend":
		err := x.Append(d, AbortedTxn{op.Int("pid"), op.Int("firstOffset"), op.Int("lastOffset"), op.Int("lastStableOffset")})
		if err != nil {
			return nil, err
		}
	case "indexLookup":
		list, complete, err := x.Collect(d, nil, op.Int("fetchOffset"), op.Int("upperBound"))
		return object{"complete": complete, "aborted": abortedJSON(list)}, err
	case "indexEntries":
		list, err := x.All(d)
		return object{"entries": abortedJSON(list)}, err
	case "indexTruncate":
		if err := x.TruncateTo(d, op.Int("offset")); err != nil {
			return nil, err
		}
	case "indexSanity":
		if err := x.SanityCheck(d); err != nil {
			return nil, err
		}
	case "indexClose":
		return object{}, x.Close(d)
	}
	list, err := x.All(d)
	return object{"entries": len(list)}, err
}

func abortedJSON(list []AbortedTxn) json.RawMessage {
	all := []object{}
	for _, a := range list {
		all = append(all, object{"pid": a.ProducerID, "firstOffset": a.FirstOffset, "lastOffset": a.LastOffset, "lastStableOffset": a.LastStableOffset})
	}
	b, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return b
}
