#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# debug.sh PROGRAM ARGUMENTS...: runs the program in the exhaustive engine, which waits for gdb before the first instruction:
#   gdb PROGRAM -ex 'target remote | vgdb --vgdb-prefix=build/debug/vgdb'   the program, in the checkout's root
#   gdb -p PID                                                              the engine itself, in a second gdb; PID is in what Valgrind prints
# The prefix keeps vgdb from other programs under Valgrind.
# MEASURE names the tools (dead-stores).
set -eu
cd "$(dirname "$0")/../.."
ninja -C build/native hagstone_exhaustive
recording=$(mktemp -d)
trap 'rm -rf "$recording"' EXIT
# Without Valgrind's descriptions of registers, gdb rejects vgdb's data about wide ones.
engine=$PWD/build/native/exhaustive/libexec
mkdir -p build/debug/valgrind
ln -sf "$engine"/* "$(dirname "$(readlink -f "$engine/vgpreload_core-amd64-linux.so")")"/*.xml build/debug/valgrind/
VALGRIND_LIB="$PWD/build/debug/valgrind" valgrind --tool=hagstone --command-line-only=yes --vgdb=yes --vgdb-error=0 \
  --vgdb-prefix="$PWD/build/debug/vgdb" \
  --measure="${MEASURE:-dead-stores}" --recording="$recording" "$@"
