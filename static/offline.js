"use strict";
// Lets this build be kept for the time without a network, and tells of a newer one; it is never forced on anybody. The page of the
// machine asks for keeping, a while after its start; other pages only tell.
(() => {
  if (!("serviceWorker" in navigator)) return;
  const script = document.currentScript;
  const root = new URL(".", script.src).href;
  const KEEP_AFTER = 6000; // ms: what a person waits for goes first
  const zh = () => document.documentElement.lang.startsWith("zh");
  let service;
  try {
    service = navigator.serviceWorker;
  } catch {
    return; // a sandboxed frame
  }

  let asked = false; // by "Use it" in this page: others go on with what they have
  service.addEventListener("controllerchange", () => { if (asked) location.reload(); });

  if (script.dataset.keep === "1") {
    setTimeout(() => service.register(root + "sw.js", {updateViaCache: "none"}).then(watch, () => {}), KEEP_AFTER);
  }
  service.getRegistration(root).then((known) => known && watch(known), () => {});

  let watched = null;
  function watch(registration) {
    if (watched === registration) return;
    watched = registration;
    const look = () => { if (registration.waiting && service.controller) tell(registration.waiting); };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
  }

  const sheet = new CSSStyleSheet(); // a strict policy does not mind it
  sheet.replaceSync(`.told { position: fixed; right: 16px; top: 56px; z-index: 60; display: flex; gap: 12px; align-items: center; padding: 10px 16px; background: var(--ink); color: var(--surface); border-radius: 3px; font: 14px/1.4 var(--font-ui); }
    .told button { font: inherit; min-height: 28px; padding: 0 10px; border: 1px solid currentColor; border-radius: 3px; background: none; color: inherit; cursor: pointer; }`);

  function tell(worker) {
    if (document.querySelector(".told") || /[?&]embed=/.test(location.search)) return; // the page around it has its own say
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const box = document.createElement("div");
    box.className = "told";
    box.setAttribute("role", "status");
    const button = (words, act) => {
      const b = document.createElement("button");
      b.textContent = words;
      b.onclick = act;
      return b;
    };
    box.append(zh() ? "有新版本可用。" : "A new version is ready.",
      button(zh() ? "使用新版本" : "Use it", () => { asked = true; worker.postMessage("take over"); }),
      button(zh() ? "以后再说" : "Later", () => box.remove()));
    document.body.append(box);
  }
})();
