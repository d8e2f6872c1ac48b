#!/usr/bin/env bash
# Installs the missing Debian packages, as root or by sudo without a question; elsewhere says what to install.
# Usage: install-packages.sh [--for PURPOSE] SET...   (sets of requirements.sh). Status 3: a person has to do it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup/messages.sh
. scripts/setup/requirements.sh

what="needed packages"
if [ "${1-}" = --for ]; then
  what="packages for $2 (optional)"
  shift 2
fi
family=$(distribution_family)
missing=$(missing_packages "$family" "$@")
[ -n "$missing" ] || exit 0

if [ "$family" = musl ]; then
  stop 3 "musl systems such as Alpine are not supported: the agent needs glibc; use a glibc distribution or container"
fi
if [ "$family" = unknown ]; then
  stop 3 "this distribution is not known here; $what are missing: install what brings $missing"
fi
command=$(install_command "$family")
if [ "$family" != debian ]; then
  stop 3 "$what are missing; run: sudo $command $missing"
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    stop 3 "$what are missing; run: sudo $command $missing"
  fi
  as_root=(sudo -n)
fi
install() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $command $missing; }
# The package lists may be absent or too old to name files that still exist: fetch them and try once more.
install_with_fresh_lists() { install || { "${as_root[@]}" apt-get update && install; }; }

step "installing Debian packages ($missing)" build/setup/packages.log install_with_fresh_lists ||
  stop 3 "the packages could not be installed (network?); run: sudo apt-get update && sudo $command $missing"
