package plog

// AssignEpoch notes that a leader epoch begins at an offset, as a broker does that becomes the leader, and each
// append does for its batches.
func (l *Log) AssignEpoch(env *Env, epoch int32, start int64) error {
	_, err := l.epochs.Assign(env.Disk, epoch, start, env.Emit)
	return l.storage(env, err)
}

// EndOffsetForEpoch answers OffsetsForLeaderEpoch: the largest known epoch that is not above the asked one and where
// it ends; -1, -1 if there is none.
func (l *Log) EndOffsetForEpoch(epoch int32) (int32, int64) {
	return l.epochs.EndOffsetFor(epoch, l.leo.Offset)
}

// LatestEpoch returns the newest leader epoch of which there are records, or an appointment.
func (l *Log) LatestEpoch() (int32, bool) {
	e, ok := l.epochs.Latest()
	return e.Epoch, ok
}
