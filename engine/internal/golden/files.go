package golden

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
)

// file does an operation on bare files.
func (c *Case) file(op Op) Result {
	switch op.Str("op") {
	case "meta", "options":
		return Result{}
	case "fsPut":
		c.Dir(op.File())
		return Result{Err: c.Disk.WriteFile(op.File(), Bytes(op["data"]))}
	case "fsAppend", "fsWrite", "fsTruncate", "fsFlip":
		return Result{Err: c.change(op)}
	case "fsRead":
		b, err := c.Disk.ReadFile(op.File())
		return Result{map[string]any{"size": len(b), "text": string(b)}, err, nil}
	}
	return Result{Err: errUnknown}
}

func (c *Case) change(op Op) error {
	b, err := c.Disk.ReadFile(op.File())
	if err != nil {
		return err
	}
	at := func(name string) int64 {
		n := op.Int(name)
		if n < 0 {
			n += int64(len(b))
		}
		return n
	}
	switch op.Str("op") {
	case "fsAppend":
		b = append(b, Bytes(op["data"])...)
	case "fsWrite":
		copy(b[at("pos"):], Bytes(op["data"]))
	case "fsTruncate":
		b = b[:at("size")]
	case "fsFlip":
		b[at("pos")] ^= 1
	}
	return c.Disk.WriteFile(op.File(), b)
}

// Bytes decodes a byte value: a text, {"hex":…} or {"fill":…,"n":…}.
func Bytes(raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	var v struct {
		Hex, Fill string
		N         int
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(err)
	}
	if v.Fill != "" {
		return bytes.Repeat([]byte(v.Fill), v.N)
	}
	b, err := hex.DecodeString(v.Hex)
	if err != nil {
		panic(err)
	}
	return b
}
