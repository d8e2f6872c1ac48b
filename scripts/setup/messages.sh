# Sourced by the set-up scripts: how they speak. Everything but --help goes to stderr, because stdout belongs to the
# program that is recorded.

say() { printf 'hagstone: %s\n' "$*" >&2; }

# stop STATUS MESSAGE: one line, then the end. 3 = cannot on this machine (as the command line's own statuses).
stop() {
  local status=$1
  shift
  say "$*"
  exit "$status"
}

# explain SCRIPT "$@": if the first word is --help, prints the comment at the head of the script, and ends.
explain() {
  [ "${2:-}" = --help ] || return 0
  sed -n '2,/^set -/{s/^# \{0,1\}//p}' "$1"
  exit
}

# step TITLE LOG COMMAND...: runs the command with its output in LOG, and shows how long it took or the log's end.
step() {
  local title=$1 log=$2 started=$SECONDS status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  say "$title … (output: $log)"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 25 "$log" >&2
    say "$title failed (status $status); the whole output is in $log"
    return "$status"
  fi
  say "$title: done in $((SECONDS - started)) s"
}
