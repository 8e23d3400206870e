#!/usr/bin/env bash
# Fetches wrapper.h of the crate nixl-sys, pinned by version and checksum, with cargo, to the file named (target/nixl/wrapper.h
# of this module if none is), and prints where it is. Ends with 1, and says so, where it cannot be had; with 3 if what
# was had, or lies there, is not what the checksum says.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=1.5.1
header_sha256=62b4c842b12086b93b51efa59c47fed8f30509d64eeff3b6512b705b6dda16dd
header=${1:-$here/target/nixl/wrapper.h}

if [ ! -f "$header" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/src"
  : > "$work/src/lib.rs"
  printf '[package]\nname = "header"\nversion = "0.0.0"\n[dependencies]\nnixl-sys = "=%s"\n' "$version" > "$work/Cargo.toml"
  if ! (cd "$work" && timeout 120 cargo vendor --quiet vendored > config 2> told); then
    tail -3 "$work/told" >&2 || true
    echo "nixl-sys $version cannot be fetched by cargo" >&2
    exit 1
  fi
  mkdir -p "$(dirname "$header")"
  cp "$work/vendored/nixl-sys/wrapper.h" "$header"
fi
echo "$header_sha256  $header" | sha256sum --check --quiet || exit 3
echo "$header"
