// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of a program's memory: 0 until they are written, and once their page was cleared.
#ifndef HAGSTONE_TRUTH_SIMULATED_MEMORY_H
#define HAGSTONE_TRUTH_SIMULATED_MEMORY_H

#include <array>
#include <string>
#include <unordered_map>

#include "../programs/program.h"

namespace hagstone::truth {

class SimulatedMemory {
 public:
  std::string read(uint64_t address, uint64_t bytes) {
    std::string value;
    for (uint64_t i = 0; i < bytes; i++) value += byte_at(address + i);
    return value;
  }
  void write(uint64_t address, const std::string &value) {
    for (size_t i = 0; i < value.size(); i++) byte_at(address + i) = value[i];
  }

  // Whole pages.
  void clear(uint64_t address, uint64_t bytes) {
    for (uint64_t page = address / page_bytes; page < (address + bytes) / page_bytes; page++) pages_.erase(page);
  }
  void copy(uint64_t from, uint64_t to, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += page_bytes) write(to + at, read(from + at, page_bytes));
  }

 private:
  char &byte_at(uint64_t address) { return pages_[address / page_bytes][address % page_bytes]; }

  std::unordered_map<uint64_t, std::array<char, page_bytes>> pages_;  // by number
};

}  // namespace hagstone::truth

#endif
