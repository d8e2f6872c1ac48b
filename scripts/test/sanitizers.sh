#!/usr/bin/env bash
# Builds what bears sanitizers and runs it, with the fuzzers for 20 s each (native/sanitizers.cmake).
set -euo pipefail
cd "$(dirname "$0")/../.."

configure() { # NAME SANITIZERS
  local build=build/sanitize-$1
  [ -f "$build/build.ninja" ] || CC=clang CXX=clang++ cmake -S native -B "$build" -G Ninja -DHAGSTONE_SANITIZE="$2"
}
tests() { # NAME LABEL
  ctest --test-dir "build/sanitize-$1" --label-regex "$2" --output-on-failure --no-tests=error --parallel "$(nproc)"
}

configure address address,undefined
ninja -C build/sanitize-address hagstone_fuzzers
tests address fuzzer >build/sanitize-address/fuzzers.log 2>&1 &
fuzzers=$!
# Processors that the fuzzers leave idle build the rest: of the others it takes next to nothing.
built=0
{
  nice -n 19 ninja -C build/sanitize-address hagstone_sanitized &&
    configure thread thread &&
    nice -n 19 ninja -C build/sanitize-thread hagstone_sanitized
} || built=$?
fuzzed=0
wait "$fuzzers" || fuzzed=$?
cat build/sanitize-address/fuzzers.log
if [ "$built" -ne 0 ] || [ "$fuzzed" -ne 0 ]; then exit 1; fi
tests address sanitized
tests thread sanitized
