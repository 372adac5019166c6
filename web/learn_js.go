package web

import (
	"errors"
	"strconv"
	sjs "syscall/js"

	"logarium/wasm/promise"
	"logarium/web/words"
)

// learn waits for the words of the screen's language, so that the first picture does not speak another. Without them it speaks English.
func (s *screen) learn() {
	if !words.Lacks() {
		return
	}
	if text, err := s.read(words.File()); err == nil {
		words.Learn(text)
	}
}

// boot is the address of the program's folder.
func (s *screen) boot() string {
	if boot := s.window.Get("logariumBoot"); boot.Truthy() && boot.Get("root").Type() == sjs.TypeString {
		return boot.Get("root").String()
	}
	return ""
}

// Fetch reads a file as text; lessons and words are nothing else.
func (s *screen) Fetch(path string, done func([]byte, error)) {
	go func() {
		text, err := s.read(path)
		done([]byte(text), err)
	}()
}

// read fetches a text and waits for it.
func (s *screen) read(path string) (string, error) {
	response, err := promise.Await(s.window.Call("fetch", s.boot()+path))
	if err != nil {
		return "", err
	}
	if !response.Get("ok").Bool() {
		return "", errors.New("status " + strconv.Itoa(response.Get("status").Int()))
	}
	text, err := promise.Await(response.Call("text"))
	if err != nil {
		return "", err
	}
	return text.String(), nil
}
