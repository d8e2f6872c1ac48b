#!/bin/sh
# SPDX-License-Identifier: MIT
# check_dependencies.sh LIBRARY: fails if the agent needs another library than libc, or a symbol version of glibc newer
# than 2.17 (RHEL 7's), or if it exports a symbol that interposes none of libc's.
# The tracer calls hagstone_attach and hagstone_detach in a running program, and marks call hagstone_agent_mark.
set -eu
library=$1
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ "$needed" = libc.so.6 ] || { echo "needs $needed"; exit 1; }
newest=$(readelf -V "$library" | grep -o 'GLIBC_2[.0-9]*' | sort -uV | tail -1)
[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -1)" = GLIBC_2.17 ] || { echo "needs $newest"; exit 1; }
foreign=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -i hagstone | grep -vxE 'hagstone_((at|de)tach|agent_mark)' || true)
[ -z "$foreign" ] || { echo "shows $foreign"; exit 1; }
