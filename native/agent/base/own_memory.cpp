// SPDX-License-Identifier: MIT
#include "base/own_memory.h"

#include <string.h>
#include <sys/uio.h>

#include "base/system_call.h"

namespace hagstone {

namespace {

constexpr uint64_t page = 4096;

}  // namespace

// Bytes read, 0 if the first one is not readable.
size_t OwnMemory::copy_from(uint64_t address, void *destination, size_t length) const {
  iovec local = {destination, length};
  iovec remote = {reinterpret_cast<void *>(address), length};
  long copied = call(SYS_process_vm_readv, thread_, &local, 1, &remote, 1, 0);
  return copied > 0 ? static_cast<size_t>(copied) : 0;
}

bool OwnMemory::read_through(void *self, uint64_t address, void *destination, size_t length) {
  return static_cast<OwnMemory *>(self)->read(address, destination, length);
}

bool OwnMemory::read(uint64_t address, void *destination, size_t length) {
  if (address < address_ || address + length > address_ + length_) {
    uint64_t to_page_end = page - address % page;
    if (length > window || length > to_page_end) return copy_from(address, destination, length) == length;
    address_ = address;
    length_ = copy_from(address, bytes_, to_page_end < window ? to_page_end : window);
    if (length_ < length) return false;
  }
  memcpy(destination, bytes_ + (address - address_), length);
  return true;
}

}  // namespace hagstone
