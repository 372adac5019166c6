package cleaner

import (
	"math"

	"logarium/engine/plog"
)

// Group puts segments, given by their bases in order, into groups each of which becomes one segment: the next one joins
// while the sum of the .log files is within segment.bytes, those of both indexes within segment.index.bytes, and the
// last offset within reach of an index that starts at the group's first. The sizes are those before cleaning. upper is
// where the segment after the last one begins.
func Group(env *plog.Env, l *plog.Log, bases []int64, upper int64) (groups [][]int64, err error) {
	var room extent
	for i, base := range bases {
		s, err := open(l, base)
		if err != nil {
			return nil, err
		}
		next := extent{log: s.Size()}
		if next.offset, next.time, err = s.IndexBytes(l.IO(env)); err != nil {
			return nil, err
		}
		end := upper
		if i+1 < len(bases) {
			end = bases[i+1]
		}
		limit := extent{int64(l.Config().SegmentBytes), int64(l.Config().SegmentIndexBytes), int64(l.Config().SegmentIndexBytes)}
		if last := len(groups) - 1; last >= 0 && room.plus(next).within(limit) && (s.Size() == 0 || end-1-groups[last][0] <= math.MaxInt32) {
			groups[last] = append(groups[last], base)
			room = room.plus(next)
			continue
		}
		groups, room = append(groups, []int64{base}), next
	}
	return groups, nil
}

// extent are the sizes of segments' files, in bytes.
type extent struct{ log, offset, time int64 }

func (e extent) plus(f extent) extent {
	return extent{e.log + f.log, e.offset + f.offset, e.time + f.time}
}

func (e extent) within(limit extent) bool {
	return e.log <= limit.log && e.offset <= limit.offset && e.time <= limit.time
}
