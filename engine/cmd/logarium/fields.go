package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"logarium/engine/glass"
	"logarium/engine/message"
)

// fields prints each file's bytes with their names as a line of JSON (message.Fields), for other programs.
func fields(args []string, out, errs io.Writer) int {
	flags := options("fields FILE...", errs)
	if !parsed(flags, args, 1, math.MaxInt) {
		return exitUsage
	}
	lines := json.NewEncoder(out)
	for _, name := range flags.Args() {
		f, err := allFields(name)
		if err == nil {
			err = lines.Encode(f)
		}
		if err != nil {
			fmt.Fprintf(errs, "logarium: %s: %v\n", name, reason(err))
			return 1
		}
	}
	return 0
}

// window is so small that no answer for it reaches the limit of items in one answer.
const window = 32 << 10

// allFields joins the answers for one window after the other.
func allFields(name string) (message.Fields, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return message.Fields{}, err
	}
	all := message.Fields{Path: name, Items: []message.Field{}}
	for at, more := int64(0), true; more; {
		part, err := glass.Fields(glass.InFolder(os.DirFS("/")), filepath.ToSlash(abs), glass.Window{Offset: at, Length: window, Records: math.MaxInt32})
		if err != nil {
			return all, err
		}
		if at == 0 {
			all.Kind, all.Total = part.Kind, part.Total
		}
		more = false
		for _, f := range part.Items {
			if f.Start >= at && f.End > at {
				all.Items, at, more = append(all.Items, f), f.End, true
			}
		}
	}
	return all, nil
}
