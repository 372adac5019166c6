package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// browser answers as Firefox does: a greeting, then one answer for each command.
func browser(t *testing.T, answers ...string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		for _, a := range append([]string{`{"applicationType":"gecko"}`, `[1,1,null,{}]`}, answers...) {
			fmt.Fprintf(conn, "%d:%s", len(a), a)
			if strings.HasPrefix(a, "[") {
				_, _ = in.ReadString(']')
			}
		}
	}()
	return listener.Addr().String()
}

func TestProtocol(t *testing.T) {
	m, err := dial(browser(t, `[1,2,null,{"value":"orders-0"}]`, `[1,3,{"error":"no such element","message":"gone"},null]`), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	if err = m.call("WebDriver:ExecuteScript", map[string]string{"script": "return document.title"}, &text); err != nil || text != "orders-0" {
		t.Errorf("%q %v", text, err)
	}
	if err = m.call("WebDriver:FindElement", nil, nil); err == nil || err.Error() != "no such element: gone" {
		t.Error(err)
	}
	if err = m.call("WebDriver:Refresh", nil, nil); err == nil {
		t.Error("a browser that is gone answers")
	}
}

func TestNobodyIsThere(t *testing.T) {
	if _, err := dial("127.0.0.1:1", 150*time.Millisecond); err == nil {
		t.Error("somebody answers on port 1")
	}
}
