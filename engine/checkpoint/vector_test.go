package checkpoint

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func content(t *testing.T, d *disk.Disk, file string) []byte {
	t.Helper()
	b, err := d.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func topicID(t *testing.T) UUID {
	id, err := ParseUUID("dGVzdC10b3BpYy1pZC0xMQ")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestVectorW: a recovery point checkpoint.
func TestVectorW(t *testing.T) {
	d := disk.New(disk.Options{})
	entries := []OffsetEntry{{TopicPartition{"orders", 0}, 1500}, {TopicPartition{"orders", 1}, 0}}
	if err := WriteOffsets(d, "/"+RecoveryPoint, entries); err != nil {
		t.Fatal(err)
	}
	want := unhex(t, `30 0a 32 0a 6f 72 64 65 72 73 20 30 20 31 35 30 30 0a 6f 72 64 65 72 73 20 31 20 30 0a`)
	if got := content(t, d, "/"+RecoveryPoint); !bytes.Equal(got, want) {
		t.Fatalf("%q", got)
	}
	if d.Exists("/" + RecoveryPoint + ".tmp") {
		t.Fatal("temporary file left")
	}
}

// TestVectorY: partition.metadata.
func TestVectorY(t *testing.T) {
	d := disk.New(disk.Options{})
	if err := WriteMetadata(d, "/"+PartitionMetadata, topicID(t)); err != nil {
		t.Fatal(err)
	}
	want := unhex(t, `76 65 72 73 69 6f 6e 3a 20 30 0a 74 6f 70 69 63 5f 69 64 3a 20 64 47 56
		7a 64 43 31 30 62 33 42 70 59 79 31 70 5a 43 30 78 4d 51`)
	if got := content(t, d, "/"+PartitionMetadata); !bytes.Equal(got, want) {
		t.Fatalf("%q", got)
	}
}

// TestVectorZ: the clean shutdown marker.
func TestVectorZ(t *testing.T) {
	d := disk.New(disk.Options{})
	if err := WriteCleanShutdown(d, "/"+CleanShutdown, 77); err != nil {
		t.Fatal(err)
	}
	if got := content(t, d, "/"+CleanShutdown); string(got) != `{"version":0,"brokerEpoch":77}` {
		t.Fatalf("%q", got)
	}
}

// TestMetaBytes: the order of the lines is that of Java's Properties.
func TestMetaBytes(t *testing.T) {
	d := disk.New(disk.Options{})
	m := MetaProperties{1, "testcluster_id-A==", 3, true, topicID(t)}
	if err := WriteMeta(d, "/"+MetaPropertiesFile, m, 1735689600000); err != nil {
		t.Fatal(err)
	}
	want := "#\n#Wed Jan 01 00:00:00 UTC 2025\nnode.id=3\ndirectory.id=dGVzdC10b3BpYy1pZC0xMQ\nversion=1\ncluster.id=testcluster_id-A\\=\\=\n"
	if got := content(t, d, "/"+MetaPropertiesFile); string(got) != want {
		t.Fatalf("%q", got)
	}
	if got, err := ReadMeta(d, "/"+MetaPropertiesFile); err != nil || got != m {
		t.Fatal(got, err)
	}
	if _, err := ReadMeta(d, "/none"); kerr.As(err) == nil || kerr.As(err).Class != "NoSuchFileException" {
		t.Fatal(err)
	}
}

// TestEscapes: as java.util.Properties.store writes them.
func TestEscapes(t *testing.T) {
	p := Properties{{"a b", " x y"}, {"ék:=#!\t", "év:=#!\n\\ z"}}
	_, got, _ := strings.Cut(string(FormatProperties(p, 0)), "1970\n")
	want := "a\\ b=\\ x y\n\\u00E9k\\:\\=\\#\\!\\t=\\u00E9v\\:\\=\\#\\!\\n\\\\ z\n"
	if got != want {
		t.Fatalf("%q\n%q", got, want)
	}
}

// TestJavaOrder: what Java's hash map does with known keys.
func TestJavaOrder(t *testing.T) {
	if StringHash("orders") != -1008770331 || StringHash("") != 0 || StringHash("é😀") != 233*31*31+0xd83d*31+0xde00 {
		t.Fatal(StringHash("orders"), StringHash("é😀"))
	}
	ids := []int64{2000, 1000, 33, 17, 1, 49, 4294967296, 65537, 123456789012}
	HashOrder(ids, 16, LongHash)
	if want := []int64{2000, 65537, 33, 17, 1, 49, 4294967296, 123456789012, 1000}; !equal(ids, want) {
		t.Fatal(ids)
	}
	for n, want := range map[int]int{0: 16, 12: 16, 13: 32, 24: 32, 25: 64} {
		if Buckets(n) != want {
			t.Errorf("Buckets(%d) = %d", n, Buckets(n))
		}
	}
	for n, want := range map[int]int{0: 1, 1: 2, 2: 4, 3: 4, 4: 8, 6: 8, 7: 16, 12: 16, 13: 32} {
		if SizedBuckets(n) != want {
			t.Errorf("SizedBuckets(%d) = %d", n, SizedBuckets(n))
		}
	}
}

func equal(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestLock: the lock is the open handle, not the file.
func TestLock(t *testing.T) {
	d := disk.New(disk.Options{})
	h, err := Lock(d, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "Failed to acquire lock on file .lock in /d. A Kafka instance in another process or thread is using this directory."
	if err := d.Mkdir("/d"); err != nil {
		t.Fatal(err)
	}
	held, err := Lock(d, "/d")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(d, "/d"); !errors.Is(err, kerr.ErrKafka) || err.Error() != want {
		t.Fatal(err)
	}
	if err := d.Close(held); err != nil { // the process died
		t.Fatal(err)
	}
	if held, err = Lock(d, "/d"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Unlock(d, "/d", held), Unlock(d, "", h)); err != nil || d.Exists("/d/.lock") {
		t.Fatal(err)
	}
}

// TestWriteFails: the error says which file, the cause what happened, and the old file stays.
func TestWriteFails(t *testing.T) {
	d := disk.New(disk.Options{})
	err := WriteEpochs(d, "/gone/"+LeaderEpochs, []EpochEntry{{1, 0}})
	e := kerr.As(err)
	if e == nil || e.Class != "KafkaStorageException" || e.Message != "Error while writing to checkpoint file /gone/leader-epoch-checkpoint" || !errors.Is(err, disk.ErrNotExist) {
		t.Fatal(err)
	}
	if err := errors.Join(Replace(d, "/f", []byte("old")), Ensure(d, "/f"), Ensure(d, "/new")); err != nil {
		t.Fatal(err)
	}
	if string(content(t, d, "/f")) != "old" || len(content(t, d, "/new")) != 0 {
		t.Fatal("Ensure changed a file")
	}
}
