package idb

import (
	"math/rand/v2"
	"strconv"
	"syscall/js"
	"testing"

	"logarium/engine/store"
	"logarium/wasm/promise"
)

// A commit as the worker makes it under load: many blocks of random bytes, which no browser can compress.
const (
	benchBlocks = 128
	benchBytes  = 32 << 10
)

func randomBlocks(first uint64) []store.Block {
	random := rand.NewChaCha8([32]byte{1})
	all := make([]store.Block, benchBlocks)
	for i := range all {
		data := make([]byte, benchBytes)
		_, _ = random.Read(data)
		all[i] = store.Block{ID: first + uint64(i), Data: data}
	}
	return all
}

func prepare(b *testing.B, lab string) *Database {
	b.Helper()
	if err := Delete(lab); err != nil {
		b.Fatal(err)
	}
	d, err := Open(lab)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = d.Close()
		_ = Delete(lab)
	})
	return d
}

func BenchmarkCommit(b *testing.B) {
	d := prepare(b, "bench")
	blocks := randomBlocks(1)
	b.SetBytes(benchBlocks * benchBytes)
	for b.Loop() {
		for i := range blocks {
			blocks[i].ID += benchBlocks
		}
		if err := d.Commit(blocks, []byte("root")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRawPuts is the same in JavaScript, without Go in between: the bar that Commit is measured against.
func BenchmarkRawPuts(b *testing.B) {
	prepare(b, "raw")
	raw := js.Global().Get("Function").New("name", "count", "size", "rounds", `return new Promise((resolve, reject) => {
		const data = new Uint8Array(size);
		for (let i = 0; i < size; i += 65536) crypto.getRandomValues(data.subarray(i, i + 65536));
		const open = indexedDB.open(name);
		open.onsuccess = () => {
			let id = 0;
			(function round() {
				if (!rounds--) { open.result.close(); resolve(); return; }
				const txn = open.result.transaction("blocks", "readwrite", {durability: "relaxed"});
				for (let i = 0; i < count; i++) txn.objectStore("blocks").add(data.slice(), ++id);
				txn.oncomplete = round;
				txn.onabort = () => reject(txn.error);
			})();
		};
	})`)
	b.SetBytes(benchBlocks * benchBytes)
	b.ResetTimer()
	if _, err := promise.Await(raw.Invoke(DatabaseName("raw"), benchBlocks, benchBytes, b.N)); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRead(b *testing.B) {
	d := prepare(b, "read")
	blocks := randomBlocks(1)
	if err := d.Commit(blocks, nil); err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1, 32, benchBlocks} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			ids := make([]uint64, n)
			for i := range ids {
				ids[i] = blocks[i].ID
			}
			b.SetBytes(int64(n) * benchBytes)
			for b.Loop() {
				if _, err := d.Read(ids); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
