#!/usr/bin/env bash
# Puts the pinned Zydis source, from Debian's source package, into build/third_party/zydis.
# Debian ships no static Zydis, and the agent may bring no shared library into its target.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup/messages.sh
version=4.0.0
revision=1
digest=e990107f80c62afc1deb51de230023a1098db801b8ea6bf483e296d45459e234
archive=zydis_$version.orig.tar.gz
pool=http://deb.debian.org/debian/pool/main/z/zydis/$archive
target=build/third_party/zydis
[ -f "$target/.complete" ] && [ "$(cat "$target/.complete")" = "$version-$revision" ] && exit 0
work=$PWD/build/third_party/download
rm -rf "$target" "$work"
mkdir -p "$target" "$work/sources" "$work/lists/partial"

# The system's own mirrors, with source packages switched on in a copy of its lists.
from_source_lists() {
  local file apt
  command -v apt-get >/dev/null || return 1
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")"
  done
  [ -f /etc/apt/sources.list ] && sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$work/sources/classic.list"
  apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources"
    -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root)
  "${apt[@]}" update && (cd "$work" && "${apt[@]}" source --download-only "zydis=$version-$revision")
}
# Debian's pool, for the releases and distributions whose own Zydis is another version.
from_pool() {
  if [ -x /usr/lib/apt/apt-helper ]; then
    /usr/lib/apt/apt-helper download-file "$pool" "$work/$archive" "SHA256:$digest"
  elif command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --output "$work/$archive" "$pool"
  else
    wget --quiet --output-document "$work/$archive" "$pool"
  fi
}

from_pool || from_source_lists ||
  stop 3 "the source package of Zydis $version could not be fetched from $pool; try again with a network, or put that file's contents into $target"
echo "$digest  $work/$archive" | sha256sum --check --quiet
tar -xzf "$work/$archive" -C "$target" --strip-components=1
rm -rf "$work"
echo "$version-$revision" >"$target/.complete"
