/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/kernel.h"

#include <asm/errno.h>
#include <asm/stat.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/poll.h>
#include <linux/resource.h>
#include <linux/time.h>
#include <linux/uio.h>

static long system_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

static long map_protected(uint64_t address, uint64_t bytes, int protection, int flags, int descriptor, uint64_t offset) {
  return system_call(__NR_mmap, (long)address, (long)bytes, protection, flags, descriptor, (long)offset);
}

static long map_at(uint64_t address, uint64_t bytes, int flags, int descriptor, uint64_t offset) {
  return map_protected(address, bytes, PROT_READ | PROT_WRITE, flags, descriptor, offset);
}

/* Above the shadows (shadow.h). Without a wish, and with a stack without limit, the kernel would begin among them. */
static long map_with(uint64_t bytes, int protection, int flags, int descriptor, uint64_t offset) {
  static uint64_t next = 0x610000000000;
  long address = map_protected(next, bytes, protection, flags, descriptor, offset);
  if (address > 0) next = ((uint64_t)address + bytes + 4095) & ~UINT64_C(4095);
  return address;
}

static long map(uint64_t bytes, int flags, int descriptor, uint64_t offset) {
  return map_with(bytes, PROT_READ | PROT_WRITE, flags, descriptor, offset);
}

void *hagstone_kernel_map_memory(uint64_t bytes) {
  long address = map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return address < 0 ? 0 : (void *)address;
}

/* Huge pages would fill sparse shadows with zeros. */
uint64_t hagstone_kernel_reserve(uint64_t address, uint64_t bytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address ? MAP_FIXED_NOREPLACE : 0);
  long result = address ? map_at(address, bytes, flags, -1, 0) : map(bytes, flags, -1, 0);
  if (result < 0) return 0;
  system_call(__NR_madvise, result, (long)bytes, MADV_NOHUGEPAGE, 0, 0, 0);
  return (uint64_t)result;
}

void hagstone_kernel_unmap_memory(void *memory, uint64_t bytes) {
  system_call(__NR_munmap, (long)memory, (long)bytes, 0, 0, 0, 0);
}

void hagstone_kernel_allow_huge_pages(void *memory, uint64_t bytes) {
  system_call(__NR_madvise, (long)memory, (long)bytes, MADV_HUGEPAGE, 0, 0, 0);
}

/* Reads a byte of each page by a system call, which fails where an instruction would raise a signal. */
int hagstone_kernel_can_read(uint64_t address, uint64_t bytes) {
  enum { PAGE_BYTES = 4096, PAGES_AT_ONCE = 128 };
  const long process = system_call(__NR_getpid, 0, 0, 0, 0, 0, 0);
  const uint64_t end = address + bytes;
  while (address < end) {
    char read[PAGES_AT_ONCE];
    struct iovec pages[PAGES_AT_ONCE];
    long count = 0;
    for (; address < end && count < PAGES_AT_ONCE; address = (address / PAGE_BYTES + 1) * PAGE_BYTES)
      pages[count++] = (struct iovec){(void *)address, 1};
    const struct iovec here = {read, (unsigned long)count};
    const long done = system_call(__NR_process_vm_readv, process, (long)&here, 1, (long)pages, count, 0);
    if (done == -EFAULT || (done >= 0 && done < count)) return 0;
  }
  return 1;
}

int hagstone_kernel_is_resident(uint64_t page) {
  unsigned char resident = 1;
  system_call(__NR_mincore, (long)page, 1, (long)&resident, 0, 0, 0);
  return resident & 1;
}

int hagstone_kernel_make_room(void **array, uint64_t *bytes, uint64_t needed) {
  if (needed <= *bytes) return 1;
  uint64_t new_bytes = *bytes ? *bytes : 4096;
  while (new_bytes < needed) new_bytes *= 2;
  long address = *array ? system_call(__NR_mremap, (long)*array, (long)*bytes, (long)new_bytes, MREMAP_MAYMOVE, 0, 0)
                        : (long)hagstone_kernel_map_memory(new_bytes);
  if (address <= 0) return 0;
  *array = (void *)address;
  *bytes = new_bytes;
  return 1;
}

enum { NO_USER = -1, USER_WITHOUT_NAME = 65534 /* /proc/sys/kernel/overflowuid */ };

static int base_directory = AT_FDCWD;
static long directory_owner = NO_USER;

static long owner_of(int descriptor) {
  struct stat status;
  return system_call(__NR_fstat, descriptor, (long)&status, 0, 0, 0, 0) < 0 ? NO_USER : (long)status.st_uid;
}

void hagstone_kernel_use_directory(int descriptor) {
  base_directory = descriptor;
  directory_owner = owner_of(descriptor);
}

static int open_any(const char *path, int flags, int mode) {
  return (int)system_call(__NR_openat, base_directory, (long)path, flags | O_CLOEXEC, mode, 0, 0);
}

static int open_at(const char *path, int flags, int mode) { return open_any(path, flags | O_NOFOLLOW | O_NONBLOCK, mode); }

int hagstone_kernel_open_directory(const char *path) { return open_any(path, O_PATH | O_DIRECTORY, 0); }

int hagstone_kernel_may_write_directory(void) {
  enum { FACCESSAT2 = 439, WRITE_AND_SEARCH = 2 | 1, EFFECTIVE_RIGHTS = 0x200 };
  const long result = system_call(FACCESSAT2, base_directory, (long)".", WRITE_AND_SEARCH, EFFECTIVE_RIGHTS, 0, 0);
  return result == 0 || result == -ENOSYS;
}

void hagstone_kernel_set_inherited(int descriptor, int inherited) {
  system_call(__NR_fcntl, descriptor, F_SETFD, inherited ? 0 : FD_CLOEXEC, 0, 0, 0);
}

/* If this namespace does not know the user, it is unknown whether that user is the owner. */
static int is_foreign(int descriptor) {
  const long owner = owner_of(descriptor);
  return directory_owner != NO_USER && (owner != directory_owner || owner == USER_WITHOUT_NAME);
}

int hagstone_kernel_create_file(const char *path) {
  const int descriptor = open_at(path, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (descriptor >= 0 && is_foreign(descriptor)) system_call(__NR_fchmod, descriptor, 0644, 0, 0, 0, 0);
  return descriptor;
}

int hagstone_kernel_open_file(const char *path) { return open_at(path, O_RDWR, 0); }

int hagstone_kernel_open_to_read(const char *path) { return open_at(path, O_RDONLY, 0); }

void hagstone_kernel_share_file(int descriptor) { system_call(__NR_fchmod, descriptor, 0666, 0, 0, 0, 0); }

int hagstone_kernel_open_or_create_for_all(const char *path) {
  /* In directories where others may create files, the kernel refuses O_CREAT for an existing file
     (fs.protected_regular). */
  int descriptor = open_at(path, O_RDWR, 0);
  if (descriptor != -ENOENT) return descriptor;
  descriptor = open_at(path, O_RDWR | O_CREAT | O_EXCL, 0666);
  /* The umask may have forbidden it. */
  if (descriptor >= 0) hagstone_kernel_share_file(descriptor);
  return descriptor;
}

void hagstone_kernel_close(int descriptor) { system_call(__NR_close, descriptor, 0, 0, 0, 0, 0); }

void hagstone_kernel_remove(const char *path) { system_call(__NR_unlinkat, base_directory, (long)path, 0, 0, 0, 0); }

int hagstone_kernel_make_directory(const char *path) {
  long result = system_call(__NR_mkdirat, base_directory, (long)path, 0700, 0, 0, 0);
  return result == -EEXIST ? 0 : (int)result;
}

int hagstone_kernel_make_shared_directory(const char *path) {
  const long result = system_call(__NR_mkdirat, base_directory, (long)path, 0700, 0, 0, 0);
  if (result == 0) system_call(__NR_fchmodat, base_directory, (long)path, 01733, 0, 0, 0);
  return result == -EEXIST ? 0 : (int)result;
}

int hagstone_kernel_move_descriptor(int descriptor, int lowest) {
  long moved = system_call(__NR_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest, 0, 0, 0);
  hagstone_kernel_close(descriptor);
  return (int)moved;
}

int hagstone_kernel_identify(int descriptor, struct hagstone_file_identity *identity) {
  struct stat status;
  long result = system_call(__NR_fstat, descriptor, (long)&status, 0, 0, 0, 0);
  if (result < 0) return (int)result;
  identity->device = status.st_dev;
  identity->inode = status.st_ino;
  return 0;
}

/* Not every file system can allocate: zeros written have the same effect there. */
static int write_zeros(int descriptor, uint64_t offset, uint64_t bytes) {
  static const char zeros[4096];
  while (bytes) {
    uint64_t part = bytes < sizeof zeros ? bytes : sizeof zeros;
    long written = system_call(__NR_pwrite64, descriptor, (long)zeros, (long)part, (long)offset, 0, 0);
    if (written == -EINTR) continue;
    if (written <= 0) return written < 0 ? (int)written : -ENOSPC;
    offset += (uint64_t)written;
    bytes -= (uint64_t)written;
  }
  return 0;
}

int hagstone_kernel_allocate(int descriptor, uint64_t offset, uint64_t bytes) {
  struct rlimit64 limit;
  long result = system_call(__NR_prlimit64, 0, RLIMIT_FSIZE, 0, (long)&limit, 0, 0);
  if (result == 0 && offset + bytes > limit.rlim_cur) return -EFBIG;
  do result = system_call(__NR_fallocate, descriptor, 0, (long)offset, (long)bytes, 0, 0);
  while (result == -EINTR);
  return result == -EOPNOTSUPP ? write_zeros(descriptor, offset, bytes) : (int)result;
}

void hagstone_kernel_truncate(int descriptor, uint64_t bytes) {
  system_call(__NR_ftruncate, descriptor, (long)bytes, 0, 0, 0, 0);
}

void *hagstone_kernel_map_file(int descriptor, uint64_t offset, uint64_t bytes) {
  long address = map(bytes, MAP_SHARED, descriptor, offset);
  if (address < 0) return 0;
  system_call(__NR_madvise, address, (long)bytes, MADV_DONTFORK, 0, 0, 0);
  /* Read ahead, its pages would be parts of large folios, and ext4 walks through all blocks of a folio for each page of it
   * that is written to for the first time: 9 us instead of 2. */
  system_call(__NR_madvise, address, (long)bytes, MADV_RANDOM, 0, 0, 0);
  return (void *)address;
}

void *hagstone_kernel_map_inherited(int descriptor, uint64_t bytes) {
  const long address = map(bytes, MAP_SHARED, descriptor, 0);
  return address < 0 ? 0 : (void *)address;
}

const void *hagstone_kernel_map_to_read(int descriptor, uint64_t bytes) {
  const long address = map_with(bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  return address < 0 ? 0 : (const void *)address;
}

int hagstone_kernel_make_private(void *mapped, int descriptor, uint64_t offset, uint64_t bytes) {
  long address = map_at((uint64_t)mapped, bytes, MAP_PRIVATE | MAP_FIXED, descriptor, offset);
  return address < 0 ? (int)address : 0;
}

void hagstone_kernel_release_pages(void *mapped, uint64_t bytes) {
  system_call(__NR_madvise, (long)mapped, (long)bytes, MADV_DONTNEED, 0, 0, 0);
}

int hagstone_kernel_is_ready(int descriptor, int to_write) {
  struct pollfd wanted = {descriptor, to_write ? POLLOUT : POLLIN, 0};
  return system_call(__NR_poll, (long)&wanted, 1, 0, 0, 0, 0) != 0;
}

uint32_t hagstone_kernel_process(void) { return (uint32_t)system_call(__NR_getpid, 0, 0, 0, 0, 0, 0); }
uint32_t hagstone_kernel_parent_process(void) { return (uint32_t)system_call(__NR_getppid, 0, 0, 0, 0, 0, 0); }

static uint64_t time_of(int clock) {
  struct {
    long seconds, nanoseconds;
  } now = {0, 0};
  system_call(__NR_clock_gettime, clock, (long)&now, 0, 0, 0, 0);
  return (uint64_t)now.seconds * 1000000000u + (uint64_t)now.nanoseconds;
}

uint64_t hagstone_kernel_monotonic_time(void) { return time_of(CLOCK_MONOTONIC); }
uint64_t hagstone_kernel_real_time(void) { return time_of(CLOCK_REALTIME); }
