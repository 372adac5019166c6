"use strict";
// The speaker's notes: shows what the page with the lesson sends, and sends back which button was pressed. The time is real time, from
// the first word on.
(() => {
  const channel = new BroadcastChannel("logarium-speaker");
  const place = (id) => document.getElementById(id);
  let began = 0;

  channel.onmessage = ({data}) => {
    let said;
    try {
      said = JSON.parse(data);
    } catch {
      return; // another speaker's window says what was pressed
    }
    began ||= Date.now();
    document.documentElement.lang = said.lang === "zh" ? "zh-Hans" : said.lang;
    place("place").textContent = said.place;
    place("caption").innerHTML = said.caption; // the lessons' own texts, made when the program was built
    place("answer").textContent = said.answer;
    place("notes-head").textContent = said.words.notes;
    if (said.notes) place("notes").innerHTML = said.notes;
    else place("notes").textContent = said.words.none;
    place("next-head").textContent = said.next && said.words.next + ":";
    place("next").innerHTML = said.next;
    for (const id of ["back", "blank", "go"]) {
      place(id).textContent = said.words[id];
      place(id).disabled = false;
    }
    place("zero").title = said.words.zero;
  };

  const press = (word) => channel.postMessage(word);
  const keys = {ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "back", PageUp: "back", b: "blank", ".": "blank"};
  place("go").onclick = () => press("next");
  place("back").onclick = () => press("back");
  place("blank").onclick = () => press("blank");
  place("zero").onclick = () => { began = Date.now(); };
  addEventListener("keydown", (e) => {
    if (!keys[e.key] || (e.target.tagName === "BUTTON" && e.key === " ")) return;
    e.preventDefault();
    press(keys[e.key]);
  });
  setInterval(() => {
    const s = began ? Math.floor((Date.now() - began) / 1000) : 0;
    place("timer").textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  }, 500);
  press("hello");
})();
