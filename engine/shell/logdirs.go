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

func (c *Call) printLogDirs(o *Options, brokers []int32) int {
	topics := strings.Split(o.Get("topic-list", ""), ",")
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
			checkpoint.HashOrder(d.Replicas, checkpoint.Buckets(len(d.Replicas)), func(r cluster.ReplicaInfo) int32 {
				return 31*(31+r.Partition) + checkpoint.StringHash(r.Topic)
			})
			for _, r := range d.Replicas {
				if !o.Has("topic-list") || slices.Contains(topics, r.Topic) {
					one.Partitions = append(one.Partitions, replicaJSON{r.TopicPartition.String(), r.Size, r.OffsetLag, r.Future})
				}
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
