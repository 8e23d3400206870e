#!/usr/bin/env bash
# Makes one folder that a GPU host can check without a JDK and without a network: a Java image, kvproof, the tests that
# need a GPU, and of NIXL what host memory and GPUs need (UCX, no other plugin). Prints its size.
#   gpu-adapter/gpu-bundle.sh [--nixl-lib PATH] [--out DIR] [--no-build]    default: KVPROOF_NIXL_LIB, target/gpu-bundle
# PATH is libnixl_capi.so of a wheel, its folder, or a Python environment. On the host: DIR/gpu-check.sh
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/.." && pwd)
nixl=${KVPROOF_NIXL_LIB:-}
out=$top/target/gpu-bundle
build=yes

fail() {
  echo "gpu-bundle: $1" >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --nixl-lib) nixl=${2:?--nixl-lib needs a path} && shift 2 ;;
    --out) out=${2:?--out needs a folder} && shift 2 ;;
    --no-build) build=no && shift ;; # what an earlier run has built is taken as it is
    *) fail "unknown option '$1'; there are --nixl-lib PATH, --out DIR and --no-build" ;;
  esac
done
command -v readelf >/dev/null || fail "readelf is needed and not on the PATH"

# Dot-folders are looked for by name: globs pass them over.
library=$(find -L "${nixl:-/nowhere}" -name libnixl_capi.so -path '*/.nixl*.mesonpy.libs/*' 2>/dev/null | sort | head -n 1)
[ -n "$library" ] || fail "no wheel of NIXL at '$nixl'; name one with --nixl-lib or in KVPROOF_NIXL_LIB"
libraries=$(dirname "$(readlink -f "$library")")
packages=$(dirname "$libraries")
wheel=$(basename "$libraries" .mesonpy.libs) && wheel=${wheel#.}

if [ -e "$out" ] && [ ! -e "$out/gpu-check.sh" ] && [ -n "$(ls -A "$out")" ]; then
  fail "$out has other things in it; name another folder with --out"
fi
rm -rf -- "$out"
mkdir -p "$out/app" "$out/nixl/.$wheel.mesonpy.libs/plugins" "$out/nixl/$wheel.libs/ucx"

jdk=$("$top/kvproof" --print-jdk)
if [ "$build" = yes ]; then
  echo "gpu-bundle: building kvproof and the tests of gpu-adapter"
  maven() { JAVA_HOME=$jdk mvn -B -q --no-transfer-progress -f "$top/pom.xml" "$@"; }
  maven -pl soak -am package -Dmaven.test.skip=true
  maven -P gpu-bundle -pl gpu-adapter -am package -DskipTests
fi
for built in soak/target/lib soak/target/classes gpu-adapter/target/test-classes gpu-adapter/target/test-lib; do
  [ -d "$top/$built" ] || fail "$built has not been built; leave --no-build out"
done
cp -r "$top/soak/target/lib" "$out/app/lib"
cp -r "$top/soak/target/classes" "$out/app/soak"
cp -r "$top/gpu-adapter/target/test-classes" "$out/app/tests"
cp -r "$top/gpu-adapter/target/test-lib" "$out/app/test-lib"
# What both need lies there once.
(cd "$out/app/lib" && for jar in *; do rm -f "../test-lib/$jar"; done)
if command -v cc >/dev/null; then
  cc -std=gnu11 -O1 -shared -fPIC -pthread -o "$out/app/libcuda_standin.so" "$here/src/test/c/cuda_standin.c"
else
  echo "gpu-bundle: no C compiler, so the driver's stand-in is left out"
fi

echo "gpu-bundle: Java image"
modules=$("$jdk/bin/jdeps" --multi-release 25 --ignore-missing-deps --print-module-deps -cp "$out/app/lib/*:$out/app/test-lib/*" \
  "$out/app/soak" "$out/app/tests" "$out"/app/lib/*.jar "$out"/app/test-lib/*.jar 2>/dev/null | tail -n 1) || modules=
# Netty, JeroMQ and JUnit reach for these by name.
modules=${modules:+$modules,}java.base,java.compiler,java.logging,java.management,java.xml,jdk.unsupported
"$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-6 --output "$out/java"

# The libraries that these need, and those that they need in turn.
copy_needed() { # file, folder below the packages in which it is
  local from=$packages/$2/$1 to=$out/nixl/$2/$1
  [ -e "$from" ] && [ ! -e "$to" ] || return 0
  cp -L "$from" "$to"
  local needed
  for needed in $(readelf -d "$from" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    copy_needed "$needed" ".$wheel.mesonpy.libs"
    copy_needed "$needed" "$wheel.libs"
  done
}
echo "gpu-bundle: NIXL"
copy_needed libnixl_capi.so ".$wheel.mesonpy.libs"
copy_needed plugins/libplugin_UCX.so ".$wheel.mesonpy.libs"
for module in "$packages/$wheel.libs/ucx"/libuc[tm]_*.so*; do
  case $module in
    *_mlx5_gd*) ;; # for kernels on the GPU that send by themselves
    *) copy_needed "ucx/$(basename "$module")" "$wheel.libs" ;;
  esac
done
for info in "$packages/$wheel"-*.dist-info; do # its name tells the version
  mkdir -p "$out/nixl/$(basename "$info")"
done

cp "$here/gpu-check.sh" "$out/gpu-check.sh"
chmod +x "$out/gpu-check.sh"
for part in java app nixl; do
  echo "gpu-bundle: $part $(du -sm "$out/$part" | cut -f1) MiB"
done
echo "GPU-BUNDLE folder=$out size_mib=$(du -sm "$out" | cut -f1) nixl=$(basename "$packages/$wheel"-*.dist-info .dist-info | tail -n 1)"
