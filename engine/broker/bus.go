package broker

import (
	"errors"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// loadMapped loads all logs as a process does whose index files are mapped: recovery empties an index and writes it again
// into a file with holes, and on a full disk that ends in SIGBUS. Java makes an InternalError of it, which LogManager takes
// for an Exception.
func (b *Broker) loadMapped(h *Host, l *loading) error {
	err := b.disk.Trapping(func() error { return b.load(h, l) })
	if !errors.Is(err, disk.ErrBus) {
		return err
	}
	b.emit(h, event.LoadFailed{Thrown: kerr.New("InternalError", "a fault occurred in a recent unsafe memory access operation in compiled Java code")})
	return kerr.New("ClassCastException", "class java.lang.InternalError cannot be cast to class java.lang.Exception (java.lang.InternalError and java.lang.Exception are in module java.base of loader 'bootstrap')")
}
