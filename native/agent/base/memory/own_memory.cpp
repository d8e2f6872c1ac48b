// SPDX-License-Identifier: MIT
#include "base/memory/own_memory.h"

#include <string.h>
#include <sys/uio.h>

#include "base/system_call.h"

namespace hagstone {

bool OwnMemory::copy_from(uint64_t address, void *destination, size_t length) const {
  iovec local = {destination, length};
  iovec remote = {reinterpret_cast<void *>(address), length};
  return call(SYS_process_vm_readv, thread_, &local, 1, &remote, 1, 0) == static_cast<long>(length);
}

size_t read_own_text(uint64_t address, char *text, size_t longest) {
  constexpr size_t page_bytes = 4096;
  const long thread = call(SYS_gettid);
  size_t length = 0;
  while (length < longest) {
    // The kernel copies all of a piece or nothing.
    const size_t to_page_end = page_bytes - (address + length) % page_bytes;
    const size_t piece = to_page_end < longest - length ? to_page_end : longest - length;
    iovec local = {text + length, piece};
    iovec remote = {reinterpret_cast<void *>(address + length), piece};
    if (call(SYS_process_vm_readv, thread, &local, 1, &remote, 1, 0) != static_cast<long>(piece)) break;
    const void *end = memchr(text + length, 0, piece);
    if (end) return static_cast<size_t>(static_cast<const char *>(end) - text);
    length += piece;
  }
  return length;
}

bool OwnMemory::read_through(void *self, uint64_t address, void *destination, size_t length) {
  return static_cast<OwnMemory *>(self)->read(address, destination, length);
}

bool OwnMemory::read_now(void *self, uint64_t address, void *destination, size_t length) {
  return static_cast<OwnMemory *>(self)->copy_from(address, destination, length);
}

bool OwnMemory::read(uint64_t address, void *destination, size_t length) {
  if (stack_.holds(address, length)) {
    memcpy(destination, reinterpret_cast<const void *>(address), length);
    return true;
  }
  const uint64_t offset = address % block_bytes;
  if (length > block_bytes - offset) return copy_from(address, destination, length);
  Block &block = blocks_[address / block_bytes % block_count];
  if (!block.valid || block.address != address - offset) {
    block.address = address - offset;
    block.valid = copy_from(block.address, block.bytes, block_bytes);
    if (!block.valid) return false;
  }
  memcpy(destination, block.bytes + offset, length);
  return true;
}

}  // namespace hagstone
