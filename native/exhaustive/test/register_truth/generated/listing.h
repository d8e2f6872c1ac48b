// SPDX-License-Identifier: GPL-2.0-or-later
// Programs for register writes and value tables, as their generator knows them: each instruction says which part of
// which register it writes and the memory it accesses (metrics.md sections 7 and 8). The values come from the
// processor, which runs the program step by step (native_run.h).
#ifndef HAGSTONE_REGISTER_TRUTH_LISTING_H
#define HAGSTONE_REGISTER_TRUTH_LISTING_H

#include <cstdint>
#include <string>
#include <vector>

#include "programs/program.h"
#include "reference/trace.h"

namespace hagstone::register_truth {

using truth::Element;

enum class File : uint8_t { general, vector, x87, mmx };

struct Write {
  File file;
  uint8_t number;     // as encoded; x87: from the top of the stack after the instruction
  uint8_t offset = 0; // of the value's lowest byte
  uint8_t bytes;      // of the value; x87: 10
  uint8_t set_bytes;  // from `offset` on: all that the instruction sets
  Element element = Element::bytes;
  bool loads = false;         // the value is memory's, extended at most
  bool by_the_way = false;    // the stack pointer of push, pop, call and ret
};

struct Access {
  bool stores;
  bool on_stack;     // at the stack pointer before the instruction, plus `address`
  int64_t address;   // else of static memory
  uint32_t bytes;
  Element element = Element::bytes;
};

// Operand of a division, square root, or multiplication. 0: numerator, first factor, or radicand; 1: divisor or second
// factor. Read from registers before the instruction, the lowest bytes first; without registers, it is a constant.
struct Operand {
  uint8_t which;
  File file;
  std::vector<uint8_t> registers;
  uint8_t bytes;  // of each register
  int64_t constant = 0;
};

// system_call: the kernel writes RAX when it ends; new_thread: the same in two threads; end: of the thread or the process.
enum class Flow : uint8_t { next, call, leave, system_call, new_thread, end };

struct Line {
  std::string text;
  bool is_instruction = true;
  std::vector<Write> writes = {};
  std::vector<Access> accesses = {};
  std::vector<Operand> operands = {};
  Flow flow = Flow::next;
  bool begins_function = false;
  bool is_computed = false;  // where a call goes is in memory
  bool is_left_out = false;  // of the comparison
};

// Static memory: the bytes that instructions access, then the settings of a thread's timer (descriptors.h); stacks of
// the threads besides the first.
constexpr uint64_t memory_start = truth::constants_start;
constexpr uint32_t memory_bytes = 256;
constexpr uint64_t timer_setting_start = memory_start + memory_bytes;
constexpr uint64_t thread_stacks_start = memory_start + 4096;
constexpr uint64_t thread_stack_bytes = 1024;

// In GNU assembly; the addresses of all instructions stand in section .places.
std::string assembly_of(const std::vector<Line> &lines);

}  // namespace hagstone::register_truth

#endif
