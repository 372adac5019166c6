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
		return raftText("LeaderChange:", r.Value, leaderChange), nil
	case record.SnapHeader:
		return raftText("SnapshotHeader", r.Value, []part{{name: "version", kind: isInt16}, {name: "lastContainedLogTimestamp", kind: isInt64}}), nil
	case record.SnapFooter:
		return raftText("SnapshotFooter", r.Value, []part{{name: "version", kind: isInt16}}), nil
	case record.KRaftVersion:
		return raftText("KRaftVersion", r.Value, []part{{name: "version", kind: isInt16}, {name: "kRaftVersion", kind: isInt16}}), nil
	case record.KRaftVoters:
		return raftText("KRaftVoters", r.Value, raftVoters), nil
	}
	return fmt.Sprintf(" controlType: %v(%d)", kind, codec.Int16(r.Key[2:])), nil
}

// Control records of KRaft's own log.
var (
	leaderChange = []part{
		{name: "version", kind: isInt16},
		{name: "leaderId", kind: isInt32},
		{name: "voters", kind: isArray, of: raftVoter},
		{name: "grantingVoters", kind: isArray, of: raftVoter},
	}
	raftVoter  = []part{{name: "voterId", kind: isInt32}, {name: "voterDirectoryId", kind: isUUID, from: 1}}
	raftVoters = []part{
		{name: "version", kind: isInt16},
		{name: "voters", kind: isArray, of: []part{
			{name: "voterId", kind: isInt32},
			{name: "voterDirectoryId", kind: isUUID},
			{name: "endpoints", kind: isArray, of: []part{text("name"), text("host"), {name: "port", kind: isUint16}}},
			{name: "kRaftVersionFeature", kind: isStruct, of: []part{{name: "minSupportedVersion", kind: isInt16}, {name: "maxSupportedVersion", kind: isInt16}}},
		}},
	}
)

// raftText is the JSON of a flexible message that begins with its version, behind its name.
func raftText(name string, b []byte, fields []part) string {
	m := wire{b: b, flexible: true}
	if len(b) >= 2 {
		m.version = codec.Int16(b)
	}
	return " " + name + " " + m.object(fields)
}
