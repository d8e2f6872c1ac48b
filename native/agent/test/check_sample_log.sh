#!/bin/sh
# SPDX-License-Identifier: MIT
# check_sample_log.sh AGENT LOGGING_AGENT PROGRAM PROBE: the logging agent writes every step of a sample's life, in their
# order; the agent that is shipped writes none. 77: the probe says that watchpoints never fire here, so nothing is sampled.
set -eu
agent=$1
logging_agent=$2
program=$3
probe=$4
if "$probe" | grep -q '"watchpointSigtrap":{"opens":true,"fires":false'; then
  echo "watchpoints open but never fire: this virtual machine does not pass debug exceptions on"
  exit 77
fi
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/recording" "$directory/logged"

HAGSTONE_SEED=1 HAGSTONE_RECORDING="$directory/recording" HAGSTONE_SAMPLE_LOG="$directory/none" LD_PRELOAD=$agent "$program" 200 > "$directory/output"
if [ -e "$directory/none" ]; then echo "the agent that is shipped writes a log" >&2; exit 1; fi

HAGSTONE_SEED=1 HAGSTONE_RECORDING="$directory/logged" HAGSTONE_SAMPLE_LOG="$directory/log" LD_PRELOAD=$logging_agent "$program" 200 > "$directory/logged_output"
cmp "$directory/output" "$directory/logged_output"

# The first register whose life is whole: interrupt, access, armed, its own trap or none, the later trap, pair.
awk '
  $3 == "interrupt" { interrupt = NR }
  $3 == "access" && interrupt { access = NR }
  $3 == "armed" && access { armed[$5 + 0] = NR }
  $3 == "trap" && armed[$5 + 0] { trap[$5 + 0] = NR }
  $3 == "pair" && trap[$5 + 0] { whole = 1 }
  !/^thread [0-9]+ [a-z_]+( |$)/ { print "not a line of the log: " $0; bad = 1 }
  END { exit bad || !whole }
' "$directory/log" || { echo "no sample has all of its steps" >&2; head -n 40 "$directory/log" >&2; exit 1; }
