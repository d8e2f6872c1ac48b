#!/usr/bin/env bash
# Does with dpkg-deb what electron-builder needs of fpm for a .deb. Only for tests: fpm makes the real packages.
set -euo pipefail
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/DEBIAN"
depends=() recommends=
declare -A field
while [ $# -gt 0 ]; do
  case $1 in
    -d) depends+=("$2"); shift 2 ;;
    --deb-recommends) recommends=$2; shift 2 ;;
    --after-install) install -m 755 "$2" "$root/DEBIAN/postinst"; shift 2 ;;
    --after-remove) install -m 755 "$2" "$root/DEBIAN/postrm"; shift 2 ;;
    --force) shift ;;
    -* ) field[$1]=$2; shift 2 ;;
    *=*)
      from=${1%%=*} to=$root${1#*=}
      if [ -d "$from" ]; then mkdir -p "$to" && cp -a "$from/." "$to"; else install -D -m 644 "$from" "$to"; fi
      shift ;;
    *) shift ;;
  esac
done
{
  echo "Package: ${field[--name]}"
  echo "Version: ${field[--version]}"
  echo "Architecture: ${field[--architecture]}"
  echo "Maintainer: ${field[--maintainer]}"
  echo "Homepage: ${field[--url]}"
  (IFS=,; echo "Depends: ${depends[*]}")
  echo "Recommends: $recommends"
  echo "Description: ${field[--description]}"
} >"$root/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$root" "${field[--package]}" >/dev/null
