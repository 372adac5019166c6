package conform

import (
	"slices"

	"logarium/engine/controller"
	"logarium/engine/metadata"
)

// changeOperations are the controller's decisions without a cluster around them.
func changeOperations() map[string]operation {
	return map[string]operation{"partitionChange": (*Driver).partitionChange}
}

// unassigned is the id of a log directory that a broker still has to choose.
const unassigned = "AAAAAAAAAAAAAAAAAAAAAQ"

var elections = map[string]controller.Election{"": controller.Online, "ONLINE": controller.Online, "PREFERRED": controller.Preferred, "UNCLEAN": controller.Unclean}

// partitionChange is one decision of PartitionChangeBuilder.
func (d *Driver) partitionChange(op node) (any, error) {
	p := registrationOf(op)
	for range p.Replicas {
		p.Directories = append(p.Directories, unassigned)
	}
	acceptable := ids(op, "acceptable")
	change := controller.Change{
		Partition: p, TopicID: "AAAAAAAAAAAAAAAAAAAAAA", Acceptable: func(id int32) bool { return slices.Contains(acceptable, id) },
		Election: elections[op.str("election", "")], MinISR: int(op.num("minIsr", 1)), ELR: op.flag("elrOn", true), OldEpochs: op.str("metadataVersion", "") == "3.5",
		ISR: ids(op, "targetIsr"), Replicas: ids(op, "targetReplicas"), Adding: ids(op, "targetAdding"), Removing: ids(op, "targetRemoving"),
		Unclean: ids(op, "uncleanShutdown"), Recovery: metadata.Unchanged, Directory: func(int32) string { return unassigned },
	}
	if op.has("targetRecovery") {
		change.Recovery = recoveryOf(op.str("targetRecovery", ""))
	}
	c := controller.New(controller.Options{})
	record, changed := c.Decide(controller.Env{Now: d.clock.Now(), Emit: d.emit}, &change)
	if !changed {
		return map[string]any{"changed": false}, nil
	}
	answer := registrationMap(controller.Merge(p, record))
	answer["changed"], answer["record"] = true, sortSets(record.String())
	return answer, nil
}

// registrationOf reads a partition's registration out of an operation.
func registrationOf(op node) metadata.Partition {
	return metadata.Partition{
		Replicas: ids(op, "replicas"), ISR: ids(op, "isr"), ELR: ids(op, "elr"), LastKnownELR: ids(op, "lastKnownElr"), Adding: ids(op, "adding"), Removing: ids(op, "removing"),
		Leader: int32(op.num("leader", -1)), LeaderEpoch: int32(op.num("leaderEpoch", 0)), PartitionEpoch: int32(op.num("partitionEpoch", 0)), Recovery: recoveryOf(op.str("recovery", "")),
	}
}

func recoveryOf(name string) metadata.Recovery {
	if name == "RECOVERING" {
		return metadata.Recovering
	}
	return metadata.Recovered
}

// ids is a list of broker ids; nil if the field is missing.
func ids(op node, name string) []int32 {
	if !op.has(name) {
		return nil
	}
	list := []int32{}
	for _, id := range op.list(name) {
		list = append(list, int32(number(id)))
	}
	return list
}
