"use strict";
// The line by which a page embeds a lesson: with the address that this page has, and a button that copies it.
for (const line of document.querySelectorAll("[data-copy]")) {
  const host = new URL("../..", location.href).href.replace(/\/$/, "");
  line.textContent = line.textContent.replaceAll("HOST", host);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = line.dataset.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(line.textContent);
    button.textContent = line.dataset.copied;
  });
  line.parentElement.after(button);
}
