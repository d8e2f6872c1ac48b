// SPDX-License-Identifier: GPL-2.0-or-later
// Random programs for register writes and value tables, as their generator knows them: each instruction says which part of
// which register it writes and what memory it accesses (metrics.md sections 7 and 8). What the values are, the processor
// tells when the program is run step by step (native_run.h).
#ifndef HAGSTONE_REGISTER_TRUTH_LISTING_H
#define HAGSTONE_REGISTER_TRUTH_LISTING_H

#include <cstdint>
#include <string>
#include <vector>

#include "trace.h"

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

// Of a division, square root or multiplication: 0 numerator, first factor, radicand; 1 divisor, second factor. From
// registers as they are before the instruction, the lowest bytes first, or without registers a constant.
struct Operand {
  uint8_t which;
  File file;
  std::vector<uint8_t> registers;
  uint8_t bytes;  // of each register
  int64_t constant = 0;
};

enum class Flow : uint8_t { next, call, leave, end };

struct Line {
  std::string text;
  bool is_instruction = true;
  std::vector<Write> writes = {};
  std::vector<Access> accesses = {};
  std::vector<Operand> operands = {};
  Flow flow = Flow::next;
  bool begins_function = false;
  bool is_computed = false;  // where a call goes is in memory
};

constexpr uint32_t memory_bytes = 256;

// A process of `programs` programs, called one after the other. `rounds` 0: loops are short; otherwise each program has one
// of so many rounds, in which values take turns. The same seed gives the same process on every machine. The first instruction is that of _start.
std::vector<Line> generate(uint64_t seed, uint32_t programs, uint32_t rounds);

// In GNU assembly; the addresses of all instructions stand in section .places.
std::string assembly_of(const std::vector<Line>& lines);

}  // namespace hagstone::register_truth

#endif
