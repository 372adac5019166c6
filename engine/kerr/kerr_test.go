package kerr

import (
	"errors"
	"fmt"
	"testing"
)

func TestKindIsTheClass(t *testing.T) {
	err := fmt.Errorf("fetch: %w", ErrOffsetOutOfRange.With("Received request for offset %d", 7))
	if !errors.Is(err, ErrOffsetOutOfRange) || errors.Is(err, ErrCorruptRecord) {
		t.Fatal("kind is not the class")
	}
	if ErrOffsetOutOfRange.Message != "" {
		t.Fatal("With changed the sentinel")
	}
	if got := As(err).Message; got != "Received request for offset 7" {
		t.Fatal(got)
	}
}

func TestCode(t *testing.T) {
	invalid := ErrInvalidTimestamp.With("x")
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "NONE"},
		{errors.New("other"), "UNKNOWN_SERVER_ERROR"},
		{ErrIllegalArgument.With("x"), "UNKNOWN_SERVER_ERROR"},
		{ErrNotEnoughReplicas, "NOT_ENOUGH_REPLICAS"},
		{Validation(invalid, nil), "INVALID_TIMESTAMP"},
		{ErrKafka.Because(invalid), "INVALID_TIMESTAMP"},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
}

func TestJavaText(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{ErrInvalidRecord.With("m"), "org.apache.kafka.common.InvalidRecordException: m"},
		{ErrInvalidTimestamp.With("m"), "org.apache.kafka.common.errors.InvalidTimestampException: m"},
		{ErrIO.With("Stream ended prematurely"), "java.io.IOException: Stream ended prematurely"},
		{ErrBufferUnderflow, "java.nio.BufferUnderflowException"},
		{ErrIllegalState.With("m"), "java.lang.IllegalStateException: m"},
		{errors.New("m"), "java.io.IOException: m"},
	} {
		if got := JavaText(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestValidation(t *testing.T) {
	e := Validation(ErrInvalidTimestamp.With("bad time"), []RecordError{{1, "late"}})
	if e.Message != "org.apache.kafka.common.errors.InvalidTimestampException: bad time" {
		t.Fatal(e.Message)
	}
	if !errors.Is(e, ErrInvalidTimestamp) || !errors.Is(e, ErrRecordValidation) {
		t.Fatal("answered error is not in the chain")
	}
	if ErrBufferUnderflow.Error() != "BufferUnderflowException" {
		t.Fatal("an error without a message prints its class")
	}
}
