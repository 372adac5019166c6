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
//   paint(...)     puts a display list of the screen's on a canvas in one call, where hundreds would be needed from the program
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

  // paint draws count numbers of a list: thirteen for each step, in the order of web/draw/pack.go, and the points of a path behind
  // its own; its texts stand in texts. One unit of the list is k pixels of the canvas, which is w by h units large.
  function paint(c, bytes, count, texts, {colors, fonts, dashes}, k, w, h) {
    const n = new Float64Array(bytes.buffer, 0, count);
    const words = texts.split("\0");
    let word = 0;
    const edge = (color, width, dash) => {
      c.strokeStyle = colors[color];
      c.lineWidth = width;
      c.setLineDash(dashes[dash]);
    };
    const line = (from, to) => { // of the points between
      c.beginPath();
      for (let i = from; i < to; i += 2) c.lineTo(n[i], n[i + 1]);
    };
    c.setTransform(k, 0, 0, k, 0, 0);
    c.clearRect(0, 0, w, h);
    c.save();
    for (let i = 0; i < count; ) {
      const kind = n[i], color = n[i + 1], width = n[i + 2], dash = n[i + 3], x = n[i + 4], y = n[i + 5], w = n[i + 6], h = n[i + 7];
      const fill = n[i + 8], halo = n[i + 9], font = n[i + 10], align = n[i + 11], end = i + 13 + n[i + 12];
      switch (kind) {
        case 0: // rectangle
          c.fillStyle = colors[color];
          c.fillRect(x, y, w, h);
          break;
        case 1: // its edge
          edge(color, width, dash);
          c.strokeRect(x, y, w, h);
          break;
        case 2: // line to w, h
          edge(color, width, dash);
          line(i + 4, i + 8);
          c.stroke();
          break;
        case 3: // text
          c.font = fonts[font];
          c.textAlign = ["left", "center", "right"][align];
          if (halo) {
            edge(halo, 3, 0);
            c.lineJoin = "round";
            c.strokeText(words[word], x, y);
          }
          c.fillStyle = colors[color];
          c.fillText(words[word++], x, y);
          break;
        case 4: // hatch
          c.save();
          c.beginPath();
          c.rect(x, y, w, h);
          c.clip();
          c.globalAlpha = 0.35;
          edge(color, 1, 0);
          c.beginPath();
          for (let at = x - h; at < x + w; at += 8.5) {
            c.moveTo(at, y + h);
            c.lineTo(at + h, y);
          }
          c.stroke();
          c.restore();
          break;
        case 5: // path
          line(i + 13, end);
          c.closePath();
          edge(color, width, 0);
          c.fillStyle = colors[color];
          if (fill) c.fill();
          else c.stroke();
          break;
        case 6: // what follows is clipped
          c.save();
          c.beginPath();
          c.rect(x, y, w, h);
          c.clip();
          break;
        case 7:
          c.restore();
      }
      i = end;
    }
    c.restore();
  }

  // A module of one function that makes a vector of 16 bytes, as the program's checksums do: Chrome 91, Firefox 89 and Safari 16.4 were the first to know them.
  const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]);

  async function start() {
    if (!globalThis.WebAssembly) throw new Error("this browser has no WebAssembly");
    if (!WebAssembly.validate(VECTORS)) throw new Error("this browser's WebAssembly has no vectors; Chrome from 91, Firefox from 89 and Safari from 16.4 have them");
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
      paint,
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
