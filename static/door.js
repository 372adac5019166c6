"use strict";
// The start page once was the machine itself. Links to it that carry a lab or a lesson (#s=..., #lesson=...), and frames that
// ask for the small layout (?embed=1), go on to where it is now.
if (/^#(s|lesson)=/.test(location.hash) || new URLSearchParams(location.search).has("embed")) {
  location.replace("explore.html" + location.search + location.hash);
}
