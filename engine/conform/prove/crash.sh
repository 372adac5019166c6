#!/usr/bin/env bash
# The machine stops at every operation on a file while the cleaner works: what is left must load in real Kafka as it does here. 77: skipped.
cd "$(dirname "$0")/../../.." && go build -o .cache/conform ./engine/cmd/conform && .cache/conform crash --logs 1
