package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// story is what the browser is asked to do.
type story struct {
	m   *marionette
	url string
}

func (s *story) tell() error {
	var version struct{ BrowserVersion string }
	_ = s.m.call("WebDriver:GetCapabilities", map[string]any{}, &version)
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"opens the page", func() error { return s.m.call("WebDriver:Navigate", map[string]string{"url": s.url}, nil) }},
		{"shows the topic", func() error { return s.wait("document.querySelector('.strip h2')?.textContent.includes('orders-0')") }},
		{"shows bytes", func() error { return s.wait("document.querySelectorAll('.companion .ie').length > 1") }},
		{"runs a command", s.typed},
		{"has saved it", func() error { return s.wait("document.querySelector('.saved')?.textContent == 'saved'") }},
		{"keeps it over a reload", s.reloaded},
		{"has no error to tell", s.quiet},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Println("firefox:", step.name)
	}
	return nil
}

// typed opens the console by its key and types a command as a person does.
func (s *story) typed() error {
	if err := s.keys("`"); err != nil {
		return err
	}
	if err := s.wait("document.activeElement?.id == 'console-input'"); err != nil {
		return err
	}
	if err := s.keys("produce orders --key fox --value quick\uE007"); err != nil { // Enter
		return err
	}
	return s.wait("[...document.querySelectorAll('.con .ent')].some((e) => e.textContent.includes('--key fox') && e.querySelector('.out'))")
}

// reloaded wants the same machine, byte for byte, after a reload.
func (s *story) reloaded() error {
	before, err := s.digest()
	if err != nil {
		return err
	}
	if err = s.m.call("WebDriver:Refresh", map[string]any{}, nil); err != nil {
		return err
	}
	if err = s.wait("document.querySelector('.strip h2')?.textContent.includes('orders-0')"); err != nil {
		return err
	}
	after, err := s.digest()
	if err == nil && after != before {
		err = fmt.Errorf("the lab was %s and is %s", before, after)
	}
	return err
}

func (s *story) digest() (string, error) {
	var text string
	err := s.m.call("WebDriver:ExecuteAsyncScript", map[string]any{"args": []any{}, "script": `const done = arguments[arguments.length - 1];
		logarium.ready.then(() => logarium.view("lab", {digest: true})).then((l) => done(l.position + " " + l.digest), (e) => done("failed: " + e))`}, &text)
	if err == nil && (strings.HasPrefix(text, "failed") || len(text) < 8) {
		err = errors.New(text)
	}
	return text, err
}

// quiet reads what this page has put into the browser's console as an error or a warning: what its scripts threw, and what they said.
func (s *story) quiet() error {
	var said, thrown []string
	err := s.m.call("WebDriver:ExecuteScript", map[string]any{"args": []any{}, "sandbox": "system", "script": `
		const C = Components, storage = C.classes["@mozilla.org/consoleAPI-storage;1"].getService(C.interfaces.nsIConsoleAPIStorage);
		return storage.getEvents().filter((m) => /error|warn/.test(m.level)).map((m) => m.level + ": " + m.arguments.join(" "))`}, &said)
	if err != nil {
		return err
	}
	if err = s.m.call("Marionette:SetContext", map[string]string{"value": "chrome"}, nil); err != nil {
		return err
	}
	err = s.m.call("WebDriver:ExecuteScript", map[string]any{"args": []any{}, "script": `
		return Services.console.getMessageArray().map(String).filter((m) => m.includes("localhost") && /error|warning/i.test(m))`}, &thrown)
	if said = append(said, thrown...); err == nil && len(said) > 0 {
		err = errors.New(strings.Join(said, "\n"))
	}
	return err
}

// keys types into what has the focus.
func (s *story) keys(text string) error {
	var actions []map[string]string
	for _, r := range text {
		actions = append(actions, map[string]string{"type": "keyDown", "value": string(r)}, map[string]string{"type": "keyUp", "value": string(r)})
	}
	return s.m.call("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": actions}}}, nil)
}

// wait asks until an expression is true.
func (s *story) wait(what string) error {
	var seen json.RawMessage
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var yes bool
		if err := s.m.call("WebDriver:ExecuteScript", map[string]any{"script": "return !!(" + what + ")", "args": []any{}}, &yes); err != nil {
			return err
		}
		if yes {
			return nil
		}
	}
	_ = s.m.call("WebDriver:ExecuteScript", map[string]any{"script": "return document.body.innerText.slice(0, 600)", "args": []any{}}, &seen)
	return fmt.Errorf("waited in vain for %s; the page says %s", what, seen)
}
