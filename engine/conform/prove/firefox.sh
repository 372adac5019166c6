#!/usr/bin/env bash
# The page works in Firefox too: it opens, shows the topic, runs a command, and keeps it over a reload. 77: skipped.
cd "$(dirname "$0")/../../.." && { [[ -e dist/explore.html ]] || ./build.sh build >/dev/null; } && mkdir -p .cache &&
  go build -o .cache/firefox-smoke ./wasm/e2e/firefox && .cache/firefox-smoke dist
