package glass

import (
	"fmt"

	"logarium/engine/codec"
	"logarium/engine/record"
)

// controlText is what the dump prints of a control record behind its header keys.
func controlText(r *record.Record) (string, error) {
	kind, err := record.ParseControlType(r.Key)
	if err != nil {
		return "", err
	}
	switch kind {
	case record.Abort, record.Commit:
		m, err := record.ParseMarker(r)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf(" endTxnMarker: %v coordinatorEpoch: %d", m.Type, m.CoordinatorEpoch), nil
	case record.LeaderChange:
		return raftText("LeaderChange:", r.Value, leaderChangeFields), nil
	case record.SnapHeader:
		return raftText("SnapshotHeader", r.Value, snapshotHeaderFields), nil
	case record.SnapFooter:
		return raftText("SnapshotFooter", r.Value, snapshotFooterFields), nil
	case record.KRaftVersion:
		return raftText("KRaftVersion", r.Value, raftVersionFields), nil
	case record.KRaftVoters:
		return raftText("KRaftVoters", r.Value, raftVotersFields), nil
	}
	return fmt.Sprintf(" controlType: %v(%d)", kind, codec.Int16(r.Key[2:])), nil
}

// raftText is the JSON of a flexible message that begins with its version, behind its name.
func raftText(name string, b []byte, fields string) string {
	m := wire{b: b, flexible: true}
	if len(b) >= 2 {
		m.version = codec.Int16(b)
	}
	return " " + name + " " + m.object(fields)
}
