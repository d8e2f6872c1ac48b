// SPDX-License-Identifier: MIT
#include "fuzz/fuzzed_memory.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <initializer_list>

namespace hagstone::fuzz {
namespace {

bool read_program(void *self, uint64_t address, void *destination, size_t length) {
  const auto &program = *static_cast<const FuzzedProgram *>(self);
  for (const FuzzedRange *range : {&program.module, &program.stack})
    if (range->holds(address, length)) {
      memcpy(destination, reinterpret_cast<const void *>(address), length);
      return true;
    }
  if ((address >> 12) % 8 == 0) return false;
  auto *bytes = static_cast<uint8_t *>(destination);
  for (size_t i = 0; i < length; i++) bytes[i] = static_cast<uint8_t>(scrambled(address + i));
  return true;
}

}  // namespace

uint64_t scrambled(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

FuzzedRange::FuzzedRange(uint64_t address, size_t size) : start_(address), size_(size), length_(0) {
  void *wanted = reinterpret_cast<void *>(address);
  if (mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
    abort();
}

void FuzzedRange::fill(const uint8_t *bytes, size_t length) {
  length_ = length < size_ ? length : size_;
  void *place = reinterpret_cast<void *>(start_);
  ASAN_UNPOISON_MEMORY_REGION(place, size_);
  if (length_ != 0) memcpy(place, bytes, length_);
  ASAN_POISON_MEMORY_REGION(reinterpret_cast<void *>(end()), size_ - length_);
}

FuzzedProgram::FuzzedProgram() {
  const ModuleMapListener listener = {nullptr, [](void *, const Module &) {}, [](void *, const Module &) {}};
  if (!map_.refresh(listener)) abort();
  describe(plain_module());
}

Module FuzzedProgram::plain_module() const {
  Module description = {};
  description.index = 1;
  description.start = module.start();
  description.end = module.end();
  description.executable[0] = {module.start(), module.end()};
  description.executable_count = 1;
  description.unsafe = true;
  return description;
}

void FuzzedProgram::describe(const Module &description) {
  // The lowest takes the fuzzed module's place, which lies before all others.
  const_cast<Module &>(modules()[0]) = description;
  for (size_t i = 1; i < modules().size(); i++) {
    auto &other = const_cast<Module &>(modules()[i]);
    other.executable_count = 0;
    other.frames = {};
  }
}

MemoryReader FuzzedProgram::memory() { return {read_program, this}; }

}  // namespace hagstone::fuzz
