# Node closes what it inherits, and the recorded program may need it (a make jobserver): say which descriptors these are.
# Sourced by every launcher, with the words of the command line.
if [ "${1-}" = record ]; then
  HAGSTONE_INHERITED_DESCRIPTORS=
  for information in /proc/$$/fdinfo/*; do
    descriptor=${information##*/}
    flags=$(sed -n 's/^flags:[[:space:]]*//p' "$information" 2>/dev/null)
    close_on_exec=02000000
    if [ "$descriptor" -gt 2 ] && [ -n "$flags" ] && [ $((flags & close_on_exec)) -eq 0 ]; then
      HAGSTONE_INHERITED_DESCRIPTORS="$HAGSTONE_INHERITED_DESCRIPTORS $descriptor"
    fi
  done
  export HAGSTONE_INHERITED_DESCRIPTORS
fi
