#!/bin/sh
# Does what electron-builder needs of mksquashfs: DIRECTORY IMAGE -offset N …. But the image is a tar file, which
# image_runtime.sh unpacks.
[ "$3" = -offset ] || exit 1
truncate --size "$4" "$2" && tar -C "$1" -cf - . >>"$2"
