package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"logarium/engine/cmd/logarium/serve"
)

// host is a page that frames Logarium and talks to it by messages: ask(verb, ...args) resolves with the answer.
const host = `<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe %s src="%s"></iframe><script>
	const frame = document.querySelector("iframe").contentWindow, waiting = {}, events = [];
	let n = 0;
	addEventListener("message", ({source, data}) => {
		if (source != frame || !data.logarium) return;
		if (data.logarium == "event") events.push(data.event);
		else if ("error" in data) waiting[data.id].reject(new Error(data.error));
		else waiting[data.id].resolve(data.value);
	});
	function ask(verb, ...args) {
		const id = ++n;
		return new Promise((resolve, reject) => {
			waiting[id] = {resolve, reject};
			frame.postMessage({logarium: verb, id, args}, "*");
		});
	}
	// An answer comes only when the program in the frame is there.
	function first() { return Promise.race([ask("ready"), new Promise((r) => setTimeout(r, 200))]).then((v) => v || first()); }
</script>`

// hosting serves dist/ under /tank/ and the host page beside it.
func hosting(t *testing.T, attributes string) string {
	t.Helper()
	files := http.StripPrefix("/tank", serve.Handler(dist))
	server := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/host.html" {
			w.Header().Del("Content-Security-Policy")
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, host, attributes, "tank/explore.html")
			return
		}
		files.ServeHTTP(w, r)
	})
	return hosted(t, server) + "host.html"
}

func TestFramedPageAnswersItsParent(t *testing.T) {
	p := blank(t, shared)
	p.navigate(hosting(t, ""))
	var answers []any
	p.eval(fmt.Sprintf(`first().then(async () => {
		frame.postMessage({logarium: "on", id: "x", args: ["changed"]}, "*");
		const result = await ask("exec", %q);
		const lab = await ask("view", "lab");
		const wrong = await ask("view", "nonsense").catch((e) => e.message);
		const verb = await ask("dance").catch((e) => e.message);
		const argument = await ask("exec", 7).catch((e) => e.message);
		while (!events.length) await new Promise((r) => setTimeout(r, 10));
		return [result.exit, lab.name, typeof wrong, verb, argument, events[0].event, await ask("version")];
	})`, change), &answers)
	got := fmt.Sprint(answers)
	if want := "[0 orders string unknown verb: dance the first argument must be a string changed 0.1.0]"; got != want {
		t.Errorf("answers %s, want %s", got, want)
	}
}

// A sandboxed frame has an origin of its own kind: no worker, no storage, no locks.
func TestSandboxedFrameRunsFromMemory(t *testing.T) {
	p := blank(t, shared)
	p.navigate(hosting(t, `sandbox="allow-scripts"`))
	var ready struct{ Store, Why string }
	p.eval("first()", &ready)
	if ready.Store != "memory" || !strings.Contains(ready.Why, "beside the page") || !strings.Contains(ready.Why, "Nothing is kept") {
		t.Fatalf("ready %+v", ready)
	}
	var exit int
	p.eval(fmt.Sprintf("ask('exec', %q).then((r) => r.exit)", change), &exit)
	if exit != 0 {
		t.Errorf("exit %d", exit)
	}
	p.forgive()
}
