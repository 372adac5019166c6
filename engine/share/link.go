// Package share turns a lab into the text behind `#s=` of a link, and back. A link holds the commands that lead to a
// state, never the state itself: whoever opens it gets the same bytes, because a script and its seed decide everything.
//
// The text is base64url without padding of: one byte version, four bytes CRC-32C of the content (big-endian), and the content
// in raw DEFLATE (RFC 1951) with a preset dictionary. The content is the script, and after a zero byte what the page shows.
// Version 1 stays readable for ever: its dictionary must not change.
package share

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"logarium/engine/codec"
)

// Mark is what a link has in front of its text, in the hash of the page's address.
const Mark = "#s="

// Limits of a link.
const (
	Longest     = 2000    // characters of Mark and text: what chats, mails and slides carry whole
	maxText     = 1 << 20 // characters that Decode looks at
	maxContent  = 1 << 20 // bytes of script and view
	version     = 1       // of the format
	headerBytes = 1 + 4   // version and checksum
)

// Link is what a link holds.
type Link struct {
	Script string // command lines, the first of which makes the machine
	View   string // what the page shows, in the page's own words; may be empty
}

// Errors of Decode.
var (
	ErrDamaged = errors.New("the link is damaged: part of it is missing or has changed on its way")
	ErrNewer   = errors.New("the link was made by a later version of Logarium")
)

// Encode writes a link's text, with Mark in front. Error: the script has a zero byte, or is too long for any link.
func Encode(l Link) (string, error) {
	if strings.ContainsRune(l.Script, 0) {
		return "", errors.New("a script with a zero byte cannot be shared")
	}
	content := l.Script
	if l.View != "" {
		content += "\x00" + l.View
	}
	if len(content) > maxContent {
		return "", fmt.Errorf("the script has %d bytes, more than the %d that can be shared", len(content), maxContent)
	}
	out := bytes.NewBuffer([]byte{version})
	out.Write(binary.BigEndian.AppendUint32(nil, codec.CRC32C([]byte(content))))
	w, err := flate.NewWriterDict(out, flate.BestCompression, []byte(dictionary))
	if err != nil {
		return "", err
	}
	_, _ = io.WriteString(w, content) // a Buffer takes everything
	_ = w.Close()
	return Mark + base64.RawURLEncoding.EncodeToString(out.Bytes()), nil
}

// Decode reads a link's text, with or without Mark or a whole address in front. Error: ErrDamaged or ErrNewer.
func Decode(text string) (Link, error) {
	if at := strings.Index(text, Mark); at >= 0 {
		text = text[at+len(Mark):]
	}
	text = strings.TrimRight(strings.TrimSpace(text), "=")
	if len(text) > maxText {
		return Link{}, ErrDamaged
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	switch {
	case err != nil || len(raw) == 0:
		return Link{}, ErrDamaged
	case raw[0] > version:
		return Link{}, ErrNewer
	case raw[0] != version || len(raw) < headerBytes:
		return Link{}, ErrDamaged
	}
	content, err := inflate(raw[headerBytes:])
	if err != nil || codec.CRC32C(content) != binary.BigEndian.Uint32(raw[1:]) {
		return Link{}, ErrDamaged
	}
	script, view, _ := strings.Cut(string(content), "\x00")
	return Link{Script: script, View: view}, nil
}

// inflate unpacks at most maxContent bytes, so that a small text cannot fill the memory.
func inflate(packed []byte) ([]byte, error) {
	r := flate.NewReaderDict(bytes.NewReader(packed), []byte(dictionary))
	content, err := io.ReadAll(io.LimitReader(r, maxContent+1))
	if err == nil && len(content) > maxContent {
		err = ErrDamaged
	}
	return content, err
}
