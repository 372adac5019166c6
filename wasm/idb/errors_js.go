package idb

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"logarium/engine/store"
)

// Errors that a person can do something about.
var (
	ErrRefused = errors.New("this browser window does not give the page any storage")
	ErrFull    = fmt.Errorf("the browser's storage for this page is full: %w", store.ErrFull)
	ErrClosed  = errors.New("the storage was upgraded or deleted elsewhere; reload the page")
	ErrBlocked = errors.New("another tab holds an older version of the storage; close it")
	ErrNewer   = errors.New("the storage was written by a newer version of this page; reload it")
	ErrAborted = errors.New("the browser gave up writing to the storage")
)

// explain puts one of the errors above in front of what the browser said.
func explain(err error) error {
	if err == nil {
		return nil
	}
	switch name := exceptionName(err); name {
	case "QuotaExceededError":
		return fmt.Errorf("%w (%v)", ErrFull, err)
	case "ConstraintError":
		return fmt.Errorf("%w: another tab has written to this lab (%v)", store.ErrBlockExists, err)
	case "SecurityError", "NotAllowedError":
		return fmt.Errorf("%w (%v)", ErrRefused, err)
	case "InvalidStateError", "NotFoundError":
		return fmt.Errorf("%w (%v)", ErrClosed, err)
	case "VersionError":
		return fmt.Errorf("%w (%v)", ErrNewer, err)
	case "AbortError", "UnknownError", "TransactionInactiveError":
		return fmt.Errorf("%w (%v)", ErrAborted, err)
	}
	return err
}

// exceptionName finds the DOMException's name. What a call throws at once is a js.Error somewhere in the chain; what
// comes later is the library's DOMException, which can only be compared.
func exceptionName(err error) string {
	var thrown js.Error
	if errors.As(err, &thrown) && thrown.Value.Type() == js.TypeObject {
		return thrown.Value.Get("name").String()
	}
	for _, name := range []string{"QuotaExceededError", "ConstraintError", "SecurityError", "NotAllowedError", "InvalidStateError",
		"NotFoundError", "VersionError", "AbortError", "UnknownError", "TransactionInactiveError"} {
		if errors.Is(err, idb.NewDOMException(name)) {
			return name
		}
	}
	return ""
}
