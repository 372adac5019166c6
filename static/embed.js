// <logarium-embed>: a lab of Logarium inside any page. Until somebody clicks there is only a picture; then a frame from where
// this file lies takes its place. docs/embed.md is the contract; v1/embed.js keeps it, embed.js beside it is the newest.
(() => {
  "use strict";
  const root = new URL(/\/v\d+\/[^/]*$/.test(document.currentScript.src) ? ".." : ".", document.currentScript.src).href;
  const REST_AFTER = 60_000; // ms out of view, after which one that is not the latest becomes a picture again
  const LAB = /^[a-z0-9][a-z0-9-]{0,39}$/;

  const words = {
    en: {run: "Run this log", again: "Go on", title: "A Kafka log, byte by byte", paused: "Paused.", label: "Logarium, a Kafka log",
      load: "Runs in this page; loads 2 to 4 MB when you start it."},
    zh: {run: "运行这个日志", again: "继续", title: "逐字节观察 Kafka 日志", paused: "已暂停。", label: "Logarium：Kafka 日志",
      load: "在本页内运行；启动时加载 2 至 4 MB。"},
  };

  // A style sheet made by script needs no permission in a Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; height: 420px; margin: 1em 0; color-scheme: light; contain: layout paint; font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif;
      --bg: #f1f4f2; --surface: #fcfdfc; --line: #b3bdb8; --ink: #13201d; --ink-2: #42504b; --accent: #00666c; --on-accent: #fff; }
    :host([hidden]) { display: none; }
    :host(.dark) { color-scheme: dark; --bg: #0c1211; --surface: #111918; --line: #3f4e49; --ink: #e4ece8; --ink-2: #b0bdb7; --accent: #5ccac5; --on-accent: #04201f; }
    * { box-sizing: border-box; margin: 0; }
    iframe { display: block; width: 100%; height: 100%; border: 1px solid var(--line); background: var(--surface); }
    figure { position: relative; height: 100%; display: grid; grid-template-rows: minmax(0, 1fr) auto; border: 1px solid var(--line); background: var(--surface); color: var(--ink); overflow: hidden; }
    figure[hidden] { display: none; }
    img { display: block; width: 100%; height: 100%; object-fit: contain; object-position: 50% 30%; padding: 8px 14px 56px; }
    button { position: absolute; inset: 0; width: 100%; border: 0; padding: 0; background: none; font: inherit; cursor: pointer; }
    button span { position: absolute; left: 18px; bottom: 88px; background: var(--ink); color: var(--surface); padding: 10px 18px; border-radius: 3px; font-size: 15px; font-weight: 600; }
    button span::before { content: "▶"; font-size: 11px; margin-right: 10px; vertical-align: 1px; }
    button:hover span { background: var(--accent); color: var(--on-accent); }
    button:focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; }
    figcaption { border-top: 1px solid var(--line); background: var(--bg); min-height: 72px; padding: 12px 18px; display: grid; align-content: center; }
    figcaption b { font-size: 16px; font-weight: 600; } figcaption span { color: var(--ink-2); }
    @media print { iframe { display: none; } :host { height: auto; break-inside: avoid; } figure[hidden] { display: grid; } button { display: none; } }
  `);

  // lightness of a computed colour, 0 to 1; null for one that is not there.
  function lightness(colour) {
    const [a, b, c, alpha] = (colour.match(/[\d.]+/g) || []).map(Number);
    if (c === undefined || alpha === 0) return null;
    if (/^(ok)?l/.test(colour)) return colour.startsWith("ok") ? a : a / 100; // oklch, oklab; lch, lab
    return (.299 * a + .587 * b + .114 * c) / (colour.startsWith("rgb") ? 255 : 1);
  }

  const all = new Set(); // embeds of this page
  let latest = null; // the one that was started last: it is left alone

  class LogariumEmbed extends HTMLElement {
    static observedAttributes = ["theme", "height"];
    #figure; #image; #text; #frame = null; #link = ""; #number = 0; #position = -1;
    #loaded = false; #waiting = new Map(); #hearers = new Map(); #started; #visible = true; #rest = 0; #watch; #ready = null;

    constructor() {
      super();
      this.attachShadow({mode: "open"}).adoptedStyleSheets = [sheet];
    }

    connectedCallback() {
      if (!this.#figure) this.#draw();
      all.add(this);
      this.#watch = new IntersectionObserver(([e]) => this.#seen(e.isIntersecting));
      this.#watch.observe(this);
      this.#themed();
      this.#sized();
    }

    disconnectedCallback() {
      all.delete(this);
      this.#watch.disconnect();
      this.#end();
    }

    attributeChangedCallback() {
      if (!this.#figure) return;
      this.#themed();
      this.#sized();
    }

    // --- what a page may call; every promise is rejected with an Error whose message is meant to be read

    get running() { return this.#frame !== null; }
    get ready() { return this.start(); }
    exec(line, options) { return this.#ask("exec", line, options); }
    view(name, params) { return this.#ask("view", name, params); }
    complete(line) { return this.#ask("complete", line); }
    open(lab) { return this.#ask("open", lab); }
    cancel() { return this.#ask("cancel"); }
    restart() { return this.#ask("restart"); }

    // on hears the machine's own events (docs/api.md) and returns what ends that.
    on(name, hear) {
      const id = "on-" + ++this.#number;
      this.#hearers.set(id, {name, hear});
      this.#post({logarium: "on", id, args: [name]});
      return () => {
        this.#hearers.delete(id);
        this.#post({logarium: "off", id});
      };
    }

    // start puts the frame in place of the picture. The promise is that of the machine: {version, store, readOnly, why}.
    start() {
      if (this.#started) return this.#started;
      for (const other of all) if (other !== this) other.#post({logarium: "pause"});
      latest = this;
      const frame = document.createElement("iframe");
      frame.title = this.#text.title;
      frame.allow = "clipboard-write";
      if (this.hasAttribute("sandbox")) frame.sandbox = "allow-scripts";
      frame.src = this.address;
      this.#loaded = false; // until then it is an empty page of nobody's, which must hear nothing
      frame.onload = () => { this.#loaded = true; };
      this.shadowRoot.append(frame);
      this.#frame = frame;
      this.#figure.hidden = true;
      this.#ready = this.#first(frame);
      return this.#started = this.#ready;
    }

    // rest puts a picture of the present state in place of the frame; start goes on from there.
    async rest() {
      const frame = this.#frame;
      if (!frame) return;
      const soon = (promise) => Promise.race([promise.catch(() => null), new Promise((r) => setTimeout(r, 2000, null))]);
      const [picture, shared] = await Promise.all([soon(this.#ask("still")), soon(this.#ask("exec", "share"))]);
      if (this.#frame !== frame) return;
      if (shared && shared.exit === 0) this.#link = shared.out.trim();
      this.#end();
      if (typeof picture === "string") this.#image.src = picture;
      this.#text.paused = true;
      this.#say();
    }

    // address is where the frame's page lies: usable as the src of an iframe of one's own.
    get address() {
      const url = new URL("v1/embed.html", root);
      for (const name of ["lab", "lesson", "step", "panels", "lang", "controls"]) {
        const value = this.getAttribute(name);
        if (value) url.searchParams.set(name, value);
      }
      if (this.hasAttribute("readonly") && this.getAttribute("readonly") !== "0") url.searchParams.set("readonly", "1");
      url.searchParams.set("theme", this.#theme());
      url.hash = this.#link || this.getAttribute("link") || "";
      return url.href;
    }

    // --- the picture

    #draw() {
      const lang = (this.getAttribute("lang") || document.documentElement.lang || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
      this.#text = {...words[lang], title: this.getAttribute("title") || this.textContent.trim() || words[lang].title};
      this.#figure = document.createElement("figure");
      this.#figure.setAttribute("aria-label", this.#text.label);
      this.#image = new Image();
      this.#image.alt = "";
      this.#image.src = this.#poster(lang);
      this.#image.onerror = () => { this.#image.hidden = true; };
      const caption = document.createElement("figcaption");
      caption.append(document.createElement("b"), document.createElement("span"));
      const button = document.createElement("button");
      button.append(document.createElement("span"));
      button.onclick = () => { this.start().catch(() => {}); this.#frame.focus(); };
      this.#figure.append(this.#image, caption, button);
      this.shadowRoot.append(this.#figure);
      this.#say();
    }

    #say() {
      const text = this.#text;
      const [title, note] = this.#figure.querySelectorAll("figcaption > *");
      title.textContent = text.title;
      note.textContent = text.paused === true ? words[text.run === words.zh.run ? "zh" : "en"].paused : text.load;
      this.#figure.querySelector("button span").textContent = text.paused === true ? text.again : text.run;
    }

    #poster(lang) {
      const own = this.getAttribute("poster");
      if (own) return new URL(own, document.baseURI).href;
      const name = (this.getAttribute("lesson") || this.getAttribute("lab") || "orders").toLowerCase();
      return root + "posters/" + (lang === "zh" ? "zh/" : "") + (LAB.test(name) ? name : "orders") + ".svg";
    }

    #sized() {
      const height = this.getAttribute("height");
      if (height && height !== "auto") this.style.height = /^\d+$/.test(height) ? height + "px" : height;
      else this.style.height = this.getAttribute("panels") === "strip" ? "242px" : "";
    }

    // --- theme: what the attribute says, or what the page behind looks like

    #theme() {
      const wanted = this.getAttribute("theme");
      if (wanted === "light" || wanted === "dark") return wanted;
      for (let at = this; at; at = at.parentElement || at.getRootNode().host) {
        const light = at === this ? null : lightness(getComputedStyle(at).backgroundColor);
        if (light !== null) return light < .5 ? "dark" : "light";
      }
      const scheme = getComputedStyle(document.documentElement).colorScheme;
      if (scheme === "dark" || scheme === "light") return scheme;
      return scheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    }

    #themed() {
      const theme = this.#theme();
      this.classList.toggle("dark", theme === "dark");
      if (this.#image && !this.#image.src.startsWith("data:")) this.#image.src = this.#image.src.replace(/(#.*)?$/, "#" + theme);
      this.#post({logarium: "theme", args: [theme]});
    }

    static themed() { for (const e of all) e.#themed(); }

    // --- one runs

    #seen(visible) {
      this.#visible = visible;
      clearTimeout(this.#rest);
      if (!visible) this.#rest = setTimeout(() => this.#restIfIdle(), LogariumEmbed.restAfter);
    }

    #restIfIdle() {
      if (!this.#visible && this.#frame && latest !== this) this.rest();
      else if (!this.#visible && this.#frame) this.#rest = setTimeout(() => this.#restIfIdle(), LogariumEmbed.restAfter);
    }

    #end() {
      this.#frame?.remove();
      this.#frame = this.#started = null;
      this.#position = -1;
      if (latest === this) latest = null;
      for (const {reject} of this.#waiting.values()) reject(new Error("the embed is at rest"));
      this.#waiting.clear();
      if (this.#figure) this.#figure.hidden = false;
    }

    // --- messages

    #post(message) {
      if (this.#frame && this.#loaded) this.#frame.contentWindow?.postMessage(message, this.hasAttribute("sandbox") ? "*" : new URL(root).origin);
    }

    async #ask(verb, ...args) {
      await this.start();
      return this.#request(verb, args);
    }

    #request(verb, args) {
      const id = ++this.#number;
      return new Promise((resolve, reject) => {
        this.#waiting.set(id, {resolve, reject});
        this.#post({logarium: verb, id, args});
      });
    }

    // first asks until the program in the frame is there, and then hears what it does.
    async #first(frame) {
      const again = setInterval(() => this.#frame === frame ? this.#post({logarium: "ready", id: "ready", args: []}) : clearInterval(again), 100);
      const ready = await new Promise((resolve, reject) => this.#waiting.set("ready", {resolve, reject})).finally(() => clearInterval(again));
      await this.#request("view", ["clock"]); // answered when the lab is built
      for (const [id, {name}] of this.#hearers) this.#post({logarium: "on", id, args: [name]});
      this.#post({logarium: "on", id: "changed", args: ["changed"]});
      this.#post({logarium: "on", id: "check", args: ["check"]});
      this.#post({logarium: "theme", args: [this.#theme()]}); // it may have changed meanwhile
      await this.#moved(false);
      this.#tell("ready", ready);
      return ready;
    }

    // moved tells of a step when the journal has moved.
    async #moved(tell) {
      const [lab, clock] = await Promise.all([this.#request("view", ["lab"]), this.#request("view", ["clock"])]);
      if (lab.position === this.#position) return;
      this.#position = lab.position;
      if (tell) this.#tell("step", {position: lab.position, now: clock.now});
    }

    #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, {detail, bubbles: true})); }

    static hear({source, data}) {
      if (typeof data !== "object" || data === null || typeof data.logarium !== "string") return;
      for (const e of all) if (e.#frame && e.#frame.contentWindow === source) e.#hear(data);
    }

    #hear({logarium, id, value, error, event}) {
      const waiting = this.#waiting.get(id);
      if (logarium === "answer" && waiting) {
        this.#waiting.delete(id);
        if (error === undefined) waiting.resolve(value);
        else waiting.reject(new Error(error));
      } else if (logarium === "event" && id === "changed") {
        this.#moved(true).catch(() => {});
      } else if (logarium === "event" && id === "check") {
        this.#tell("check", event.check);
      } else if (logarium === "event") {
        this.#hearers.get(id)?.hear(event);
      } else if (logarium === "height" && (this.getAttribute("height") || "auto") === "auto" && value > 0) {
        this.style.height = value + "px";
      } else if (logarium === "leave") {
        this.#frame.blur();
        this.tabIndex = -1;
        this.focus({preventScroll: true});
      }
    }
  }
  LogariumEmbed.restAfter = REST_AFTER;

  addEventListener("message", LogariumEmbed.hear);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", LogariumEmbed.themed);
  const look = new MutationObserver(LogariumEmbed.themed); // documentation tools switch themes by attributes of these two
  const watch = () => { for (const e of [document.documentElement, document.body]) look.observe(e, {attributes: true}); };
  if (document.body) watch();
  else addEventListener("DOMContentLoaded", watch);
  if (!customElements.get("logarium-embed")) customElements.define("logarium-embed", LogariumEmbed);
})();
