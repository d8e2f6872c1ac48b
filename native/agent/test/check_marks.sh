#!/bin/sh
# SPDX-License-Identifier: MIT
# check_marks.sh INCLUDE PROGRAM LOOP: the program compiles without a warning at every standard that hagstone.h
# promises, with each available compiler, links in every mode and runs. The effects of a mark stay inside the other
# file's loop.
set -eu
include=$1
program=$2
loop=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
strict="-I$include -pedantic -Wall -Wextra -Werror -Wconversion -Wshadow -fvisibility=hidden"
for compiler in gcc clang; do
  command -v $compiler > "$directory/path" || continue
  for standard in c99 c11 c17; do
    $compiler -std=$standard $strict -O2 -c "$program" -o "$directory/object"
  done
  for level in -O1 -O2 -O3; do
    $compiler -std=c99 $strict $level -S "$loop" -o "$directory/loop.s"
    # From the function's name to the first label that something jumps to.
    if sed -n '/^marks_in_loop:/,/^\.L\(BB\)\{0,1\}[0-9][0-9_]*:/p' "$directory/loop.s" | grep -v '^marks_in_loop:' | grep hagstone_agent_mark; then
      echo "$compiler $level reads the agent's address before the loop" >&2
      exit 1
    fi
  done
  for mode in "-O0" "-O2 -fPIE -pie" "-O2 -fno-pie -no-pie" "-O2 -static" "-O2 -fPIC -shared-libgcc"; do
    $compiler -std=c99 $strict $mode "$program" -o "$directory/program"
    "$directory/program"
  done
done
for compiler in g++ clang++; do
  command -v $compiler > "$directory/path" || continue
  for standard in c++98 c++11 c++14 c++17 c++20; do
    $compiler -x c++ -std=$standard $strict -O2 -c "$program" -o "$directory/object"
  done
done
