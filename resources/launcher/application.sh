#!/bin/sh
# The command of the desktop packages, in the place of Electron's program: the app, or with a command the command line,
# which needs no display.
root=$(dirname "$(readlink -f "$0")")
case ${1-} in
  '' | -* | *.hagstone | file:*)
    case ${1-} in
      --help | -h | --version) ;;
      *) exec "$root/hagstone-app" "$@" ;;
    esac
    ;;
esac
. "$root/resources/app/resources/launcher/inherited_descriptors.sh"
ELECTRON_RUN_AS_NODE=1 exec "$root/hagstone-app" "$root/resources/app/build/electron/cli.mjs" "$@"
