// SPDX-License-Identifier: MIT
#include "remote_memory.h"

#include <string.h>
#include <sys/uio.h>

namespace hagstone {

bool read_remote(pid_t thread, uint64_t address, void *destination, size_t length) {
  const iovec local = {destination, length}, remote = {reinterpret_cast<void *>(address), length};
  return process_vm_readv(thread, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(length);
}

bool write_remote(pid_t thread, uint64_t address, const void *source, size_t length) {
  const iovec local = {const_cast<void *>(source), length}, remote = {reinterpret_cast<void *>(address), length};
  return process_vm_writev(thread, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(length);
}

std::string read_remote_text(pid_t thread, uint64_t address, size_t longest) {
  constexpr uint64_t page = 4096;
  std::string text;
  while (text.size() < longest) {
    char part[page];
    const uint64_t length = page - address % page;
    if (!read_remote(thread, address, part, length)) return "";
    const size_t characters = strnlen(part, length);
    text.append(part, characters);
    if (characters < length) return text;
    address += length;
  }
  return "";
}

}  // namespace hagstone
