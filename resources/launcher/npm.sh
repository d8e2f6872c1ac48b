#!/bin/sh
# The command of the npm package; node is the user's own.
root=$(dirname "$(readlink -f "$0")")/../..
. "$root/resources/launcher/inherited_descriptors.sh"
# Older ones have no node:sqlite, and would end in the middle of loading. Asked for its version, Node starts no engine.
version=$(node --version 2>/dev/null) || version=
major=${version#v}
major=${major%%.*}
case $major in '' | *[!0-9]*) major=0 ;; esac
[ "$major" -ge 24 ] || {
  echo "hagstone: Node.js 24 or newer is needed, ${version:-and there is none}; install it, e.g. by: npm install -g node@24" >&2
  if [ "${1-}" = record ]; then exit 125; fi
  exit 3
}
exec node "$root/build/electron/cli.mjs" "$@"
