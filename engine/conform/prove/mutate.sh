#!/usr/bin/env bash
# Damaged directories open in real Kafka, or are refused by it, as here. 77: skipped.
cd "$(dirname "$0")/../../.." && go build -o .cache/conform ./engine/cmd/conform && .cache/conform mutate --count 60 --oracle
