package conform

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"logarium/engine/machine/disk"
)

// root is where the simulated disk keeps what an operation names by a relative path.
const root = "/logs"

// sum is a file's size and the beginning of its hash.
type sum struct {
	size int64
	sha  string
}

// walk lists every file below dir, and every empty directory with a slash behind its name, relative to root.
func walk(d *disk.Disk, dir string, each func(name string, f disk.Info)) error {
	list, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range list {
		full := path.Join(dir, f.Name)
		name := strings.TrimPrefix(full, root+"/")
		if !f.Dir {
			each(name, f)
			continue
		}
		below, err := d.ReadDir(full)
		if err != nil {
			return err
		}
		if len(below) == 0 {
			each(name+"/", f)
		}
		if err := walk(d, full, each); err != nil {
			return err
		}
	}
	return nil
}

// touchAll gives the files that an operation has touched on its way the time at its end, as the oracle does.
func (d *Driver) touchAll(began int64) {
	now := d.clock.Now()
	if began == now {
		return
	}
	_ = walk(d.disk, root, func(name string, f disk.Info) { // the root is there
		if !f.Dir && f.Mtime > began && f.Mtime < now {
			_ = d.disk.SetMtime(path.Join(root, name), now) // so is the file
		}
	})
}

// sums hashes the whole tree. A file that was not touched since the last time keeps its hash.
func (d *Driver) sums() (map[string]sum, error) {
	now := map[string]sum{}
	var failed error
	err := walk(d.disk, root, func(name string, f disk.Info) {
		if f.Dir {
			now[d.norm(name)] = sum{}
			return
		}
		s, err := d.sum(path.Join(root, name), f)
		if err != nil {
			failed = err
		}
		now[d.norm(name)] = s
	})
	if err == nil {
		err = failed
	}
	return now, err
}

// hashed remembers the hash of an inode at a version of its bytes.
type hashed struct {
	version uint64
	size    int64
	sha     string
}

func (d *Driver) sum(full string, f disk.Info) (sum, error) {
	if h, ok := d.hashes[f.Ino]; ok && h.version == f.Version && h.size == f.Size {
		return sum{f.Size, h.sha}, nil
	}
	data, err := d.disk.ReadFile(full)
	if err != nil {
		return sum{}, err
	}
	h := sha256.Sum256(data)
	d.hashes[f.Ino] = hashed{f.Version, f.Size, hex.EncodeToString(h[:])}
	return sum{f.Size, d.hashes[f.Ino].sha}, nil
}

// filesChanged is the "files" member: what changed in the tree since the last result.
func (d *Driver) filesChanged() (any, error) {
	if d.filesMode == "none" {
		return nil, nil
	}
	now, err := d.sums()
	if err != nil {
		return nil, err
	}
	row := func(name string) []any {
		s := now[name]
		return []any{name, s.size, s.sha[:min(d.shaLen, len(s.sha))]}
	}
	if d.filesMode == "full" {
		all := []any{}
		for _, name := range sortedKeys(now) {
			all = append(all, row(name))
		}
		d.lastFiles = now
		return all, nil
	}
	changed := map[string]any{}
	for _, name := range sortedKeys(now) {
		if last, ok := d.lastFiles[name]; !ok || last != now[name] {
			changed["set"] = append(anyList(changed["set"]), row(name))
		}
	}
	for _, name := range sortedKeys(d.lastFiles) {
		if _, ok := now[name]; !ok {
			changed["del"] = append(anyList(changed["del"]), name)
		}
	}
	d.lastFiles = now
	if len(changed) == 0 {
		return nil, nil
	}
	return changed, nil
}

func anyList(v any) []any {
	l, _ := v.([]any)
	return l
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
