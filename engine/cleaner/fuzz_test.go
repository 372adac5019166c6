package cleaner

import (
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/plog"
	"logarium/engine/record"
)

// FuzzPass cleans a segment of any bytes: the pass ends well or with an error, and what it leaves loads or is refused. With
// sum the first batch gets the checksum that fits, so that only its records are damaged.
func FuzzPass(f *testing.F) {
	for seed := range 4 {
		m := newMachine()
		l := rapid.Custom(func(t *rapid.T) *plog.Log { return randomLog(t, m, 8) }).Example(seed + 1)
		b, err := m.disk.ReadFile(l.Segment(0).LogPath(l.Dir()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, false, uint16(300), uint16(1000))
		f.Add(b, true, uint16(1), uint16(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, sum bool, buffer, slots uint16) {
		if len(data) > 1<<16 {
			return
		}
		m := newMachine()
		l, err := m.open("t", small, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.append(l, start, record.DefaultOptions(), pair{[]byte("k"), []byte("v")}); err != nil {
			t.Fatal(err)
		}
		if err := l.Roll(m.env(), -1); err != nil {
			t.Fatal(err)
		}
		if sum {
			data = summed(data)
		}
		if err := m.disk.WriteFile(l.Segment(0).LogPath(l.Dir()), data); err != nil {
			t.Fatal(err)
		}
		o := options(int(slots)%2000 + 1)
		o.Buffer = int(buffer)%4000 + 1
		if err := NewPass(l, 0, l.ActiveBase(), m.clock.Now(), o).Run(m.env(), l, nil); err != nil && err.Error() == "" {
			t.Fatal("an error without text")
		}
		m.stop()
		if _, err := m.open("t", small, false); err != nil && err.Error() == "" {
			t.Fatal("refused without a reason")
		}
	})
}

// summed corrects the checksum of the first batch.
func summed(data []byte) []byte {
	b := record.Batch(append([]byte(nil), data...))
	if len(b) < record.HeaderSize || b.Size() < record.HeaderSize || b.Size() > len(b) {
		return data
	}
	b[:b.Size()].SetCRC()
	return b
}
