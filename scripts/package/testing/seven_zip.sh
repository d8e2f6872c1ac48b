#!/bin/sh
# As much of 7za as electron-builder asks of it for a .tar.gz: the last words are the archive and what it is made of.
while [ $# -gt 2 ]; do shift; done
exec gzip -1 -c "$2" >"$1"
