// Command firefox opens the page of a folder in Firefox and looks whether it works there too: it shows the topic, runs a command that
// is typed into the console, keeps all that over a reload, and has no error to tell. It ends with 77 where there is no Firefox.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"logarium/engine/cmd/logarium/serve"
)

// patience is how long anything may take; starting takes longest.
const patience = 90 * time.Second

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	path, ok := find()
	if !ok {
		fmt.Println("firefox: skipped: Firefox is needed (Debian: apt-get install firefox-esr)")
		return 77
	}
	dir := "dist"
	if len(args) > 0 {
		dir = args[0]
	}
	if err := smoke(path, dir); err != nil {
		fmt.Fprintln(os.Stderr, "firefox:", err)
		return 1
	}
	return 0
}

func find() (path string, ok bool) {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// smoke serves the folder, starts the browser with a profile of its own, and tells the story.
func smoke(path, dir string) error {
	page, err := listen()
	if err != nil {
		return err
	}
	defer page.Close()
	go func() { _ = http.Serve(page, serve.Handler(dir)) }()
	profile, err := os.MkdirTemp("", "logarium-firefox-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(profile)
	free, err := listen() // a free port for the browser
	if err != nil {
		return err
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	settings := fmt.Sprintf("user_pref(%q, %d);\nuser_pref(%q, true);\nuser_pref(%q, false);\n", "marionette.port", port, "remote.prefs.recommended", "browser.shell.checkDefaultBrowser")
	if err = os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600); err != nil {
		return err
	}
	firefox := exec.Command(path, "--headless", "--no-remote", "--marionette", "-remote-allow-system-access", "--profile", profile, "about:blank")
	if err = firefox.Start(); err != nil {
		return err
	}
	defer func() { _ = firefox.Process.Kill(); _ = firefox.Wait() }()
	m, err := dial(fmt.Sprintf("127.0.0.1:%d", port), patience)
	if err != nil {
		return fmt.Errorf("the browser does not start: %w", err)
	}
	return (&story{m: m, url: fmt.Sprintf("http://localhost:%d/explore.html", page.Addr().(*net.TCPAddr).Port)}).tell()
}

func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }
