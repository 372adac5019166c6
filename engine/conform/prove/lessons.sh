#!/usr/bin/env bash
# Every lesson runs to its end in Chromium on a second visit, with the network cut. 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/../../.."
PATH=$PWD/.cache/bin:$PATH
[[ -e $(command -v chromium || true) ]] || { echo "lessons: skipped: Chromium is needed (./build.sh test finds or installs it)"; exit 77; }
[[ -e ${LOGARIUM_DIST:-dist}/sw.js ]] || ./build.sh build >/dev/null
LOGARIUM_LESSONS=all go test -count=1 -timeout 20m -run TestSecondVisitNeedsNoNetwork ./wasm/e2e
