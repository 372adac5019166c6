// Package kerr holds the errors of Kafka that a client, a tool or a log file can see: each has the
// name of the Java exception, the name of the protocol error that the broker answers with, and the
// exact message text.
package kerr

import (
	"errors"
	"fmt"
)

// Error is a Kafka exception as a value.
//
// Use errors.Is with one of the sentinels (ErrOffsetOutOfRange, ...) to ask for the kind: two
// errors are of the same kind if their Class is the same.
type Error struct {
	Class   string // simple name of the Java exception, "OffsetOutOfRangeException"
	Code    string // protocol error name, "OFFSET_OUT_OF_RANGE"; "" if the exception is no API error
	Message string // exact text; "" where Java has none (null)
	Cause   error  // what it wraps; may be nil

	// Invalid and Records are set for a RecordValidationException only: the error that is answered,
	// and which records of the batch it is about.
	Invalid *Error
	Records []RecordError
}

// RecordError says what is wrong with the record of that index in its batch.
type RecordError struct {
	Index   int
	Message string
}

// Error returns the message, or the class where there is none.
func (e *Error) Error() string {
	if e.Message == "" {
		return e.Class
	}
	return e.Message
}

// Unwrap returns the cause, or the answered error of a RecordValidationException.
func (e *Error) Unwrap() error {
	if e.Cause == nil && e.Invalid != nil {
		return e.Invalid
	}
	return e.Cause
}

// Is reports that target is of the same class.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Class == e.Class
}

// With returns a copy of e with a message. Sentinels are never changed.
func (e *Error) With(format string, args ...any) *Error {
	c := *e
	c.Message = format
	if len(args) > 0 {
		c.Message = fmt.Sprintf(format, args...)
	}
	return &c
}

// Because returns a copy of e with a cause.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.Cause = cause
	return &c
}

// New makes an error of a class that has no protocol error: IllegalStateException and its like.
func New(class, format string, args ...any) *Error {
	return (&Error{Class: class}).With(format, args...)
}

// As returns the first Error in err's chain, or nil.
func As(err error) *Error {
	if err == nil {
		return nil // and e is not made
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// Code returns the protocol error name that err would be answered with: "NONE" for nil,
// "UNKNOWN_SERVER_ERROR" for an error that is no API error.
func Code(err error) string {
	if err == nil {
		return "NONE"
	}
	for e := As(err); e != nil; e = As(e.Unwrap()) {
		if e.Code != "" {
			return e.Code
		}
	}
	return "UNKNOWN_SERVER_ERROR"
}

// Validation makes the RecordValidationException that carries the answered error and the records.
// Its message is the Java text of the answered error.
func Validation(invalid *Error, records []RecordError) *Error {
	return &Error{
		Class: "RecordValidationException", Message: invalid.Java(),
		Cause: invalid, Invalid: invalid, Records: records,
	}
}
