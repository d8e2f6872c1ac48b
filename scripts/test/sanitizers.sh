#!/usr/bin/env bash
# Builds what bears sanitizers and runs it, with the fuzzers for 20 s each (native/sanitizers.cmake).
set -euo pipefail
cd "$(dirname "$0")/../.."

sanitize() { # NAME SANITIZERS
  local build=build/sanitize-$1
  [ -f "$build/build.ninja" ] || CC=clang CXX=clang++ cmake -S native -B "$build" -G Ninja -DHAGSTONE_SANITIZE="$2"
  ninja -C "$build" hagstone_sanitized
  ctest --test-dir "$build" --label-regex sanitized --output-on-failure --no-tests=error --parallel "$(nproc)"
}

sanitize address address,undefined
sanitize thread thread
