"use strict";
// Keeps the machine and the lessons of one build, so that they run without a network. What belongs to a build stands in files.js,
// with a digest of each file: a new build fetches what differs, waits, and takes over when a person says so, or when all
// pages are closed. Nothing else is answered here: documents come from the network.
importScripts("files.js");

const {version, files} = self.logariumFiles;
const PREFIX = "logarium-", CACHE = PREFIX + version;
const root = new URL("./", self.location).href;

// request names a file together with its digest, so that the same content is recognized in an older build.
const key = (name) => `${root}${name}?${files[name]}`;

self.addEventListener("install", (e) => e.waitUntil(fill()));
self.addEventListener("activate", (e) => e.waitUntil(sweep()));
self.addEventListener("message", (e) => { if (e.data === "take over") self.skipWaiting(); });
self.addEventListener("fetch", (e) => {
  const name = nameOf(e.request);
  if (name) e.respondWith(answer(name, e.request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  for (const name of Object.keys(files)) {
    const known = await caches.match(key(name));
    await cache.put(key(name), known || await sound(name, await take(name)));
  }
}

// take fetches a file past the browser's own cache where that is old. The program comes packed also from a host that does not do so.
async function take(name) {
  const response = await fetch(root + name, {cache: "no-cache"});
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  if (!name.endsWith(".wasm") || response.headers.get("Content-Encoding")) return response;
  const packed = await fetch(root + name + ".gz", {cache: "no-cache"}).catch(() => null);
  if (!packed || !packed.ok) return response;
  response.body.cancel();
  const body = packed.headers.get("Content-Encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, {headers: {"Content-Type": "application/wasm"}});
}

// sound refuses a file of another build, as a host may have it that is being changed just then: the browser tries again later.
async function sound(name, response) {
  const data = await response.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const digest = Array.from(sum.subarray(0, files[name].length / 2), (b) => b.toString(16).padStart(2, "0")).join("");
  if (digest !== files[name]) throw new Error(`${name} is not of this build`);
  const headers = {"Content-Type": response.headers.get("Content-Type")};
  if (name.endsWith(".wasm")) headers["Content-Encoding"] = "identity"; // so that the page does not ask for the packed one
  return new Response(data, {headers});
}

async function sweep() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
}

// nameOf is the file that a request means, or nothing.
function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !(url.origin + url.pathname).startsWith(root)) return "";
  let name = (url.origin + url.pathname).slice(root.length);
  if (name === "" || name.endsWith("/")) name += "index.html";
  return files[name] ? name : "";
}

async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return await cache.match(key(name)) || fetch(request);
}
