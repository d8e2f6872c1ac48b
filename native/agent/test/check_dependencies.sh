#!/bin/sh
# SPDX-License-Identifier: MIT
# check_dependencies.sh LIBRARY: fails if the agent needs another library than libc, or a symbol version of glibc that
# is newer than 2.17 (RHEL 7's), or if a symbol of its own is visible that stands in front of none of libc's.
# hagstone_attach and hagstone_detach are what the tracer calls in a running program, hagstone_agent_mark what marks call.
set -eu
library=$1
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ "$needed" = libc.so.6 ] || { echo "needs $needed"; exit 1; }
newest=$(readelf -V "$library" | grep -o 'GLIBC_2[.0-9]*' | sort -uV | tail -1)
[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -1)" = GLIBC_2.17 ] || { echo "needs $newest"; exit 1; }
foreign=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -i hagstone | grep -vxE 'hagstone_((at|de)tach|agent_mark)' || true)
[ -z "$foreign" ] || { echo "shows $foreign"; exit 1; }
