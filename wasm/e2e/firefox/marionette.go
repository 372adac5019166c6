package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// marionette speaks Firefox's own remote protocol: each message is its length in bytes, a colon, and a JSON array. A command is
// [0, id, name, parameters], its answer [1, id, error, value].
// Source: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

// dial connects to a browser that is starting.
func dial(address string, patience time.Duration) (*marionette, error) {
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			last = err
			continue
		}
		m := &marionette{conn: conn, in: bufio.NewReader(conn)}
		if _, err = m.read(); err != nil { // it says first who it is
			return nil, err
		}
		return m, m.call("WebDriver:NewSession", map[string]any{}, nil)
	}
	return nil, last
}

func (m *marionette) read() ([]byte, error) {
	head, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(head[:len(head)-1])
	if err != nil || n < 0 || n > 64<<20 {
		return nil, fmt.Errorf("a message of length %q", head)
	}
	body := make([]byte, n)
	_, err = io.ReadFull(m.in, body)
	return body, err
}

// call sends a command and reads its answer into a Go value; nil for none.
func (m *marionette) call(name string, params any, into any) error {
	m.last++
	data, err := json.Marshal([]any{0, m.last, name, params})
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintf(m.conn, "%d:%s", len(data), data); err != nil {
		return err
	}
	body, err := m.read()
	if err != nil {
		return err
	}
	var answer [4]json.RawMessage
	if err = json.Unmarshal(body, &answer); err != nil {
		return err
	}
	var trouble struct{ Error, Message string }
	if json.Unmarshal(answer[2], &trouble) == nil && trouble.Error != "" {
		return errors.New(trouble.Error + ": " + trouble.Message)
	}
	if into == nil {
		return nil
	}
	var value struct{ Value json.RawMessage }
	if json.Unmarshal(answer[3], &value) == nil && value.Value != nil {
		return json.Unmarshal(value.Value, into)
	}
	return json.Unmarshal(answer[3], into)
}
