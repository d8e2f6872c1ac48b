# Node closes what it inherits, and the recorded program may need it (a make jobserver): say which descriptors these are.
# Sourced by every launcher, with the words of the command line. Starts no process: each takes longer than all the rest.
if [ "${1-}" = record ]; then
  HAGSTONE_INHERITED_DESCRIPTORS=
  close_on_exec=02000000
  for information in /proc/$$/fdinfo/*; do
    descriptor=${information##*/}
    [ "$descriptor" -gt 2 ] || continue
    # A descriptor that is gone was this shell's own.
    flags=
    while read -r name value; do
      [ "$name" != flags: ] || flags=$value
    done 2>/dev/null <"$information" || :
    if [ -n "$flags" ] && [ $((flags & close_on_exec)) -eq 0 ]; then
      HAGSTONE_INHERITED_DESCRIPTORS="$HAGSTONE_INHERITED_DESCRIPTORS $descriptor"
    fi
  done
  export HAGSTONE_INHERITED_DESCRIPTORS
fi
