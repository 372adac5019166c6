"use strict";
// The worker that holds the machine. The first message brings the compiled program, the port to the page, and what the page's
// address asks of the machine (see loader.js); later ones bring files. Whatever is posted here
// afterwards is the worker's last word: why it has ended.
importScripts("wasm_exec.js");

onmessage = async ({data}) => {
  const given = new Map(); // files that the page hands over, by a key that a request names
  onmessage = (later) => given.set(later.data.key, later.data.files);
  globalThis.logariumBoot = {...data.wanted, port: data.port, given};
  try {
    const go = new Go();
    const program = await WebAssembly.instantiate(data.module, go.importObject);
    globalThis.logariumBoot.memory = program.exports.mem;
    await go.run(program);
    postMessage("the program in the worker has ended");
  } catch (e) {
    postMessage(`the worker has failed: ${e.message}`);
  }
};
