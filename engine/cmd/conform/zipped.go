package main

import (
	"bytes"
	"fmt"

	"logarium/engine/archive"
	"logarium/engine/lab"
)

// zipped takes the files of a log directory by the way on which a visitor does: as the zip file that the lab hands over. It must have
// all of them with their bytes.
func zipped(l *lab.Lab, want []kept) (files []kept, err error) {
	var out bytes.Buffer
	if err := l.WriteZip(&out, 1, logDir); err != nil {
		return nil, err
	}
	z, err := archive.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		return nil, err
	}
	packed := map[string][]byte{}
	for i := range z.Files {
		f := &z.Files[i]
		data, err := z.Bytes(f)
		if err != nil {
			return nil, err
		}
		packed[f.Name] = data
		files = append(files, kept{f.Name, f.Size, f.Mtime, data})
	}
	for _, w := range want {
		if data, ok := packed[w.name]; w.name != ".lock" && (!ok || !bytes.Equal(data, w.data)) {
			return nil, fmt.Errorf("%s is not in the zip file as it is on the disk", w.name)
		}
	}
	return files, nil
}
