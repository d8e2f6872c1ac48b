#!/usr/bin/env bash
# Puts the pinned Zydis source, from the distribution's source package, into build/third_party/zydis.
# Debian ships no static Zydis, and the agent may bring no shared library into its target.
set -euo pipefail
cd "$(dirname "$0")/.."
version=4.0.0
revision=1
sum=e990107f80c62afc1deb51de230023a1098db801b8ea6bf483e296d45459e234
target=build/third_party/zydis
[ -f "$target/.complete" ] && [ "$(cat "$target/.complete")" = "$version-$revision" ] && exit 0
work=build/third_party/download
rm -rf "$target" "$work"
mkdir -p "$target" "$work/sources" "$work/lists/partial"
for file in /etc/apt/sources.list.d/*.sources; do
  [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")"
done
if [ -f /etc/apt/sources.list ]; then
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$work/sources/classic.list"
fi
apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/$work/sources"
  -o "Dir::State::Lists=$PWD/$work/lists" -o APT::Sandbox::User=root)
"${apt[@]}" update
(cd "$work" && "${apt[@]}" source --download-only "zydis=$version-$revision") || {
  echo "hagstone: Zydis $version's source package cannot be fetched (needs network and a Debian 12 source list); try again online" >&2
  exit 1
}
archive="$work/zydis_$version.orig.tar.gz"
echo "$sum  $archive" | sha256sum --check --quiet
tar -xzf "$archive" -C "$target" --strip-components=1
rm -rf "$work"
echo "$version-$revision" >"$target/.complete"
