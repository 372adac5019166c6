package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Of LevelDB's log, in which Chromium keeps IndexedDB: blocks of 32 KiB, in which records have a head of checksum (4 bytes), length (2)
// and type (1). https://github.com/google/leveldb/blob/main/doc/log_format.md
const (
	logBlock = 32 << 10
	logHead  = 7
)

// tear puts half a record at the end of a browser's IndexedDB log, as a kill does amid a write: it loses nothing that was
// committed. A browser that keeps IndexedDB in another way has no such log.
func tear(t *testing.T, profile string) (torn int) {
	t.Helper()
	for _, name := range indexedDBLogs(t, profile) {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		room := logBlock - len(log)%logBlock
		if room < 2*logHead {
			log, room = append(log, make([]byte, room)...), logBlock // as LevelDB fills a block in which no head has room
		}
		length := min(room-logHead, 1000)
		log = append(log, 1, 2, 3, 4, byte(length), byte(length>>8), 1)
		log = append(log, bytes.Repeat([]byte{5}, length/2)...)
		if err := os.WriteFile(name, log, 0o600); err != nil {
			t.Fatal(err)
		}
		torn++
	}
	return torn
}

// damage changes one byte of what is committed. It tells whether there was something to damage.
func damage(t *testing.T, profile string) (damaged bool) {
	t.Helper()
	for _, name := range indexedDBLogs(t, profile) {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(log) < 2*logHead {
			continue
		}
		log[logHead] ^= 1
		if err := os.WriteFile(name, log, 0o600); err != nil {
			t.Fatal(err)
		}
		damaged = true
	}
	return damaged
}

// indexedDBLogs are the logs that LevelDB reads at its start; the latest is the one that it goes on with.
func indexedDBLogs(t *testing.T, profile string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(profile, "Default", "IndexedDB", "*.leveldb", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		return nil
	}
	return []string{slices.Max(names)}
}

// lose damages the storage, which Chromium then deletes as a whole. The page says so in place of greeting a new visitor, works,
// and says it once.
func (k *killing) lose() {
	k.t.Helper()
	if !damage(k.t, k.profile) {
		k.t.Logf("this browser keeps no LevelDB log: its loss is not tried")
		return
	}
	b := relaunch(k.t, k.profile)
	p := visit(k.t, b, k.url)
	if ready := p.ready(); !ready.Lost || !ready.Fresh || ready.Store != "indexeddb" {
		k.t.Errorf("after damage ready is %+v", ready)
	}
	p.wait("the notice", `!!document.querySelector(".banner")?.textContent.includes("damaged and deleted")`)
	p.saved()
	p.reload()
	if ready := p.ready(); ready.Lost || ready.Fresh || ready.Why != "" {
		k.t.Errorf("at the next start ready is %+v", ready)
	}
	b.stop()
}
