// Package disk is a small operating system for files: names, sparse files of 4 KiB pages, a page cache
// with write-back, fsync, handles, and everything that can go wrong with them. It knows bytes only.
//
// # Contract
//
// Paths are absolute, with '/' between names; a path that is not, or a name longer than 255 bytes, is
// refused. Errors are *PathError and wrap one of the package's sentinels.
//
// A write goes to the page cache, where everyone sees it at once; within the cache it is never torn. It
// must fail with ErrNoSpace when a page that it needs would exceed the capacity: the bytes before
// that page are written and counted in the result. Writing to a page that is there never needs space.
//
// Sync makes the content, size and time of a file durable, SyncDir the names in a directory. Neither
// implies the other: a synced file whose name was never synced is gone after power loss. A rename is
// atomic: after power loss a file has its old or its new name, also across directories, which from
// then on become durable together. Without any sync, Writeback makes things durable by age and amount.
//
// A removed file lives on while a handle is open: Df counts it, Du does not, OpenFiles says so.
//
// Truncate that grows a file allocates nothing; holes read as zeros.
//
// Words (Uint32 and so on) are memory mapped: the same pages, no error to return. A position outside
// the file is a broken caller and panics. They do not notice injected errors, nor a full disk but for Trapping.
//
// Not promised: the order in which the pages of one file become durable without Sync; permissions,
// links, access times; that Blocks of a file never shrink when zeros are written (they never do).
//
// State that cannot be read back from the block store is not a simulated error: it panics with
// *store.Lost.
package disk

import (
	"logarium/engine/cow"
	"logarium/engine/store"
)

// PageSize is the size of a page in bytes, of the page cache and of the file system alike.
const PageSize = store.PageSize

// Defaults of Options. The limits are those of a plain Linux machine.
const (
	DefaultCapacity    = 100 << 30
	DefaultCache       = 1 << 30
	DefaultHandleLimit = 1024 * 1024
	DefaultMapLimit    = 65530
)

// Options describe a disk. Zero fields stand for the defaults.
type Options struct {
	Capacity    int64  // bytes
	CacheBytes  int64  // size of the simulated page cache
	HandleLimit int    // open files (ulimit -n)
	MapLimit    int    // mapped files (vm.max_map_count)
	Device      Device // zero: SSD
	NFS         bool   // removing an open file leaves it a name: see SetNFS
}

// Disk is a file system with its page cache. It is used by one goroutine.
type Disk struct {
	options Options
	own     *owner // nil: no inode may be changed in place
	now     int64  // ms
	process int

	lastIno    uint64
	inodes     cow.Map[uint64, *inode]
	used       int64 // pages of live files
	lastHandle Handle
	handles    cow.Map[Handle, handle]
	open, maps int // numbers of handles; Invariant: open+maps == handles.Len()

	cache  cache
	head   head
	stats  Stats
	writes uint64   // the last version given to an inode
	faults []Fault  // replaced, never changed in place
	slow   int      // how many times as long an access takes, 0 as 1
	silly  []uint64 // inodes that NFS has renamed and will remove at their last close; replaced, never changed in place

	changes uint64 // of inode pointers and handles; what memo holds is valid for one value
	memo    *[memoSlots]memo
	near    near
	listed  listed
	scan    scan
	watch   func() // see Watch
	peeks   bool   // see Peek

	trapping bool // see Trapping
}

// owner is the identity of one side of a fork: what has another owner may be shared.
type owner struct{ _ byte }

// New returns a disk with an empty root directory.
func New(o Options) *Disk {
	d := &Disk{options: o.withDefaults(), lastIno: rootIno}
	d.cache.limit = int(d.options.CacheBytes / PageSize)
	d.inodes.Set(rootIno, &inode{own: d.token(), ino: rootIno, dir: true, kept: 1, cut: noCut})
	return d
}

func (o Options) withDefaults() Options {
	def := func(p *int64, v int64) {
		if *p <= 0 {
			*p = v
		}
	}
	def(&o.Capacity, DefaultCapacity)
	def(&o.CacheBytes, DefaultCache)
	if o.HandleLimit <= 0 {
		o.HandleLimit = DefaultHandleLimit
	}
	if o.MapLimit <= 0 {
		o.MapLimit = DefaultMapLimit
	}
	if o.Device == (Device{}) {
		o.Device = SSD()
	}
	return o
}

// Fork returns a copy in constant time. Both may be changed from then on, independently.
func (d *Disk) Fork() *Disk {
	d.own, d.memo, d.listed = nil, nil, listed{}
	f := *d
	f.watch = nil
	f.inodes, f.handles, f.cache = d.inodes.Fork(), d.handles.Fork(), d.cache.fork()
	return &f
}

func (d *Disk) token() *owner {
	if d.own == nil {
		d.own = &owner{}
	}
	return d.own
}

// Peek makes reading free: from now on it leaves no trace in the page cache and the counts. It is for a fork that somebody looks at and throws away,
// to which the cache's order, kept for each page that is read, would be half the work.
func (d *Disk) Peek() { d.peeks = true }

// Watch calls f before every single change: a write, a word of a mapping, a truncation, a name that comes or goes, a
// sync. f may fork the disk and nothing else. It is for those who want to know what a crash at any instant would leave;
// it is no part of the state, and a fork is not watched.
func (d *Disk) Watch(f func()) { d.watch = f }

func (d *Disk) changing() {
	if d.watch != nil {
		d.watch()
	}
}

// SetTime tells the time in ms. It dates changes: mtime, and the age of dirty pages.
func (d *Disk) SetTime(ms int64) { d.now = ms }

// Time is the time last set.
func (d *Disk) Time() int64 { return d.now }

// SetProcess says on whose behalf files are opened from now on, for OpenFiles and CloseAll.
func (d *Disk) SetProcess(pid int) { d.process = pid }

// Options returns what the disk was made with and changed to.
func (d *Disk) Options() Options { return d.options }

// SetCapacity changes the size of the disk in bytes; what is there stays, even if it is more.
func (d *Disk) SetCapacity(bytes int64) { d.options.Capacity = bytes }

// SetCache changes the size of the page cache in bytes; at least one page remains.
func (d *Disk) SetCache(bytes int64) {
	d.options.CacheBytes = bytes
	d.cache.limit = max(1, int(bytes/PageSize))
	d.balance()
	d.evict()
}

// SetHandleLimit changes the limit of open files; files that are open stay so.
func (d *Disk) SetHandleLimit(n int) { d.options.HandleLimit = n }

// SetDevice changes the latency model.
func (d *Disk) SetDevice(v Device) { d.options.Device = v }

// SetSlow makes every access take a number of times as long as the device says, as on a disk that is failing or shared;
// 1 ends it.
func (d *Disk) SetSlow(times int) { d.slow = times }

// Slow is how many times as long an access takes.
func (d *Disk) Slow() int { return max(1, d.slow) }

// Df returns the bytes in use, by named files and by removed ones that are still open, and the
// capacity.
func (d *Disk) Df() (used, capacity int64) { return d.used * PageSize, d.options.Capacity }
