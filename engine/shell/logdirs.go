package shell

import (
	"encoding/json"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cluster"
)

// The JSON of kafka-log-dirs.
type (
	logDirsJSON struct {
		Brokers []brokerDirs `json:"brokers"`
		Version int          `json:"version"`
	}
	brokerDirs struct {
		Broker  int32       `json:"broker"`
		LogDirs []logDirOne `json:"logDirs"`
	}
	logDirOne struct {
		Partitions []replicaJSON `json:"partitions"`
		Error      *string       `json:"error"`
		LogDir     string        `json:"logDir"`
	}
	replicaJSON struct {
		Partition string `json:"partition"`
		Size      int64  `json:"size"`
		OffsetLag int64  `json:"offsetLag"`
		IsFuture  bool   `json:"isFuture"`
	}
)

// inAnswer are the replicas of some topics, or all, in the order of the tool's maps. The first one gets them as the broker's answer lists them: topic
// by topic out of a map of the broker's. A second one gets those of the topics asked for.
func inAnswer(all []cluster.ReplicaInfo, topics []string) []cluster.ReplicaInfo {
	hashes := make([]int32, len(all))
	for i, r := range all {
		hashes[i] = checkpoint.StringHash(r.Topic)
	}
	list := make([]cluster.ReplicaInfo, len(all))
	for i, from := range checkpoint.TrieOrder(hashes) {
		list[i] = all[from]
	}
	hash := func(r cluster.ReplicaInfo) int32 {
		return checkpoint.TopicPartition{Topic: r.Topic, Partition: r.Partition}.Hash()
	}
	checkpoint.HashOrder(list, checkpoint.Buckets(len(list)), hash)
	if topics != nil {
		list = slices.DeleteFunc(list, func(r cluster.ReplicaInfo) bool { return !slices.Contains(topics, r.Topic) })
		checkpoint.HashOrder(list, checkpoint.Buckets(len(list)), hash)
	}
	return list
}

func (c *Call) printLogDirs(o *Options, brokers []int32) int {
	var topics []string
	if o.Has("topic-list") {
		topics = strings.Split(o.Get("topic-list", ""), ",")
	}
	answer := logDirsJSON{Version: 1}
	for _, id := range brokers {
		dirs, err := c.Cluster.DescribeLogDirs(id)
		if err != nil {
			return c.Fail("%s", java(err))
		}
		b := brokerDirs{Broker: id}
		checkpoint.HashOrder(dirs, tableFor(len(dirs)), func(d cluster.LogDirInfo) int32 { return checkpoint.StringHash(d.Path) })
		for _, d := range dirs {
			one := logDirOne{LogDir: d.Path, Partitions: []replicaJSON{}}
			if d.Error != "" {
				one.Error = &d.Error
			}
			for _, r := range inAnswer(d.Replicas, topics) {
				one.Partitions = append(one.Partitions, replicaJSON{r.TopicPartition.String(), r.Size, r.OffsetLag, r.Future})
			}
			b.LogDirs = append(b.LogDirs, one)
		}
		answer.Brokers = append(answer.Brokers, b)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return c.Fail("%s", err)
	}
	c.Printf("Querying brokers for log directories information\nReceived log directory information from brokers %s\n%s\n", joinIDs(brokers), text)
	return 0
}
