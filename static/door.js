"use strict";
// The start page once was the machine itself. Links to it that carry a lab (#s=...), and frames that ask for the small layout
// (?embed=1), go on to where it is now.
if (location.hash.startsWith("#s=") || new URLSearchParams(location.search).has("embed")) {
  location.replace("explore.html" + location.search + location.hash);
}
