#!/bin/sh
# The command of the desktop packages, instead of Electron's program: the app, or with a command the command line,
# which needs no display.
root=$(dirname "$(readlink -f "$0")")
# What starts an AppImage puts this in front where it can make no user namespaces. The app never goes without its sandbox.
[ "${1-}" != --no-sandbox ] || shift
case ${1-} in
  --help | -h | --version) ;;
  -* | file:*) exec "$root/hagstone-app" "$@" ;;
  '' | *.hagstone)
    ! unshare --user --map-root-user true 2>/dev/null || exec "$root/hagstone-app" "$@"
    # A profile of AppArmor or a helper of root may still let the app make them: the command line finds out, and serves the
    # windows to a browser where none does.
    set -- view "$@"
    ;;
esac
. "$root/resources/app/resources/launcher/inherited_descriptors.sh"
ELECTRON_RUN_AS_NODE=1 exec "$root/hagstone-app" "$root/resources/app/build/electron/cli.mjs" "$@"
