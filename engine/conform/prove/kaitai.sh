#!/usr/bin/env bash
# Reads the engine's files, and real Kafka's, by the Kaitai descriptions in static/formats, and compares each field with the engine's
# own annotation. Exit status 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/../../.."

HERE=engine/conform/kaitai
GOLDEN=engine/conform/testdata/golden
WORK=$PWD/.cache/kaitai
CASES="txn-aborted-reads producer-snapshots compact-transactions legacy-formats"

skip() { printf 'kaitai: skipped: %s\n' "$*"; exit 77; }

command -v node >/dev/null && command -v npm >/dev/null || skip "Node with npm is needed (https://nodejs.org)"
mkdir -p "$WORK"
cp "$HERE/package.json" "$HERE/package-lock.json" "$WORK"
if ! cmp -s "$WORK/package-lock.json" "$WORK/installed.json"; then
  npm ci --prefix "$WORK" --no-audit --no-fund --ignore-scripts >/dev/null || skip "the Kaitai compiler could not be fetched from npm"
  cp "$WORK/package-lock.json" "$WORK/installed.json"
fi

go build -o "$WORK/logarium" ./engine/cmd/logarium
rm -rf "$WORK/files"
"$WORK/logarium" run -files "$WORK/files/script" "$HERE/script.txt" >/dev/null
for case in $CASES; do
  "$WORK/logarium" replay -files "$WORK/files/$case" <"$GOLDEN/$case/ops.jsonl" >/dev/null
done

# A log and an index that a crash has cut short.
mkdir -p "$WORK/files/cut"
log=$(find "$WORK/files/script" -path '*rolled-0/00000000000000000000.log')
head -c -10 "$log" >"$WORK/files/cut/00000000000000000000.log"
head -c 20 "${log%.log}.index" >"$WORK/files/cut/00000000000000000000.index"

node "$HERE/check.mjs" "$WORK" "$WORK/logarium" "$WORK/files" "$GOLDEN"
