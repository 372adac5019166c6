package index

import "logarium/engine/machine/disk"

// Handle is the handle of the open file, 0 if it is not open.
func (m *mapped) Handle() disk.Handle {
	if !m.open {
		return 0
	}
	return m.handle
}

// Handle is the handle of the open file, 0 if it is not open.
func (x *TxnIndex) Handle() disk.Handle {
	if !x.open {
		return 0
	}
	return x.handle
}

// AdoptOffsetIndex takes over a file that is open already, 0 if it is not, to close and remove it. Its entries are
// not known.
func AdoptOffsetIndex(path string, base int64, h disk.Handle) OffsetIndex {
	x := NewOffsetIndex(path, base, 0)
	x.handle, x.open = h, h != 0
	return x
}

// AdoptTimeIndex is AdoptOffsetIndex for a time index.
func AdoptTimeIndex(path string, base int64, h disk.Handle) TimeIndex {
	x := NewTimeIndex(path, base, 0)
	x.handle, x.open = h, h != 0
	return x
}

// AdoptTxnIndex is AdoptOffsetIndex for a transaction index.
func AdoptTxnIndex(path string, base int64, h disk.Handle) TxnIndex {
	x := NewTxnIndex(path, base)
	x.handle, x.open = h, h != 0
	return x
}
