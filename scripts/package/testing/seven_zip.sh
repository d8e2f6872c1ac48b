#!/bin/sh
# Does what electron-builder needs of 7za for a .tar.gz. The last two arguments are the archive and its content.
while [ $# -gt 2 ]; do shift; done
exec gzip -1 -c "$2" >"$1"
