package web

import (
	"errors"
	"strconv"
	sjs "syscall/js"
	"time"

	"logarium/wasm/promise"
	"logarium/web/words"
)

// learnWithin is how long the first picture waits for the words of its language.
const learnWithin = 3 * time.Second

// learn waits for the words of the screen's language, so that the first picture does not speak another, but not longer than limit.
// Without them it speaks English, and changes when they come. Nothing waits for the terms of the glossary.
func (s *screen) learn(limit time.Duration) {
	came := make(chan struct{})
	if words.Lacks() {
		s.side(words.File(), words.Learn, came)
		select {
		case <-came:
		case <-time.After(limit):
		}
	}
	s.side(words.GlossaryFile, words.LearnTerms, nil)
}

// side brings a file that the screen can do without, and closes came when it is there or will not come.
func (s *screen) side(path string, take func(string), came chan struct{}) {
	s.Fetch(path, func(text []byte, err error) {
		if err == nil {
			take(string(text))
			s.Frame()
		}
		if came != nil {
			close(came)
		}
	})
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
