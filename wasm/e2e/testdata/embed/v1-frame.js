// What a page of version 1 does with a frame of its own: all messages of docs/embed.md.
const frame = document.querySelector("iframe").contentWindow, waiting = {};
window.heard = [];
let n = 0;
addEventListener("message", ({source, data}) => {
  if (source !== frame || typeof data.logarium !== "string") return;
  if (data.logarium !== "answer") heard.push(data);
  else if ("error" in data) waiting[data.id].reject(new Error(data.error));
  else waiting[data.id].resolve(data.value);
});
window.ask = (logarium, ...args) => new Promise((resolve, reject) => {
  const id = ++n;
  waiting[id] = {resolve, reject};
  frame.postMessage({logarium, id, args}, "*");
});
window.tell = (logarium, args, id) => frame.postMessage({logarium, args, id}, "*");
