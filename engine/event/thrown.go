package event

import (
	"errors"

	"logarium/engine/kerr"
)

// thrown is what a log prints below a line, without the stack: full class name, message, and the causes.
func thrown(err error) string {
	if err == nil {
		return ""
	}
	s := kerr.JavaText(err)
	if e := kerr.As(err); e != nil {
		if cause := errors.Unwrap(e); cause != nil {
			s += "\nCaused by: " + thrown(cause)
		}
	}
	return s
}
