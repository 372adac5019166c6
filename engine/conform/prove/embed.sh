#!/usr/bin/env bash
# The recipes of docs/embed.md for MkDocs Material and reveal.js, followed to the letter: pages are built with both, and the lab in
# them runs in Chromium. 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/../../.."

WORK=$PWD/.cache/recipes
MKDOCS=9.8.2
REVEAL=6.0.2

skip() { printf 'embed: skipped: %s\n' "$*"; exit 77; }

command -v python3 >/dev/null && python3 -c 'import venv' 2>/dev/null || skip "Python 3 with venv is needed (https://www.python.org)"
command -v npm >/dev/null || skip "Node with npm is needed (https://nodejs.org)"
[[ -e $(PATH=$PWD/.cache/bin:$PATH command -v chromium || true) ]] || skip "Chromium is needed (./build.sh test finds or installs it)"
mkdir -p "$WORK"
if [[ $(cat "$WORK/installed" 2>/dev/null) != "$MKDOCS $REVEAL" ]]; then
  python3 -m venv "$WORK/python" && "$WORK/python/bin/pip" install -q "mkdocs-material==$MKDOCS" || skip "MkDocs Material could not be fetched from PyPI"
  npm install --prefix "$WORK" --no-audit --no-fund --ignore-scripts "reveal.js@$REVEAL" >/dev/null || skip "reveal.js could not be fetched from npm"
  echo "$MKDOCS $REVEAL" >"$WORK/installed"
fi
[[ -e ${LOGARIUM_DIST:-dist}/v1/embed.js ]] || ./build.sh build >/dev/null
go build -o "$WORK/recipes" ./wasm/e2e/recipes
PATH=$PWD/.cache/bin:$PATH exec "$WORK/recipes" docs/embed.md "${LOGARIUM_DIST:-dist}" "$WORK/python/bin/mkdocs" "$WORK/node_modules/reveal.js" "$WORK/pages"
