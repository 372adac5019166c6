// What a page of version 1 does with its embeds.
window.heard = [];
for (const e of document.querySelectorAll("logarium-embed"))
  for (const name of ["ready", "step", "check"])
    e.addEventListener(name, ({detail}) => heard.push({id: e.id, name, detail}));
