#!/usr/bin/env bash
# Builds, serves and tests Logarium. ./build.sh --help lists the commands.
set -euo pipefail
cd "$(dirname "$0")"

BUDGET=2440000 # bytes in brotli that the program must not grow beyond; the goal is 1600000, see docs/size.md
TEXTS=600000   # the same for lessons and posters
DIST=${LOGARIUM_DIST:-dist}
CACHE=.cache   # tools and counts of the latest test run; may be deleted

# Packages in which the browser's program gives up inlining: nobody feels it there, and the program gets a tenth smaller.
COLD=(logarium/{web,wasm}/...
  logarium/engine/{archive,broker,checkpoint,cleaner,cluster,config,controller,epoch,event,glass,internaltopics,kerr,lab,lesson,message,metadata,replica,shell,share}
  github.com/{vugu,hack-pad,klauspost,pierrec}/... honnef.co/... compress/... crypto/... encoding/json fmt html io/fs log net/... os reflect syscall time context
  internal/{bisect,fmtsort,godebug,poll,strconv} math/big strconv strings unicode/...)

usage() {
  cat <<'END'
usage: ./build.sh COMMAND

  serve      build quickly into dist/ and serve it on http://localhost:8080 (environment: PORT)
  build      build dist/ for a static web host, with .br and .gz beside each file, and print the sizes
  test       all that needs Go and Chromium: format, vet, lint, generated code, unit, script and browser tests, sizes
  prove      what needs real Kafka's tools (Java), Node, Python or Firefox; says what it skips
  conform    random operations on real Kafka (Java) and here, in lock step; [--seed S] [--rounds R] [--ops N] [--mix M]
  bench      benchmarks: Kafka on the JVM (Java 17, Maven), natively and in Chromium, in turn; [ROUNDS [GROUP...]]
  generate   write the Go code of the Vugu components (commit it)
  fmt        format the Go code
END
}

say() { printf '\n== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

need_go() {
  command -v go >/dev/null || die "Go 1.26 or newer is needed: https://go.dev/dl/"
  local have
  have=$(go env GOVERSION)
  [[ $(printf '%s\ngo1.26\n' "$have" | sort -V | head -1) == go1.26* ]] || die "Go 1.26 or newer is needed, this is $have"
}

# need_chromium puts a browser into the PATH under the name that the test tools look for.
need_chromium() {
  local found
  found=$(find_chromium) || install_chromium
  found=$(find_chromium) || die "Chromium or Chrome is needed for the browser tests: install it, or name it in the variable CHROMIUM"
  mkdir -p "$CACHE/bin"
  ln -sf "$found" "$CACHE/bin/chromium"
  export PATH="$PWD/$CACHE/bin:$PATH"
}

find_chromium() {
  local name
  for name in ${CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" && return
  done
  return 1
}

# install_chromium does so only where no question has to be asked.
install_chromium() {
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null || return 0
  say "installing Chromium"
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium >/dev/null
}

# --- building

wasm() { GOOS=js GOARCH=wasm "$@"; }

# make_dist fills dist/ with all but the compressed files.
make_dist() {
  rm -rf "$DIST"
  mkdir "$DIST"
  cp -R static/. "$DIST"
  cp static/embed.js "$DIST/v1" # pages that embed a lab name this version
  cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$DIST" # of the very toolchain that builds
  chmod -R u+w "$DIST"
  go run ./engine/cmd/lessons static/lessons "$DIST/lessons"
  go run ./engine/cmd/site . "$DIST"
  wasm go build -ldflags="-s -w" -trimpath $(printf -- " -gcflags=%s=-l" "${COLD[@]}") -o "$DIST/logarium.wasm" ./wasm/app
}

compress() { go run ./engine/cmd/pack -budget "$BUDGET" -texts "$TEXTS" "$DIST"; }

do_build() {
  say "$DIST"
  make_dist
  compress
}

do_serve() {
  say "$DIST (the first time this takes some minutes)"
  make_dist
  go run ./engine/cmd/pack -brotli=false "$DIST" >/dev/null
  exec go run ./engine/cmd/logarium serve "$DIST"
}

do_generate() {
  (cd web && go tool vugugen -s -r -skip-go-mod -skip-main .)
  go run ./engine/cmd/shorten web/0_components_gen.go
}

go_files() { git ls-files -co --exclude-standard '*.go' | grep -v '_gen\.go$'; }

do_fmt() { go_files | xargs gofmt -w; }

# --- testing

# fail notes that something is wrong and lets the other tests go on.
fail() {
  printf 'FAILED: %s\n' "$*"
  FAILED=1
}

check_format() {
  say "gofmt"
  local bad
  bad=$(go_files | xargs gofmt -l)
  [[ -z $bad ]] || fail "not formatted (./build.sh fmt): $bad"
}

check_generated() {
  say "generated code"
  local before after
  before=$(generated_sum)
  do_generate
  after=$(generated_sum)
  [[ $before == "$after" ]] || fail "generated code was not up to date; commit what ./build.sh generate has written"
}

generated_sum() { find web -name '*_gen.go' -print0 | sort -z | xargs -0r sha256sum; }

check_vet() {
  say "vet and staticcheck"
  go vet ./... || fail "go vet"
  wasm go vet ./engine/codec ./wasm/... ./web/... || fail "go vet for the browser"
  go tool staticcheck ./... || fail "staticcheck"
  wasm staticcheck_wasm ./wasm/... ./web/... || fail "staticcheck for the browser"
}

# staticcheck_wasm runs on this computer but reads the code as the browser's.
staticcheck_wasm() { "$(GOOS='' GOARCH='' go tool -n staticcheck)" "$@"; }

# run_tests NAME ARGUMENTS... runs go test, prints what matters, and adds to the count.
run_tests() {
  say "$1"
  shift
  go test -json "$@" 2>&1 | "$CACHE/tally" -in "$CACHE/counts" || fail "tests"
}

# engine_packages_for_wasm leaves out what makes no sense in a browser: native commands, the lint of this source tree, and the
# golden traces, whose megabytes would have to come in by a file protocol (the same code runs on them natively).
engine_packages_for_wasm() {
  go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./engine/... |
    grep -v -e /engine/cmd/ -e /engine/internal/ -e /engine/conform
}

test_in_browser() {
  local runner
  runner=$(wide_runner)
  mapfile -t packages < <(engine_packages_for_wasm)
  GOOS=js GOARCH=wasm run_tests "engine in Chromium" -exec="$runner" "${packages[@]}"
  GOOS=js GOARCH=wasm run_tests "block store and page in Chromium" -exec="$runner" ./wasm/idb ./wasm/link ./wasm/promise ./web/...
}

# wide_runner prints what runs a test program in Chromium as engine/cmd/pack makes programs, with its vectors.
wide_runner() {
  go build -o "$CACHE/pack" ./engine/cmd/pack
  echo "$PWD/$CACHE/pack -run $(go tool -n wasmbrowsertest)"
}

# seed is a number that each commit has of its own: random tests try something new with each, and can be repeated.
seed() { echo $((16#$(git rev-parse --short=8 HEAD 2>/dev/null || echo 1))); }

do_test() {
  need_go
  need_chromium
  RAPID_SEED=$(seed)
  export RAPID_SEED
  FAILED=0
  mkdir -p "$CACHE"
  rm -f "$CACHE/counts"
  go build -o "$CACHE/tally" ./engine/cmd/tally
  check_format
  check_generated
  check_vet
  run_tests "engine" ./engine/...
  run_tests "screen and worker" ./web/... ./wasm/link ./wasm/wire ./wasm/worker ./wasm/page ./wasm/e2e/recipes ./wasm/e2e/firefox
  say "dist/"
  make_dist
  compress || fail "dist/ is too large"
  test_in_browser
  export LOGARIUM_REPORT="$PWD/$CACHE/times"
  run_tests "end to end in Chromium" -count=1 -timeout 8m ./wasm/e2e
  say "times with an empty cache"
  cat "$LOGARIUM_REPORT" || FAILED=1
  say "in all"
  "$CACHE/tally" -sum "$CACHE/counts" || FAILED=1
  return "$FAILED"
}

# --- more than Go

# do_conform ARGUMENTS... runs the comparison with real Kafka; 1: a difference, 77: no Java.
do_conform() {
  need_go
  go build -o "$CACHE/conform" ./engine/cmd/conform
  exec "$CACHE/conform" "$@"
}

do_prove() {
  need_go
  LOGARIUM_SEED=$(seed)
  export LOGARIUM_SEED
  say "prove, from seed $LOGARIUM_SEED"
  local script skipped=0
  for script in engine/conform/prove/*.sh; do
    [[ -e $script ]] || continue
    "$script" || { [[ $? == 77 ]] && skipped=$((skipped + 1)) || die "$script failed"; }
  done
  echo "$skipped skipped"
}

# build_jvm makes the program that times Kafka's own classes; without Java and Maven there is nothing to compare with.
build_jvm() {
  if ! command -v java >/dev/null || ! command -v mvn >/dev/null; then
    echo "skipped: the comparison with Kafka needs Java 17 and Maven; the engine is measured alone"
    return
  fi
  (cd engine/bench/jvm && mvn -q -B package)
}

# do_bench [ROUNDS [GROUP...]] compares with Kafka on the JVM, in rounds. All groups and five rounds, which take hours,
# go into docs/performance.md.
do_bench() {
  local rounds=${1:-5}
  need_go
  need_chromium
  say "Kafka's classes"
  build_jvm
  mkdir -p "$CACHE"
  say "$rounds rounds: Kafka on the JVM, natively, in Chromium"
  : >"$CACHE/bench"
  GO_WASM_EXEC=$(wide_runner) engine/bench/rounds.sh "$PWD/$CACHE/bench" "$rounds" "${@:2}"
  say "times of the JVM / times of the engine"
  if [[ $# -eq 0 ]] && grep -q '"impl":"jvm"' "$CACHE/bench"; then
    go run ./engine/cmd/ratio -into docs/performance.md "$CACHE/bench"
    write_machine
  else
    go run ./engine/cmd/ratio "$CACHE/bench"
    grep '^Benchmark' "$CACHE/bench"
  fi
  if [[ $# -eq 0 ]]; then
    say "commits to IndexedDB"
    wasm go test -exec="$(go tool -n wasmbrowsertest)" -run '^$' -bench . ./wasm/idb
    say "1 GiB in Chromium"
    make_dist
    compress
    LOGARIUM_TOPIC_MB=1024 go test -count=1 -timeout 40m -v -run TestMemoryStaysBounded ./wasm/e2e
    say "1 GiB of own files"
    LOGARIUM_OWN_MB=1008 go test -count=1 -timeout 40m -v -run TestOwnFilesAreReadWhereTheyLie ./wasm/e2e
    say "command to paint, frame to frame"
    LOGARIUM_SPEED=1 go test -count=1 -timeout 40m -v -run TestTheScreenIsQuick ./wasm/e2e
  fi
}

# write_machine notes in the page when and with what the figures were taken.
write_machine() {
  local cores
  cores=$(getconf _NPROCESSORS_ONLN)
  sed -i "s|^Taken .*|Taken $(date -u +%F) on $cores cores of $(uname -m), $(uname -s); $(go env GOVERSION), $(java -version 2>&1 | head -1 | tr -d '"'), $(chromium --version | xargs).|" \
    docs/performance.md
}

case ${1:---help} in
  serve | build | generate | fmt) need_go && "do_$1" ;;
  test | prove) "do_$1" ;;
  bench | conform) "do_$1" "${@:2}" ;;
  -h | --help | help) usage ;;
  *) usage >&2 && exit 2 ;;
esac
