package plog

import (
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/segment"
)

// TaskSegments are the segments that a delete-file task will remove, and the directory in which they were when they
// were renamed. Of any other task there are none.
func TaskSegments(t clock.Task) (dir string, list []*segment.Segment) {
	_, args, err := partOf(t.Args)
	if t.Name != TaskDeleteFile || err != nil || len(args) < 2 {
		return "", nil
	}
	dir = args[1]
	for _, ticket := range args[2:] {
		if s, err := segment.FromTicket(ticket, dir); err == nil {
			list = append(list, s)
		}
	}
	return dir, list
}

// TaskFiles are the paths of the files that a task will remove: of segments, or of producer snapshots.
func TaskFiles(d *disk.Disk, t clock.Task) (paths []string) {
	if t.Name == TaskDeleteSnapshot {
		_, paths, _ := partOf(t.Args)
		return paths
	}
	dir, list := TaskSegments(t)
	for _, s := range list {
		paths = append(paths, s.Paths(&segment.IO{Disk: d, Dir: dir})...)
	}
	return paths
}
