#!/usr/bin/env bash
# Compiles static/logarium.d.ts, and a page that uses the API, with TypeScript. Exit status 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/../../.."

HERE=engine/conform/types
WORK=$PWD/.cache/types

skip() { printf 'types: skipped: %s\n' "$*"; exit 77; }

command -v node >/dev/null && command -v npm >/dev/null || skip "Node with npm is needed (https://nodejs.org)"
mkdir -p "$WORK"
cp "$HERE/package.json" "$HERE/package-lock.json" "$WORK"
if ! cmp -s "$WORK/package-lock.json" "$WORK/installed.json"; then
  npm ci --prefix "$WORK" --no-audit --no-fund --ignore-scripts >/dev/null || skip "TypeScript could not be fetched from npm"
  cp "$WORK/package-lock.json" "$WORK/installed.json"
fi
node "$WORK/node_modules/typescript/bin/tsc" --project "$HERE"
echo "types: static/logarium.d.ts is what a page can use"
