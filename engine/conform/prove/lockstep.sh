#!/usr/bin/env bash
# Random operations on real Kafka and on this engine at the same time, from a seed that nobody has tried. 77: skipped.
cd "$(dirname "$0")/../../.." && go build -o .cache/conform ./engine/cmd/conform && .cache/conform prove
