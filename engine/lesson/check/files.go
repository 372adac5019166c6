package check

import (
	"encoding/hex"
	"strconv"
	"strings"

	"logarium/engine/message"
)

// file answers what is about a path.
func (e *eval) file(name string, args []string) value {
	switch {
	case name == "du" && len(args) == 0:
		var m message.Machine
		e.view("machine", map[string]any{"limit": 1}, &m)
		return num(m.Disk.Du)
	case name == "du":
		return e.du(args)
	case name == "bytes":
		return e.bytes(args)
	case name == "crcValid":
		return e.crcValid(args)
	}
	f, ok := e.find(args[0], e.broker(args, 1))
	if name == "exists" {
		return yes(ok)
	}
	if !ok {
		return e.fail("there is no file %s", args[0])
	}
	return num(f.Size)
}

// find looks a path up in its directory; a directory that is not there has no files.
func (e *eval) find(path string, broker int64) (message.File, bool) {
	dir, file := split(path)
	for _, f := range e.files(dir, broker) {
		if f.Name == file {
			return f, true
		}
	}
	return message.File{}, false
}

func split(path string) (dir, file string) {
	path = strings.TrimRight(path, "/")
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 1)], path[i+1:]
}

// files lists a directory; none if it is not there.
func (e *eval) files(dir string, broker int64) []message.File {
	if dir == "" || dir[0] != '/' {
		e.fail("%s: a path begins with /", dir)
	}
	raw := []byte(`{"dir":` + strconv.Quote(dir) + `,"broker":` + strconv.FormatInt(broker, 10) + `}`)
	if e.err != nil {
		return nil
	}
	if v, err := e.lab.View("files", raw); err == nil {
		return v.(message.Files).Entries
	}
	return nil
}

func (e *eval) du(args []string) value {
	n := int64(0)
	for _, f := range e.files(strings.TrimRight(args[0], "/"), e.broker(args, 1)) {
		n += f.OnDisk
	}
	return num(n)
}

func (e *eval) bytes(args []string) value {
	var h message.Hex
	at, n := e.int(args[1]), e.int(args[2])
	e.view("hex", map[string]any{"path": args[0], "offset": at, "length": n, "broker": e.broker(args, 3)}, &h)
	return value{kind: text, s: hex.EncodeToString(h.Bytes)}
}

// crcValid takes the path of a .log file.
func (e *eval) crcValid(args []string) value {
	dir, file := split(args[0])
	_, partition := split(dir)
	base, ok := strings.CutSuffix(file, ".log")
	if !ok {
		return e.fail("crcValid needs the path of a .log file, not %s", args[0])
	}
	var b message.Batches
	e.view("batches", map[string]any{"partition": partition, "base": e.int(base), "limit": most, "broker": e.broker(args, 1)}, &b)
	for _, one := range b.Batches {
		if !one.Valid {
			return yes(false)
		}
	}
	return yes(true)
}

// offsets lists the records as kafka-dump-log finds them, from the log start offset on.
func (e *eval) offsets(args []string) value {
	var p message.Partition
	e.view("partition", map[string]any{"partition": args[0], "broker": e.broker(args, 1)}, &p)
	v := value{kind: list}
	for _, base := range e.bases("bases", args).list {
		name := strconv.FormatInt(base, 10)
		path := p.Dir + "/" + strings.Repeat("0", 20-len(name)) + name + ".log"
		out := e.lab.Exec(nil, "kafka-dump-log --deep-iteration --files "+path, false).Out
		for line := range strings.SplitSeq(out, "\n") {
			rest, ok := strings.CutPrefix(line, "| offset: ")
			word, _, _ := strings.Cut(rest, " ")
			if n, err := strconv.ParseInt(word, 10, 64); ok && err == nil && n >= p.LogStartOffset && len(v.list) < most {
				v.list = append(v.list, n)
			}
		}
	}
	return v
}
