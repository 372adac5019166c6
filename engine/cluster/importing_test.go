package cluster

import (
	"strings"
	"testing"

	"logarium/engine/config"
	"logarium/engine/machine/disk"
)

// living is a cluster with data in two topics, and its files as somebody would copy them from a stopped or a killed broker.
func living(t *testing.T, clean bool) (*Cluster, []File) {
	t.Helper()
	c, err := New(Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"orders", "a.b-c"} {
		if _, err := c.CreateTopic(NewTopic{Name: name, Partitions: 2, ReplicationFactor: 1}); err != nil {
			t.Fatal(err)
		}
		fill(t, c, name)
	}
	if clean {
		err = c.StopBroker(1)
	} else {
		err = c.KillBroker(1)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, filesOf(t, c.brokers[0].Disk(), c.brokers[0].LogDirs()[0], "")
}

func fill(t *testing.T, c *Cluster, topic string) {
	t.Helper()
	for n := range int32(2) {
		for range 3 + n {
			if _, err := c.Produce(topic, []Record{{Timestamp: NoTimestamp, Value: []byte("v")}}, ProduceOptions{Partition: n, Acks: -1}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func filesOf(t *testing.T, d *disk.Disk, dir, prefix string) (files []File) {
	t.Helper()
	list, err := d.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.Dir {
			files = append(files, filesOf(t, d, dir+"/"+f.Name, prefix+f.Name+"/")...)
			continue
		}
		data, err := d.ReadFile(dir + "/" + f.Name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: prefix + f.Name, Mtime: f.Mtime, Data: data})
	}
	return files
}

// TestImport: the files of a broker open in another one, with the same topics, offsets and watermarks.
func TestImport(t *testing.T) {
	for name, clean := range map[string]bool{"stopped": true, "killed": false} {
		was, files := living(t, clean)
		c, err := Import(Imported{Options: Options{Seed: 9}, Files: files, Configs: map[string]config.Properties{
			"orders": config.PropertiesOf("retention.ms", "1000"),
		}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, topic := range was.Topics() {
			got, ok := c.Topic(topic.Name)
			if !ok || got.ID != topic.ID || len(got.Partitions) != 2 {
				t.Errorf("%s: topic %s became %+v", name, topic.Name, got)
			}
		}
		for tp, end := range map[string]int64{"orders-0": 3, "orders-1": 4, "a.b-c-0": 3, "a.b-c-1": 4} {
			l := c.brokers[0].Log(tp)
			if l == nil || l.LogEndOffset() != end || l.HighWatermark() != end {
				t.Errorf("%s: %s is %v", name, tp, l)
			}
		}
		if got := c.brokers[0].Log("orders-0").Config().RetentionMs; got != 1000 {
			t.Errorf("%s: retention.ms is %d", name, got)
		}
		if got := c.brokers[0].Log("a.b-c-0").Config().RetentionMs; got != 7*24*3600_000 {
			t.Errorf("%s: retention.ms of the other is %d", name, got)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	for _, c := range []struct {
		what, want string
		im         Imported
	}{
		{"a way out", "leads out", Imported{Files: []File{{Path: "../etc/passwd"}}}},
		{"a setting", "retention.ms", Imported{Files: []File{{Path: "a-0/00000000000000000000.log"}}, Configs: map[string]config.Properties{"": config.PropertiesOf("retention.ms", "soon")}}},
		{"metadata", "partition.metadata", Imported{Files: []File{{Path: "a-0/partition.metadata", Data: []byte("version: 7\n")}}}},
		{"a broker's setting", "log.dirs", Imported{Options: Options{Properties: config.PropertiesOf("log.dirs", "")}}},
	} {
		if _, err := Import(c.im); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

func TestPartitionOf(t *testing.T) {
	for name, want := range map[string]string{
		"orders-0": "orders-0", "a.b-c-12": "a.b-c-12", "__consumer_offsets-49": "__consumer_offsets-49",
		"orders": "", "-0": "", "orders-": "", "orders-x": "", "orders--1": "orders--1", "orders-99999999999": "",
		"orders-0.2098eb73d4364d7783d6845323ce3c71-delete": "", "orders-0.2098eb73d4364d7783d6845323ce3c71-future": "", "__cluster_metadata-0": "",
	} {
		got := ""
		if tp, ok := partitionOf(name); ok {
			got = tp.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
