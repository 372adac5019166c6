package checkpoint

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/machine/disk"
)

// TestOffsetsRoundTrip: what is written is read back.
func TestOffsetsRoundTrip(t *testing.T) {
	entry := rapid.Custom(func(t *rapid.T) OffsetEntry {
		return OffsetEntry{TopicPartition{rapid.StringMatching(`[a-zA-Z0-9._-]{1,20}`).Draw(t, "topic"), rapid.Int32().Draw(t, "partition")}, rapid.Int64().Draw(t, "offset")}
	})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfNDistinct(entry, 0, 20, func(e OffsetEntry) TopicPartition { return e.TopicPartition }).Draw(t, "entries")
		d := disk.New(disk.Options{})
		if err := WriteOffsets(d, "/f", list); err != nil {
			t.Fatal(err)
		}
		got, err := ReadOffsets(d, "/f")
		if err != nil || !slices.Equal(got, list) {
			t.Fatal(got, err)
		}
	})
}

// TestPropertiesRoundTrip: any text survives the escapes.
func TestPropertiesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key, value := rapid.String().Draw(t, "key"), rapid.String().Draw(t, "value")
		got := ParseProperties(FormatProperties(Properties{{key, value}}, rapid.Int64Range(0, 1<<42).Draw(t, "now")))
		if len(got) != 1 || got[0] != (Property{key, value}) {
			t.Fatalf("%q", got)
		}
	})
}

// TestUUIDRoundTrip: 22 characters, and back.
func TestUUIDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var id UUID
		copy(id[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		text := id.String()
		if got, err := ParseUUID(text); err != nil || got != id || len(text) != 22 {
			t.Fatal(got, err)
		}
	})
}

// TestReplaceIsAtomic: after a power loss there is the old or the new file, and after Replace has
// returned, the new one.
func TestReplaceIsAtomic(t *testing.T) {
	d := disk.New(disk.Options{})
	for _, text := range []string{"one", "a longer second", "3"} {
		if err := Replace(d, "/f", []byte(text)); err != nil {
			t.Fatal(err)
		}
		d.PowerLoss(disk.LoseDirty, 1)
		if got := content(t, d, "/f"); string(got) != text {
			t.Fatalf("%q", got)
		}
	}
}

func FuzzOffsets(f *testing.F) {
	f.Add([]byte("0\n2\norders 0 1500\norders 1 0\n"))
	f.Add([]byte("0\r\n1\r\n orders\t0 x"))
	f.Add([]byte("1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := ParseOffsets(text, "/f")
		if err != nil {
			return
		}
		again, err := ParseOffsets(Format(offsetLines(list)), "/f")
		if err != nil || !slices.Equal(again, list) {
			t.Fatal(list, again, err)
		}
		_, _ = ParseEpochs(text, "/f")
	})
}

func FuzzSmallFiles(f *testing.F) {
	f.Add([]byte("version: 0\ntopic_id: dGVzdC10b3BpYy1pZC0xMQ"))
	f.Add([]byte("#\n#x\nversion=1\ncluster.id=a\\\n b\nnode.id=3\ndirectory.id=\\u0041"))
	f.Add([]byte(`{"version":0,"brokerEpoch":77}`))
	f.Add([]byte("dGVzdC10b3BpYy1pZC0xMQ"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if id, err := ParseMetadata(text, "/f"); err == nil {
			if got, err := ParseMetadata(FormatMetadata(id), "/f"); err != nil || got != id {
				t.Fatal(id, got, err)
			}
		}
		if m, err := ParseMeta(text); err == nil && m.HasNodeID && m.ClusterID != "" { // "" is written as if there were none
			if got, err := ParseMeta(FormatMeta(m, 0)); err != nil || got != m {
				t.Fatal(m, got, err)
			}
		}
		if epoch, ok := ParseCleanShutdown(text); ok {
			if got, ok := ParseCleanShutdown(FormatCleanShutdown(epoch)); !ok || got != epoch {
				t.Fatal(epoch, got)
			}
		}
		_, _ = ParseUUID(string(text))
	})
}
