package conform

import (
	"path"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/shell"
)

// dump runs kafka-dump-log over files of the simulated disk.
func (d *Driver) dump(op node) (any, error) {
	var files []string
	for _, f := range op.list("files") {
		name, _ := f.(string)
		files = append(files, path.Join(root, name))
	}
	args := []string{"--files", strings.Join(files, ",")}
	for _, a := range op.list("args") {
		word, _ := a.(string)
		args = append(args, word)
	}
	opts, usage, _ := shell.DumpUsage(args)
	var out, errs strings.Builder
	row := map[string]any{}
	if usage != "" {
		errs.WriteString(usage)
	} else if err := glass.Dump(glass.OnDisk(d.disk), opts, &out, &errs); err != nil {
		row["thrown"] = d.failure(err)
	}
	row["stdout"] = d.norm(out.String())
	if errs.Len() > 0 {
		row["stderr"] = d.norm(errs.String())
	}
	return row, nil
}
