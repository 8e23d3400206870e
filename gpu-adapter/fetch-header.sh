#!/usr/bin/env bash
# Fetches wrapper.h of the crate nixl-sys, pinned by version and checksum, to the file named (target/nixl/wrapper.h
# of this module if none is), and prints where it is. Ends with 1, and says so, where it cannot be had; with 3 if what
# was had, or lies there, is not what the checksums say.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=1.5.1
sha256=91946d10f2f32f9b08a690a0033e408962e35a72ea8a68dd11fcdbebda130301
header_sha256=62b4c842b12086b93b51efa59c47fed8f30509d64eeff3b6512b705b6dda16dd
header=${1:-$here/target/nixl/wrapper.h}

if [ ! -f "$header" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  if ! curl --silent --show-error --fail --location --max-time 60 --output "$work/crate" \
    "https://static.crates.io/crates/nixl-sys/nixl-sys-$version.crate"; then
    echo "nixl-sys $version cannot be fetched" >&2
    exit 1
  fi
  echo "$sha256  $work/crate" | sha256sum --check --quiet || exit 3
  tar -xzf "$work/crate" -C "$work"
  mkdir -p "$(dirname "$header")"
  cp "$work/nixl-sys-$version/wrapper.h" "$header"
fi
echo "$header_sha256  $header" | sha256sum --check --quiet || exit 3
echo "$header"
