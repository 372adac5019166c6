#!/usr/bin/env bash
# Real Kafka's dump tool and log read what this engine has written, and both read once more what real brokers have left. 77: skipped.
cd "$(dirname "$0")/../../.." && go build -o .cache/conform ./engine/cmd/conform &&
  .cache/conform files engine/conform/prove/files.txt && .cache/conform replay engine/conform/testdata/captures/*/
