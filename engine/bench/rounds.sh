#!/usr/bin/env bash
# Rounds of benchmarks, Kafka's own classes on the JVM and the engine in turn.
#
#   rounds.sh OUT ROUNDS [GROUP...]    all groups by default; what the programs print goes to OUT, behind what is there
#
# The order turns round every time, so that nobody always runs on the warmer machine. Without Java or Maven the JVM's part
# is left out, without a browser (GO_WASM_EXEC, a command for go test -exec) that of WebAssembly.
# BENCH_PASSES: passes of the engine (5). BENCH_WARMUP, BENCH_REPEATS: passes of the JVM (2, 5). BENCH_WASM_GROUPS:
# groups for the browser, a pattern (all but those on a disk). BENCH_FIRST: number of the first round (1), to go on
# with OUT. BENCH_BIN: a folder with native.test and wasm.test as go test -c makes them, else they are made. BENCH_TMPFS,
# BENCH_DISK: where the JVM's files lie.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1 rounds=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BENCH_DISK=${BENCH_DISK:-$work}
tmpfs=${BENCH_TMPFS:-/dev/shm}
[[ -d $tmpfs ]] || tmpfs=$work
quiet=(nice -n "${BENCH_NICE:-5}")

# Kafka's KAFKA_JVM_PERFORMANCE_OPTS with a fixed heap, less what would let a collection run on into the timer.
java_opts=(-Xms3g -Xmx3g -server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -Djava.awt.headless=true)

has_java() { command -v java >/dev/null && [[ -e $here/jvm/target/logbench.jar ]]; }

jvm() {
  has_java || return 0
  "${quiet[@]}" java "${java_opts[@]}" -cp "$here/jvm/target/logbench.jar:$here/jvm/target/lib/*" logbench.Main \
    --tmpfs "$tmpfs" --disk "$BENCH_DISK" --warmup "${BENCH_WARMUP:-2}" --repeats "${BENCH_REPEATS:-5}" "$1" 2>>"$work/errors" >>"$out"
}

native() {
  "${quiet[@]}" "$bin/native.test" -test.run '^$' -test.bench "$1" -test.benchtime "${BENCH_PASSES:-5}x" >>"$out"
}

# browser runs a benchmark in WebAssembly. What a page cannot do, such as find memory enough, does not end the round.
browser() {
  [[ -n ${GO_WASM_EXEC:-} && $2 =~ ${BENCH_WASM_GROUPS:-.} && $2 != *disk* ]] || return 0
  echo "# impl wasm" >>"$out"
  "${quiet[@]}" $GO_WASM_EXEC "$bin/wasm.test" -test.run '^$' -test.bench "$1" -test.benchtime "${BENCH_PASSES:-5}x" 2>>"$work/errors" >>"$out" ||
    echo "in the browser $2 failed" >&2
  echo "# impl native" >>"$out"
}

# benchmarks is the pattern of the Go benchmarks of a group.
benchmarks() {
  local rest=${1#*-}
  case $1 in
    append-*) echo "^BenchmarkAppendLeader\$/^${rest#*-}\$/^${rest%%-*}\$" ;;
    encode-*) echo "^BenchmarkEncode\$/^$rest\$" ;;
    decode-*) echo "^BenchmarkDecode\$/^${rest%%-*}\$/^${rest#*-}\$" ;;
    offset-index) echo '^BenchmarkOffsetIndexLookup$' ;;
    read-*) echo "^Benchmark(TranslateOffset|ReadSlice|ReadBytes)\$/^$rest\$" ;;
    timestamp-*) echo "^BenchmarkTimestampLookup\$/^$rest\$" ;;
    retention-delete) echo '^BenchmarkRetentionDelete$' ;;
    retention-idle-*) echo "^BenchmarkRetentionIdle\$/./^${1##*-}\$" ;;
    compaction-*) echo "^BenchmarkCompaction\$/^$rest\$" ;;
    recovery-unclean-*) echo "^BenchmarkRecoveryUnclean\$/^${1##*-}\$" ;;
    open-clean) echo '^BenchmarkOpenClean$' ;;
    roll-*) echo "^BenchmarkRoll\$/./^$rest\$" ;;
    limits) echo '^BenchmarkLimit' ;;
    *) echo "unknown group $1" >&2 && return 1 ;;
  esac
}

all_groups() {
  local shapes='100Bx100 1KBx1 1KBx16 1KBx100' s how medium
  for s in $shapes; do for medium in tmpfs disk; do echo "append-$medium-$s"; done; done
  for s in 100Bx100 1KBx16; do echo "encode-$s"; done
  for how in file mem memcrc; do for s in 100Bx100 1KBx16; do echo "decode-$how-$s"; done; done
  printf '%s\n' offset-index read-full read-usual timestamp-full timestamp-usual retention-delete \
    retention-idle-100 retention-idle-1000 retention-idle-10000 compaction-tmpfs compaction-disk \
    recovery-unclean-1KBx16 recovery-unclean-100Bx100 recovery-unclean-100Bx1 open-clean roll-tmpfs roll-disk limits
}

groups=("$@")
[[ $# -gt 0 ]] || mapfile -t groups < <(all_groups)
bin=${BENCH_BIN:-$work}
if [[ $bin == "$work" ]]; then
  (cd "$here" && go test -c -o "$bin/native.test" .)
  [[ -z ${GO_WASM_EXEC:-} ]] || (cd "$here" && GOOS=js GOARCH=wasm go test -c -o "$bin/wasm.test" .)
fi
first=${BENCH_FIRST:-1}
for round in $(seq "$first" $((first + rounds - 1))); do
  for group in "${groups[@]}"; do
    pattern=$(benchmarks "$group")
    echo "# round $round" >>"$out"
    case $((round % 2)) in
      1) jvm "$group" && native "$pattern" && browser "$pattern" "$group" ;;
      0) browser "$pattern" "$group" && native "$pattern" && jvm "$group" ;;
    esac
  done
done
