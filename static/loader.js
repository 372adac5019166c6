"use strict";
// Starts Logarium in a page: fetches the program, compiles it once, and starts it twice, here as the screen and in a worker as the
// machine. All addresses are relative to this file, so the folder may lie anywhere on a host, and the page in any folder below it.
//
// What the Go program finds in globalThis.logariumBoot, here and in worker.js:
//   root           the address of the folder, with a slash at its end
//   lab            the name of the lab to begin with, from the page's address; empty: the visitor's own
//   panels         in a frame of a lesson: the panels that the lesson names for embeds
//   unkept         true in a frame: the lab lives in memory, and begins anew each time
//   fixed          true in a frame that only shows: commands that would change the machine are refused
//   startWorker()  starts a worker with the compiled program: {worker, port, ended}, where ended is a promise of the reason;
//                  throws where workers are refused
//   memory         the program's WebAssembly memory
(() => {
  const root = new URL(".", document.currentScript.src).href;
  const PROGRAM = root + "logarium.wasm";

  // wanted reads what the address asks of the machine. What it asks of the screen is the program's business (docs/embed.md).
  function wanted() {
    const query = new URLSearchParams(location.search);
    const embedded = query.get("embed") === "1" || document.documentElement.dataset.embed === "1";
    const lesson = (query.get("lesson") || "").toLowerCase();
    let name = query.get("lab") || "";
    if (embedded && lesson) name = query.has("step") ? `${lesson}-${query.get("step")}` : lesson; // the lesson's script up to that step
    const [lab] = /^[a-z0-9][a-z0-9-]{0,39}$/.exec(name) || [""];
    const taught = /[#?&]lesson=([A-Za-z0-9]{1,20})(&|$)/.exec(location.search + location.hash); // a lesson has a lab of its own
    if (taught && !embedded) return {root, lab: `lesson-${taught[1].toLowerCase()}`, unkept: false, fixed: false};
    return {root, lab, unkept: embedded, fixed: embedded && query.get("readonly") === "1"};
  }

  // lessonPanels finds the panels that a lesson names for embeds: they stand in a line of its script.
  async function lessonPanels({lab, unkept}) {
    const query = new URLSearchParams(location.search);
    if (!unkept || !query.get("lesson") || query.get("panels")) return "";
    try {
      const script = await fetch(`${root}labs/${lab}.txt`);
      return /^# panels=([a-z,]+)$/m.exec(script.ok ? await script.text() : "")?.[1] || "";
    } catch {
      return ""; // those of every frame
    }
  }

  // say shows one sentence where the screen will be.
  function say(words) {
    const place = document.getElementById("boot");
    if (place) place.textContent = words;
  }

  // fetchProgram prefers what the server compresses by itself. A host that sends the file as it is gets asked for the .gz
  // beside it, which is unpacked here.
  async function fetchProgram() {
    const plain = await fetch(PROGRAM);
    if (!plain.ok) throw new Error(`${PROGRAM}: status ${plain.status}`);
    if (plain.headers.get("Content-Encoding") || !globalThis.DecompressionStream) return plain;
    const packed = await fetch(PROGRAM + ".gz").catch(() => null);
    if (!packed || !packed.ok) return plain;
    plain.body.cancel();
    // Some hosts announce the .gz as an encoding; then the browser has unpacked it.
    const body = packed.headers.get("Content-Encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, {headers: {"Content-Type": "application/wasm"}});
  }

  async function compile(response) {
    if ((response.headers.get("Content-Type") || "").startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer()); // a host that does not know the media type
  }

  function startWorker(module) {
    const worker = new Worker(root + "worker.js");
    const ended = new Promise((resolve) => {
      worker.onerror = (e) => resolve(e.message || "its script could not be loaded");
      worker.onmessage = (e) => resolve(e.data);
    });
    const {port1, port2} = new MessageChannel();
    worker.postMessage({module, port: port2, wanted: wanted()}, [port2]);
    return {worker, port: port1, ended};
  }

  async function start() {
    if (!globalThis.WebAssembly) throw new Error("this browser has no WebAssembly");
    const asked = lessonPanels(wanted());
    const module = await compile(await fetchProgram());
    const panels = await asked;
    let first; // starts while the page's own program is being prepared
    try {
      first = startWorker(module);
    } catch {
      first = null; // the program asks again, and hears why
    }
    globalThis.logariumBoot = {
      ...wanted(),
      panels,
      startWorker() {
        const started = first || startWorker(module);
        first = null;
        return started;
      },
    };
    const go = new Go();
    const program = await WebAssembly.instantiate(module, go.importObject);
    globalThis.logariumBoot.memory = program.exports.mem;
    await go.run(program);
    throw new Error("the program has ended");
  }

  start().catch((e) => {
    say(`Logarium cannot run: ${e.message}.`);
    console.error(e);
  });
})();
