#!/usr/bin/env bash
# Checks kvproof on a GPU host, from the folder that gpu-bundle.sh made: what is there, the contract on host memory and
# on the GPU, fetches with every byte looked at, figures. Under 5 minutes, nothing is loaded from elsewhere. Without a GPU
# it says so and checks what it can: the adapter to the driver on its stand-in, device tiers on the stand-in for NIXL.
# Where there is a GPU, nothing that needs it may be lacking or left out. KVPROOF_CUDA_LIB names another driver library.
#   gpu-check.sh [--cases N] [--seconds N]      suffix fetches of each kind, default 8; when it ends at the latest, default 285
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cases=8
most_seconds=285
while [ $# -gt 0 ]; do
  case $1 in
    --cases) cases=${2:?--cases needs a number} && shift 2 ;;
    --seconds) most_seconds=${2:?--seconds needs a number} && shift 2 ;;
    *) echo "gpu-check: unknown option '$1'; there are --cases N and --seconds N" >&2 && exit 2 ;;
  esac
done
[ -x "$here/java/bin/java" ] || { echo "gpu-check: run the copy in the folder that gpu-bundle.sh makes" >&2; exit 2; }

export KVPROOF_NIXL_LIB=$here/nixl
results=$(mktemp -d)
trap 'rm -rf -- "$results"' EXIT
app=$here/app
failed=0
begun=$SECONDS

java() { # seconds it may take, class path, what runs
  local seconds=$1 path=$2 left=$((most_seconds - SECONDS + begun))
  shift 2
  if [ "$left" -lt 1 ]; then
    echo "no time left: all of it may take $most_seconds s"
    return 124
  fi
  [ "$left" -lt "$seconds" ] && seconds=$left
  timeout -k 5 "$seconds" "$here/java/bin/java" -XX:-OmitStackTraceInFastThrow -Xmx2g --enable-native-access=ALL-UNNAMED \
    -Dmsgpack.universal-buffer=true "${standin[@]}" -cp "$path" "$@"
}
standin=()
if [ -e "$app/libcuda_standin.so" ]; then
  standin=("-Dkvproof.cuda-standin=$app/libcuda_standin.so")
fi

step() { # name, then the command
  local name=$1 start=$SECONDS rc=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || rc=$?
  if [ "$rc" -ne 0 ]; then
    failed=$((failed + 1))
    echo "== $name FAILED with $rc"
  fi
  echo "== $name: $((SECONDS - start)) s"
}

kvproof() { java "$1" "$app/soak:$app/lib/*" kvproof.soak.SoakMain "${@:2}"; }
suite() { java "$1" "$app/tests:$app/soak:$app/lib/*:$app/test-lib/*" kvproof.gpu.host.SuiteRun "${@:2}"; }

doctor() {
  kvproof 60 doctor | tee "$results/doctor"
  return "${PIPESTATUS[0]}"
}

step "what is there" doctor
gpu=lacking
grep -q '^DOCTOR .*gpu=ready' "$results/doctor" && gpu=ready

# Whether there is one, without asking anything of kvproof.
has_gpu() {
  [ -e /dev/nvidia0 ] || { command -v nvidia-smi >/dev/null && timeout 20 nvidia-smi -L 2>/dev/null | grep -q '^GPU '; }
}
must_run=()
must_run_suite=()
if [ "$gpu" = ready ]; then
  must_run=(--must-run)
  must_run_suite=(--must-run 100)
elif has_gpu; then
  failed=$((failed + 1))
  echo "A GPU IS THERE, but what it takes to use it is not: see the lines with -- above, and CUDA_VISIBLE_DEVICES"
fi

step "the CUDA driver on its stand-in" suite 60 kvproof.gpu.cuda.CudaMemoryTest kvproof.gpu.cuda.CudaContextTest \
  kvproof.gpu.cuda.CudaDriverTest kvproof.gpu.cuda.CudaPlantedFaultsTest kvproof.gpu.memory.DeviceMemorySourceTest \
  kvproof.gpu.DeviceRegistrationTest
step "contract on host memory" suite 100 kvproof.gpu.NixlAgentContractTest
step "contract on the GPU" suite 100 "${must_run_suite[@]}" kvproof.gpu.NixlDeviceContractTest
step "fetches, host memory" kvproof 90 fetch --agent nixl --cases "$cases" --block-bytes 1MiB --blocks 16
if [ "$gpu" = ready ]; then
  step "fetches, device tiers on the GPU" kvproof 90 fetch --agent nixl --memory vram --cases "$cases" --block-bytes 1MiB --blocks 16
else
  echo
  echo "NO GPU: fetches with device tiers on the stand-in for NIXL instead, whose device memory is host memory"
  step "fetches, device tiers on the stand-in" kvproof 90 fetch --memory vram --cases "$cases" --block-bytes 64KiB --blocks 16
fi
step "figures" java 60 "$app/tests:$app/soak:$app/lib/*:$app/test-lib/*" kvproof.gpu.host.DeviceFigures "${must_run[@]}"

echo
echo "GPU-CHECK gpu=$gpu failed=$failed seconds=$((SECONDS - begun))"
[ "$failed" -eq 0 ]
