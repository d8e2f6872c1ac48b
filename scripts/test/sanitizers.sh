#!/usr/bin/env bash
# Builds the targets that support sanitizers and runs them, with the fuzzers for 2 s each (native/sanitizers.cmake);
# with the word `fuzz`
# the fuzzers alone, for 60 s each.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup/moved.sh

build() { # NAME SANITIZERS TARGETS...
  local directory=build/sanitize-$1
  if built_elsewhere "$directory"; then rm -rf "$directory"; fi
  [ -f "$directory/build.ninja" ] || CC=clang CXX=clang++ cmake -S native -B "$directory" -G Ninja -DHAGSTONE_SANITIZE="$2"
  ninja -C "$directory" "${@:3}"
}
tests() { # NAME LABELS
  ctest --test-dir "build/sanitize-$1" --label-regex "^($2)\$" --output-on-failure --no-tests=error --parallel "$(nproc)"
}

if [ "${1-}" = fuzz ]; then
  build address address,undefined hagstone_fuzzers
  tests address long_fuzzer
  exit
fi
build address address,undefined hagstone_fuzzers hagstone_sanitized
build thread thread hagstone_sanitized
tests address 'fuzzer|sanitized'
tests thread sanitized
