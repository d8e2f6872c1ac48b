// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of random programs. A process runs many programs one after another, each on memory of its own, so
// that starting it costs little per program. Memory is at addresses below 2^31, which instructions contain.
#ifndef HAGSTONE_TRUTH_PROGRAM_H
#define HAGSTONE_TRUTH_PROGRAM_H

#include <cstdint>
#include <vector>

#include "../reference/trace.h"

namespace hagstone::truth {

constexpr uint64_t constants_start = 0x20000000;
constexpr uint64_t constants_bytes = 0x40000;
constexpr uint64_t arenas_start = constants_start + constants_bytes;  // one for each program
constexpr uint64_t arena_bytes = 192;
constexpr uint64_t stacks_start = arenas_start + 0x100000;  // one for each thread
constexpr uint64_t stack_bytes = 4096;
constexpr uint64_t signal_stacks_start = stacks_start + 0x100000;  // for handlers, one for each thread
constexpr uint64_t signal_stack_bytes = 16384;
constexpr uint64_t heap_start = 0x40000000;    // blocks of all programs, in one mapping
constexpr uint64_t heap_bytes = 1 << 20;
constexpr uint32_t heap_bytes_of_program = 128;
constexpr uint64_t mappings_start = 0x48000000;
constexpr uint32_t page_bytes = 4096;
constexpr uint32_t most_mapped_pages = 4;      // of one mapping

// How a thread's timer is set (descriptors.h): behind the constants.
constexpr uint64_t setting_bytes = 32;
constexpr uint64_t setting_start = constants_start + constants_bytes - setting_bytes;

// Before them: the signal's action and each thread's signal stack, as passed to the kernel.
constexpr int signal_number = 10;
constexpr uint64_t action_start = setting_start - 0x1000;
constexpr uint64_t action_bytes = 32;
constexpr uint64_t signal_stack_setting_bytes = 24;
constexpr uint64_t signal_stack_setting(uint64_t thread) {
  return action_start + action_bytes + thread * signal_stack_setting_bytes;
}

// forms.cpp lists the instructions of each kind.
enum class Operation : uint8_t {
  set_register,      // register <- immediate
  set_vector,        // vector register <- two immediates, twice
  load,              // general register
  store,
  store_immediate,
  vector_load,
  vector_store,
  arithmetic_load,   // floating point or SIMD with a memory operand; the result is not used
  integer_load,      // the same of integers
  no_access,         // names memory, and neither loads nor stores
  modify,            // read-modify-write
  exchange,          // xchg, lock xadd
  compare_exchange,  // lock cmpxchg; `immediate`: it succeeds
  string_store,      // rep stos
  string_move,       // rep movs
  push_pop,          // around the body
  push_memory,       // push from memory, pop to memory
  x87_copy,          // fld and fstp
  call,
  call_pointer,      // through a table of constants
  recurse,           // while the depth register lasts
  loop,
  inner_loop,        // in a loop or outside of all; no calls in it
  odd_rounds,        // body in every other round of the loop
  set_jump,          // around the body, which ends early by the long_jump number `count` in it or in its callees
  long_jump,         // if there is such a body around it
  write_read,        // through the pipe
  raise,             // a signal for the thread itself, whose handler continues as the callee
  allocate,
  release,
  reallocate,        // to `other`, which may be where it is
  map,
  unmap,
  remap,             // to `other`, with as many pages as `immediate` says
  spawn,
  hand_over,         // to another thread: it continues with its next segment, this one waits
  collect            // the program stops collection (count 0) or starts it, in all threads
};

struct Location {
  uint32_t address = 0;
  bool indexed = false;  // plus the index of the loop
};

struct Form;  // one instruction of a kind

struct Instruction {
  Operation operation;
  const Form* form = nullptr;
  Location memory = {};
  Location other = {};    // second memory operand
  uint8_t reg = 0;
  uint8_t other_reg = 0;
  uint64_t immediate = 0;
  uint64_t immediate2 = 0;
  uint32_t count = 0;     // rounds, iterations, depth, bytes, pages
  uint32_t callee = 0;    // function, thread
  uint32_t place = 0;     // numbers of the addresses of its instructions, consecutive
  std::vector<Instruction> body = {};
};

// Functions save and restore the loop's registers; `tail`: it ends by a jump to that function instead of a return.
struct Function {
  std::vector<Instruction> body;
  uint32_t tail = 0;          // 0: none
  uint32_t place = 0;         // push counter, push index, pop index, pop counter, ret
};

// Threads besides the first begin with an empty stack and run their segments in turn; each waits before the next. The
// creator of a thread waits until the new thread does.
struct ThreadCode {
  std::vector<std::vector<Instruction>> segments;
  uint64_t stack_top;
  uint32_t slot;  // whose timer is its: 1 or 2 within its program
};

struct Process {
  std::vector<Function> functions;   // from 1; [0] is not used
  std::vector<uint32_t> programs;    // main function of each program
  std::vector<ThreadCode> threads;   // all programs' threads besides the first
  std::vector<uint64_t> constants;   // floating-point constants; after them the functions' addresses
  uint32_t places = 0;               // addresses to be known after linking
  uint32_t start_place = 0;          // of the process's own instructions (places_of_library), two for each program's call
  bool has_handler = false;          // of signals
};

// Where malloc, free, realloc and the signal's handler return.
constexpr uint32_t places_of_library = 4;

// A signal's frame on the stack of its handler, from where %rsp points to then: `below_top` bytes below the stack's end.
struct SignalFrame {
  uint64_t below_top = 0;
  uint64_t bytes = 0;
};

constexpr uint32_t places_of_function = 5;

}  // namespace hagstone::truth

#endif
