package plog

import (
	"fmt"
	"path"
)

// fileOp changes files behind the log's back, or looks at them.
func (g *goldenMachine) fileOp(op object) error {
	d := g.disk
	file := "/logs/" + str(op["file"])
	switch str(op["op"]) {
	case "fsRead", "fsList", "clock":
		return nil
	case "setClock":
		g.clock.Jump(num(op, "now", 0) - g.clock.Now())
		return nil
	case "fsPut":
		if err := d.MkdirAll(path.Dir(file)); err != nil {
			return err
		}
		return g.rewrite(file, bytesOf(op["data"]))
	case "fsWrite", "fsFlip", "fsAppend", "fsTruncate":
		b, err := d.ReadFile(file)
		if err != nil {
			return err
		}
		return g.rewrite(file, tamper(op, b))
	case "fsDelete":
		return d.RemoveAll(file)
	case "fsRename":
		return d.Rename("/logs/"+str(op["from"]), "/logs/"+str(op["to"]))
	case "fsCopy":
		b, err := d.ReadFile("/logs/" + str(op["from"]))
		if err != nil {
			return err
		}
		return g.rewrite("/logs/"+str(op["to"]), b)
	case "fsMkdir":
		return d.MkdirAll(file)
	case "fsMtime":
		return d.SetMtime(file, num(op, "ms", 0))
	}
	return fmt.Errorf("unknown operation %s", text(op))
}

func (g *goldenMachine) rewrite(file string, b []byte) error {
	h, err := g.disk.Create(file)
	if err != nil {
		return err
	}
	if err := g.disk.Truncate(h, 0); err != nil {
		return err
	}
	if _, err := g.disk.WriteAt(h, b, 0); err != nil {
		return err
	}
	return g.disk.Close(h)
}

func tamper(op object, b []byte) []byte {
	pos := num(op, "pos", 0)
	if pos < 0 {
		pos += int64(len(b))
	}
	switch str(op["op"]) {
	case "fsFlip":
		b[pos] ^= byte(num(op, "xor", 255))
	case "fsWrite":
		data := bytesOf(op["data"])
		for int64(len(b)) < pos+int64(len(data)) {
			b = append(b, 0)
		}
		copy(b[pos:], data)
	case "fsAppend":
		b = append(b, bytesOf(op["data"])...)
	case "fsTruncate":
		size := num(op, "size", 0)
		if size < 0 {
			size += int64(len(b))
		}
		for int64(len(b)) < size {
			b = append(b, 0)
		}
		b = b[:size]
	}
	return b
}
