package checkpoint

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// TestMalformedLength: lengths that java.nio.charset gave for these bytes at the end of a file.
func TestMalformedLength(t *testing.T) {
	for text, want := range map[string]int{
		"90f320": 1, "ff": 1, "c0af": 1, "f5e1c1": 1, "20fbfbc0": 1, "fd7ff5dffc": 1, // no character begins like this
		"c3": 1, "c341": 1, "e1": 1, "e180": 2, "e18041": 2, "e08041": 1, "ed8041": 2, "eda080": 3, "eda041": 2,
		"f0": 1, "f090": 2, "f09080": 3, "f08080": 1, "f09041": 2, "f0908041": 3, "f4908080": 1,
	} {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		r := decoded(append([]byte("0\n"), b...))
		if e := kerr.As(r.bad); e == nil || e.Class != "MalformedInputException" || e.Message != fmt.Sprintf("Input length = %d", want) {
			t.Errorf("%s: %v, want length %d", text, r.bad, want)
		}
	}
}

// TestMalformedText: bytes that are no UTF-8 take the directory out of service, with the exception of Java's reader as the cause.
func TestMalformedText(t *testing.T) {
	dk := disk.New(disk.Options{})
	for name, read := range map[string]func(file string) error{
		"0\n1\n0 0\n\xb5": func(file string) error { _, err := ReadEpochs(dk, file); return err },
		"0\n0\n\x80":      func(file string) error { _, err := ReadOffsets(dk, file); return err },
		"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAA\xc1Q": func(file string) error { _, err := ReadMetadata(dk, file); return err },
	} {
		if err := dk.WriteFile("/f", []byte(name)); err != nil {
			t.Fatal(err)
		}
		err := read("/f")
		if !errors.Is(err, kerr.ErrKafkaStorage) || !strings.Contains(fmt.Sprint(kerr.As(err).Cause), "Input length = 1") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestMalformedChunk: the reader decodes 8192 bytes at a time, so that only lines of whole chunks in front come out.
func TestMalformedChunk(t *testing.T) {
	text := []byte(strings.Repeat(strings.Repeat("a", 63)+"\n", 256))
	for at, want := range map[int]int{100: 0, 8191: 0, 8192: 128, 10000: 128} {
		bad := append([]byte{}, text...)
		bad[at] = 0xff
		r, n := decoded(bad), 0
		for _, ok := r.next(); ok; _, ok = r.next() {
			n++
		}
		if n != want || r.bad == nil {
			t.Errorf("malformed at %d: %d lines, want %d; %v", at, n, want, r.bad)
		}
	}
	good := decoded([]byte("é\n"))
	if line, ok := good.next(); line != "é" || !ok || good.bad != nil {
		t.Errorf("%q %t %v", line, ok, good.bad)
	}
}
