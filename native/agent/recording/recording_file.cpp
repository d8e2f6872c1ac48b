// SPDX-License-Identifier: MIT
#include "recording/recording_file.h"

#include <errno.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "base/text.h"

namespace hagstone {

namespace {

// Not every file system can allocate: zeros written have the same effect there.
bool write_zeros(int descriptor, uint64_t offset, uint64_t bytes) {
  static const char zeros[4096] = {};
  while (bytes) {
    uint64_t part = bytes < sizeof zeros ? bytes : sizeof zeros;
    long written = call(SYS_pwrite64, descriptor, zeros, part, offset);
    if (written == -EINTR) continue;
    if (written <= 0) return false;
    offset += static_cast<uint64_t>(written);
    bytes -= static_cast<uint64_t>(written);
  }
  return true;
}

// The address, or a negative errno: ENODEV from file systems that cannot map files shared (9p without a cache).
long map_shared(int descriptor, uint64_t offset, uint64_t bytes) {
  const long address = call(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
  if (address < 0) return address;
  // A forked child must never write into its parent's file.
  call(SYS_madvise, address, bytes, MADV_DONTFORK);
  return address;
}

uint64_t size_limit() {
  rlimit limit = {};
  return call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, &limit) == 0 ? limit.rlim_cur : 0;
}

// They take no disk space before extents are allocated there.
constexpr uint64_t reserved_bytes = uint64_t{4096} * HAGSTONE_EXTENT_SIZE;

uint64_t extent_offset(uint32_t extent) { return HAGSTONE_HEADER_SIZE + uint64_t{extent} * HAGSTONE_EXTENT_SIZE; }

void name_file(char *name, size_t size, uint64_t process, uint64_t start_time) {
  TextBuilder(name, size).text("process-").number(process).text("-").number(start_time).text(HAGSTONE_RAW_SUFFIX);
}

}  // namespace

bool calls_are_forbidden() {
  rlimit own_limit = {};
  return call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, &own_limit) != 0;
}

bool RecordingFile::note_unable(const RecordingDirectory &directory, hagstone_failure failure, int process, int parent,
                                const char *executable, char *name, size_t size) const {
  if (!header_) return false;
  hagstone_header header = *header_;
  header.magic = 0;
  header.extent_count = 0;
  header.state = HAGSTONE_STATE_UNABLE;
  header.failure = failure;
  header.process_id = static_cast<uint32_t>(process);
  header.parent_process_id = static_cast<uint32_t>(parent);
  header.start_time = header.end_time = clock_nanoseconds(CLOCK_MONOTONIC);
  header.start_realtime = clock_nanoseconds(CLOCK_REALTIME);
  TextBuilder(header.executable, sizeof header.executable).text(executable);
  name_file(name, size, header.process_id, header.start_time);
  const int descriptor = directory.create_if_open(name);
  if (descriptor < 0) return false;
  const uint64_t magic = HAGSTONE_RAW_MAGIC;
  const bool written = size_limit() >= HAGSTONE_HEADER_SIZE && call(SYS_ftruncate, descriptor, HAGSTONE_HEADER_SIZE) == 0 &&
                       call(SYS_pwrite64, descriptor, &header, sizeof header, 0) == static_cast<long>(sizeof header) &&
                       call(SYS_pwrite64, descriptor, &magic, sizeof magic, 0) == static_cast<long>(sizeof magic);
  call(SYS_close, descriptor);
  if (!written) directory.remove(name);
  return written;
}

bool RecordingFile::is_our_file() const {
  struct stat status = {};
  return call(SYS_fstat, descriptor_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

bool RecordingFile::grow(uint64_t offset, uint64_t bytes) {
  // If the kernel refuses to enlarge a file it sends the target a deadly SIGXFSZ.
  const bool is_allowed = offset + bytes <= size_limit();
  if (!is_allowed && offset + bytes > __atomic_load_n(&reserved_size_, __ATOMIC_ACQUIRE)) return false;
  // A target that closes descriptors by direct system calls may have given the number to its own file.
  if (!is_our_file()) return false;
  long result;
  do result = call(SYS_fallocate, descriptor_, 0, offset, bytes);
  while (result == -EINTR);
  // Writing is refused within the file's size too.
  if (result == -EOPNOTSUPP) return is_allowed && write_zeros(descriptor_, offset, bytes);
  return result == 0;
}

// By its last block, which never shrinks a file that another thread is enlarging.
void RecordingFile::reserve_size() {
  if (!active()) return;
  const uint64_t end = extent_offset(__atomic_load_n(&next_extent_, __ATOMIC_RELAXED)) + reserved_bytes;
  if (end > size_limit() || !is_our_file()) return;
  if (call(SYS_fallocate, descriptor_, 0, end - HAGSTONE_EXTENT_SIZE, HAGSTONE_EXTENT_SIZE) == 0)
    __atomic_store_n(&reserved_size_, end, __ATOMIC_RELEASE);
}

// /proc may be missing or unreachable. The child of a fork knows its program from its parent.
void RecordingFile::describe_executable() {
  static char executable[sizeof header_->executable] = {};
  char found[sizeof executable];
  const long length = call(SYS_readlink, "/proc/self/exe", found, sizeof found - 1);
  if (length > 0) {
    found[length] = 0;
    TextBuilder(executable, sizeof executable).text(found);
  } else if (!executable[0]) {
    if (const auto *executed = reinterpret_cast<const char *>(getauxval(AT_EXECFN)))
      TextBuilder(executable, sizeof executable).text(executed);
  }
  TextBuilder(header_->executable, sizeof header_->executable).text(executable);
}

int RecordingFile::create(RecordingDirectory &directory, const hagstone_header &header) {
  uint64_t now = clock_nanoseconds(CLOCK_MONOTONIC);
  uint64_t process = static_cast<uint64_t>(current_process());
  char name[64];
  name_file(name, sizeof name, process, now);
  const int opened = directory.create(name);
  if (opened < 0) return opened;
  descriptor_ = keep_descriptor(opened);
  struct stat status = {};
  if (descriptor_ >= 0 && call(SYS_fstat, descriptor_, &status) == 0) {
    device_ = status.st_dev;
    inode_ = status.st_ino;
  }
  long mapped = descriptor_;
  if (descriptor_ >= 0) mapped = size_limit() < HAGSTONE_HEADER_SIZE ? -EFBIG : -ENOSPC;
  if (descriptor_ >= 0 && grow(0, HAGSTONE_HEADER_SIZE)) mapped = map_shared(descriptor_, 0, HAGSTONE_HEADER_SIZE);
  if (mapped < 0) {
    directory.remove(name);
    close_own_descriptor(descriptor_);
    return static_cast<int>(mapped);
  }
  header_ = reinterpret_cast<hagstone_header *>(mapped);
  *header_ = header;
  header_->version = HAGSTONE_RAW_VERSION;
  header_->header_size = HAGSTONE_HEADER_SIZE;
  header_->extent_size = HAGSTONE_EXTENT_SIZE;
  header_->extent_count = 0;
  header_->state = HAGSTONE_STATE_RUNNING;
  header_->process_id = static_cast<uint32_t>(process);
  header_->parent_process_id = static_cast<uint32_t>(system_call(SYS_getppid));
  header_->start_time = now;
  header_->start_realtime = clock_nanoseconds(CLOCK_REALTIME);
  header_->end_time = 0;
  describe_executable();
  // The magic last: a reader that finds it finds the rest.
  __atomic_store_n(&header_->magic, HAGSTONE_RAW_MAGIC, __ATOMIC_RELEASE);
  __atomic_store_n(&active_, true, __ATOMIC_RELEASE);
  return 0;
}

hagstone_extent *RecordingFile::add_extent(hagstone_extent_kind kind, uint32_t writer, uint32_t ordinal) {
  if (!active()) return nullptr;
  uint32_t number = __atomic_fetch_add(&next_extent_, 1u, __ATOMIC_RELAXED);
  uint32_t published = __atomic_load_n(&header_->extent_count, __ATOMIC_ACQUIRE);
  long mapped = -ENOSPC;
  if (number - published < window && grow(extent_offset(number), HAGSTONE_EXTENT_SIZE))
    mapped = map_shared(descriptor_, extent_offset(number), HAGSTONE_EXTENT_SIZE);
  if (mapped < 0) {
    run_out_of_space();
    return nullptr;
  }
  auto *extent = reinterpret_cast<hagstone_extent *>(mapped);
  extent->magic = HAGSTONE_EXTENT_MAGIC;
  extent->kind = kind;
  extent->writer = writer;
  extent->ordinal = ordinal;
  __atomic_store_n(&extent->used, uint64_t{HAGSTONE_EXTENT_HEADER_SIZE}, __ATOMIC_RELEASE);
  publish(number);
  return extent;
}

// Extents are completed in any order, but counted in theirs: the thread that completes the next one to count also
// counts its completed successors. No thread ever waits for another.
void RecordingFile::publish(uint32_t extent) {
  __atomic_store_n(&complete_[extent % window], extent + 1, __ATOMIC_SEQ_CST);
  uint32_t count = __atomic_load_n(&header_->extent_count, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&complete_[count % window], __ATOMIC_SEQ_CST) == count + 1)
    if (__atomic_compare_exchange_n(&header_->extent_count, &count, count + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      count++;
}

void RecordingFile::unmap_extent(hagstone_extent *extent) { unmap_pages(extent, HAGSTONE_EXTENT_SIZE); }

void RecordingFile::run_out_of_space() {
  __atomic_store_n(&active_, false, __ATOMIC_RELEASE);
  const uint64_t next = extent_offset(__atomic_load_n(&next_extent_, __ATOMIC_RELAXED));
  if (next > size_limit())
    header_->failure = calls_are_forbidden() ? HAGSTONE_FAILURE_forbidden_calls : HAGSTONE_FAILURE_file_size_limit;
  uint32_t running = HAGSTONE_STATE_RUNNING;
  if (__atomic_compare_exchange_n(&header_->state, &running, uint32_t{HAGSTONE_STATE_OUT_OF_SPACE}, false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST))
    header_->end_time = clock_nanoseconds(CLOCK_MONOTONIC);
}

void RecordingFile::finish(hagstone_state state) {
  if (!header_) return;
  uint32_t running = HAGSTONE_STATE_RUNNING;
  if (__atomic_load_n(&header_->state, __ATOMIC_SEQ_CST) == running) header_->end_time = clock_nanoseconds(CLOCK_MONOTONIC);
  __atomic_compare_exchange_n(&header_->state, &running, uint32_t{state}, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void RecordingFile::resume() {
  uint32_t executed = HAGSTONE_STATE_EXECUTED;
  if (header_ && __atomic_compare_exchange_n(&header_->state, &executed, uint32_t{HAGSTONE_STATE_RUNNING}, false,
                                             __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    header_->end_time = 0;
}

void RecordingFile::fail(hagstone_failure failure) {
  __atomic_store_n(&active_, false, __ATOMIC_RELEASE);
  if (!header_) return;
  header_->failure = failure;
  finish(HAGSTONE_STATE_UNABLE);
}

void RecordingFile::forget() {
  header_ = nullptr;
  active_ = false;
  descriptor_ = -1;
  reserved_size_ = 0;
  next_extent_ = 0;
  for (uint32_t &complete : complete_) complete = 0;
}

}  // namespace hagstone
