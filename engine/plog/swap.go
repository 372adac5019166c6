package plog

import (
	"math"
	"path"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/segment"
)

// removeTemporary is the first pass over the directory: files that were on their way out, or not finished. It
// returns the files of swaps that were complete when the process died.
func (d *loader) removeTemporary() ([]string, error) {
	l, env := d.log, d.env
	files, err := env.Disk.Names(l.dir)
	if err != nil {
		return nil, err
	}
	var swaps, cleaned []string
	lowest := int64(math.MaxInt64)
	for _, name := range files {
		switch path.Ext(name) {
		case segment.DeletedSuffix:
			if strings.HasSuffix(name, ".checkpoint"+segment.DeletedSuffix) {
				continue
			}
			env.Emit(event.StrayFileDeleted{Partition: l.part, Path: l.dir + "/" + name})
			if err := env.Disk.Remove(l.dir + "/" + name); err != nil {
				return nil, err
			}
		case segment.CleanedSuffix:
			base, err := d.offsetOf(name)
			if err != nil {
				return nil, err
			}
			lowest = min(lowest, base)
			cleaned = append(cleaned, name)
		case segment.SwapSuffix:
			swaps = append(swaps, name)
		}
	}
	valid, err := d.removeInvalid(swaps, lowest)
	if err != nil {
		return nil, err
	}
	for _, name := range cleaned {
		env.Emit(event.CleanedFileDeleted{Partition: l.part, Path: l.dir + "/" + name})
		if err := env.Disk.Remove(l.dir + "/" + name); err != nil {
			return nil, err
		}
	}
	return valid, nil
}

// removeInvalid removes the .swap files of a swap of several segments that was not complete: some of its segments are
// still .cleaned, and the lowest of those is at or below the file's.
func (d *loader) removeInvalid(swaps []string, lowest int64) (valid []string, err error) {
	var invalid []string
	for _, name := range swaps { // a name without a number ends the loading before the first is removed
		base, err := d.offsetOf(name)
		if err != nil {
			return nil, err
		}
		if base < lowest {
			valid = append(valid, name)
		} else {
			invalid = append(invalid, name)
		}
	}
	for _, name := range invalid {
		path := d.log.dir + "/" + name
		d.env.Emit(event.InvalidSwapDeleted{Partition: d.log.part, Path: path, MinCleanedOffset: lowest})
		if err := d.env.Disk.Remove(path); err != nil {
			return nil, err
		}
	}
	return valid, nil
}

// offsetOf is the base offset in a name that must have one.
func (d *loader) offsetOf(name string) (int64, error) {
	base, ok := segment.OffsetOf(name)
	if !ok {
		digits, _, _ := strings.Cut(name, ".")
		return 0, kerr.At(d.log.dir+"/"+name, kerr.ErrNumberFormat.With("For input string: \"%s\"", digits))
	}
	return base, nil
}

// completeSwaps are the second and third pass: files that a complete swap replaces go, then .swap files get their
// final names.
func (d *loader) completeSwaps(swaps []string) error {
	if len(swaps) == 0 {
		return nil
	}
	l, env := d.log, d.env
	from, to, err := d.swapRange(swaps)
	if err != nil {
		return err
	}
	files, err := env.Disk.Names(l.dir)
	if err != nil {
		return err
	}
	for _, name := range files {
		base, ok := segment.OffsetOf(name)
		if !ok || base < from || base >= to || strings.HasSuffix(name, segment.SwapSuffix) {
			continue
		}
		env.Emit(event.CompactedFileDeleted{Partition: l.part, Name: name})
		if err := env.Disk.Remove(l.dir + "/" + name); err != nil {
			return err
		}
	}
	return d.renameSwaps()
}

// swapRange is the range of offsets that the segments of complete swaps cover.
func (d *loader) swapRange(swaps []string) (from, to int64, err error) {
	l, env := d.log, d.env
	from, to = math.MaxInt64, math.MinInt64
	for _, name := range swaps {
		if !strings.HasSuffix(name, segment.LogSuffix+segment.SwapSuffix) {
			continue
		}
		env.Emit(event.SwapFound{Partition: l.part, Path: l.dir + "/" + name})
		base, _ := segment.OffsetOf(name)
		next, err := d.swapEnd(base)
		if err != nil {
			return 0, 0, err
		}
		from, to = min(from, base), max(to, next)
	}
	return from, to, nil
}

func (d *loader) swapEnd(base int64) (int64, error) {
	l, env := d.log, d.env
	io := l.io(env)
	s, err := segment.Open(io, l.token, base, l.settings(env), segment.SwapSuffix)
	if err != nil {
		return 0, err
	}
	next, err := s.NextOffset(io)
	if closed := s.Close(io); err == nil {
		err = closed
	}
	return next, err
}

func (d *loader) renameSwaps() error {
	l, env := d.log, d.env
	files, err := env.Disk.Names(l.dir) // opening a .swap segment may have made its index
	if err != nil {
		return err
	}
	for _, name := range files {
		final, ok := strings.CutSuffix(name, segment.SwapSuffix)
		if !ok {
			continue
		}
		env.Emit(event.SwapRenamed{Partition: l.part, Name: name})
		if err := env.Disk.Rename(l.dir+"/"+name, l.dir+"/"+final); err != nil {
			return err
		}
	}
	return nil
}
