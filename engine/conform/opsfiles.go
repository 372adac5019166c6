package conform

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

func fileOperations() map[string]operation {
	return map[string]operation{
		"fsTruncate": (*Driver).fsTruncate, "fsAppend": (*Driver).fsAppend, "fsFlip": (*Driver).fsFlip, "fsWrite": (*Driver).fsWrite,
		"fsPut": (*Driver).fsPut, "fsDelete": (*Driver).fsDelete, "fsRename": (*Driver).fsRename, "fsCopy": (*Driver).fsCopy,
		"fsMkdir": func(d *Driver, op node) (any, error) { return none(d.disk.MkdirAll(d.path(op, "file"))) },
		"fsMtime": func(d *Driver, op node) (any, error) {
			return none(d.disk.SetMtime(d.path(op, "file"), op.num("ms", 0)))
		},
		"fsRead": (*Driver).fsRead, "fsDecode": (*Driver).fsDecode, "fsList": (*Driver).fsList, "crash": (*Driver).crash,
	}
}

// path is where a member's file lies on the simulated disk.
func (d *Driver) path(op node, member string) string {
	name := op.str(member, "")
	for random, plain := range d.names {
		name = replaceDashed(name, plain, random)
	}
	return path.Join(root, name)
}

// existing is path for a file that must be there.
func (d *Driver) existing(op node) (string, error) {
	p := d.path(op, "file")
	if !d.disk.Exists(p) {
		return "", &badOperation{fmt.Sprintf("no such file: %s", op.str("file", ""))}
	}
	return p, nil
}

// open opens an existing file for one operation, which gets its size.
func (d *Driver) withFile(op node, do func(h disk.Handle, size int64) error) (any, error) {
	p, err := d.existing(op)
	if err != nil {
		return nil, err
	}
	h, err := d.disk.Open(p)
	if err != nil {
		return nil, err
	}
	err = do(h, d.disk.Size(h))
	if closed := d.disk.Close(h); err == nil {
		err = closed
	}
	return none(err)
}

// fromEnd is a position that may be given from the end of the file.
func fromEnd(at, size int64) int64 {
	if at < 0 {
		return size + at
	}
	return at
}

func (d *Driver) fsTruncate(op node) (any, error) {
	return d.withFile(op, func(h disk.Handle, size int64) error {
		return d.disk.Truncate(h, fromEnd(op.num("size", 0), size))
	})
}

func (d *Driver) fsAppend(op node) (any, error) {
	return d.withFile(op, func(h disk.Handle, size int64) error {
		b, err := data(op["data"])
		if err == nil {
			_, err = d.disk.WriteAt(h, b, size)
		}
		return err
	})
}

func (d *Driver) fsFlip(op node) (any, error) {
	return d.withFile(op, func(h disk.Handle, size int64) error {
		at, b := fromEnd(op.num("pos", 0), size), make([]byte, 1)
		if _, err := d.disk.ReadAt(h, b, at); errors.Is(err, io.EOF) {
			b[0] = 0xff // what Java's read answers at the end of a file
		} else if err != nil {
			return err
		}
		b[0] ^= byte(op.num("xor", 0xff))
		_, err := d.disk.WriteAt(h, b, at)
		return err
	})
}

func (d *Driver) fsWrite(op node) (any, error) {
	return d.withFile(op, func(h disk.Handle, _ int64) error {
		b, err := data(op["data"])
		if err == nil {
			_, err = d.disk.WriteAt(h, b, op.num("pos", 0))
		}
		return err
	})
}

func (d *Driver) fsPut(op node) (any, error) {
	b, err := data(op["data"])
	if err != nil {
		return nil, err
	}
	p := d.path(op, "file")
	if err := d.disk.MkdirAll(path.Dir(p)); err != nil {
		return nil, err
	}
	return none(d.disk.WriteFile(p, b))
}

func (d *Driver) fsDelete(op node) (any, error) {
	p := d.path(op, "file")
	if f, err := d.disk.Stat(p); err == nil && f.Dir {
		return none(d.disk.RemoveAll(p))
	}
	if !d.disk.Exists(p) {
		return nil, kerr.ErrNoSuchFile.With("%s", p)
	}
	return none(d.disk.Remove(p))
}

func (d *Driver) fsRename(op node) (any, error) {
	return none(d.disk.Rename(d.path(op, "from"), d.path(op, "to")))
}

func (d *Driver) fsCopy(op node) (any, error) {
	from, to := d.path(op, "from"), d.path(op, "to")
	if from == to || strings.HasPrefix(to, from+"/") {
		return nil, &badOperation{"a copy cannot lie in itself"}
	}
	return none(d.copyTree(from, to))
}

// copyTree copies a file or directory with its modification times.
func (d *Driver) copyTree(from, to string) error {
	f, err := d.disk.Stat(from)
	if err != nil {
		return err
	}
	if !f.Dir {
		return d.copyFile(from, to, f.Mtime)
	}
	list, err := d.disk.ReadDir(from)
	if err == nil {
		err = d.disk.MkdirAll(to)
	}
	for _, f := range list {
		if err == nil {
			err = d.copyTree(path.Join(from, f.Name), path.Join(to, f.Name))
		}
	}
	return err
}

func (d *Driver) copyFile(from, to string, mtime int64) error {
	b, err := d.disk.ReadFile(from)
	if err == nil && d.disk.Exists(to) {
		err = d.disk.Remove(to)
	}
	if err == nil {
		err = d.disk.WriteFile(to, b)
	}
	if err == nil {
		err = d.disk.SetMtime(to, mtime)
	}
	return err
}

func (d *Driver) fsRead(op node) (any, error) {
	p, err := d.existing(op)
	if err != nil {
		return nil, err
	}
	b, err := d.disk.ReadFile(p)
	if err != nil {
		return nil, err
	}
	from := op.num("offset", 0)
	if from < 0 || from > int64(len(b)) {
		return nil, &badOperation{"offset lies behind the end"}
	}
	part := b[from:min(from+op.num("len", 1<<20), int64(len(b)))]
	out := map[string]any{"size": len(b)}
	if op.flag("text", false) {
		out["text"] = d.norm(string(part))
	} else {
		out["hex"] = hex.EncodeToString(part)
	}
	return out, nil
}

func (d *Driver) fsDecode(op node) (any, error) {
	rows := []any{}
	_, err := d.withFile(op, func(h disk.Handle, size int64) error {
		p, _ := d.existing(op)
		s := record.NewScanner(d.disk.File(h), 0, size, p)
		for s.Next() {
			b := s.Batch()
			if b == nil {
				break
			}
			row, err := d.describe(b, op.flag("records", true))
			if err != nil {
				return err
			}
			row["position"] = s.Position()
			delete(row, "baseTimestamp") // Kafka does not look that far into a file's header
			rows = append(rows, row)
		}
		return s.Err()
	})
	return map[string]any{"batches": rows}, err
}

func (d *Driver) fsList(node) (any, error) {
	rows := []any{}
	err := walk(d.disk, root, func(name string, f disk.Info) { rows = append(rows, []any{d.norm(name), f.Size}) })
	slices.SortFunc(rows, func(a, b any) int { return strings.Compare(anyList(a)[0].(string), anyList(b)[0].(string)) })
	return map[string]any{"files": rows}, err
}

// crash ends the process: every open object is gone, the files stay as they are.
func (d *Driver) crash(node) (any, error) {
	if d.manager != nil {
		d.manager.end()
	}
	d.cluster.end()
	d.cancelAll()
	clear(d.logs)
	d.cleaner = nil
	clear(d.offline)
	d.small.open()
	d.disk.CloseAll(0)
	return none(nil)
}

func (d *Driver) cancelAll() {
	var ids []uint64
	for t := range d.clock.Tasks() {
		ids = append(ids, t.ID)
	}
	for _, id := range ids {
		d.clock.Cancel(id)
	}
}

// replaceDashed puts the random part of a directory name back where a trace has its number.
func replaceDashed(name, plain, random string) string {
	return strings.ReplaceAll(name, "."+plain+"-", "."+random+"-")
}
