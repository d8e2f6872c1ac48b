#!/bin/sh
# Replaces AppImage's runtime, as far as programs see it. The files of the image, which is appended to this script, exist
# only while it runs.
image=$(readlink -f "$0")
mount=$(mktemp -d "${TMPDIR:-/tmp}/.mount_HagstoXXXXXX")
size=$(sed -n 's/^size=\([0-9]*\)$/\1/p;/^size=/q' "$image")
tail -c "+$((size + 1))" "$image" | tar -C "$mount" -xf -
APPIMAGE=$image APPDIR=$mount ARGV0=$0 "$mount/AppRun" "$@"
status=$?
rm -rf "$mount"
exit "$status"
size=4096
