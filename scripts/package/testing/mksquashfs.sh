#!/bin/sh
# As much of mksquashfs as electron-builder asks of it: DIRECTORY IMAGE -offset N …, but the image is a tar that
# image_runtime.sh unpacks.
[ "$3" = -offset ] || exit 1
truncate --size "$4" "$2" && tar -C "$1" -cf - . >>"$2"
