// SPDX-License-Identifier: GPL-2.0-or-later
// The effects of instructions and system calls on memory, one access or mapping at a time, as the events of a trace.
#ifndef HAGSTONE_TRUTH_SIMULATED_MACHINE_H
#define HAGSTONE_TRUTH_SIMULATED_MACHINE_H

#include <string>
#include <unordered_map>
#include <vector>

#include "../programs/forms.h"
#include "simulated_memory.h"
#include "../reference/trace.h"

namespace hagstone::truth {

struct SimulatedThread {
  uint32_t index = 1;
  uint64_t stack_pointer = 0;
  uint64_t signal_stack_end = 0;
  ContextId context = 0;  // its innermost call site
  uint64_t registers[data_registers] = {};
  std::string vectors[vector_registers] = {std::string(32, 0), std::string(32, 0), std::string(32, 0), std::string(32, 0),
                                           std::string(32, 0), std::string(32, 0), std::string(32, 0), std::string(32, 0)};
  uint64_t index_register = 0;
  uint64_t rounds = 0;
  int32_t depth = 0;
  ScopeId scope = 0;
  uint64_t jumps_left = 0;  // until one jumps; 0: none does
  uint64_t jump_stack_pointer = 0;
  size_t next_segment = 0;
};

// All is done by the thread `running_`. `place`: number of the instruction's address. Addresses and sizes are in bytes;
// those of mappings are of whole pages.
class SimulatedMachine {
 protected:
  SimulatedMachine(const std::vector<uint64_t> &places, Trace &trace) : places_(places), trace_(trace) {}

  void record(EventKind kind, ContextId context, uint64_t address, uint64_t bytes, Element element,
              const std::string &value, bool kernel = false);

  std::string load(uint32_t place, uint64_t address, uint64_t bytes, Element element = Element::bytes);
  void store(uint32_t place, uint64_t address, const std::string &value, Element element = Element::bytes);
  void store_number(uint32_t place, uint64_t address, uint64_t value, uint32_t bytes = 8);
  void push(uint32_t place, uint64_t value);
  uint64_t pop(uint32_t place);

  // `number`: of the system call.
  std::string kernel_reads(uint64_t number, uint64_t address, uint64_t bytes);
  void kernel_writes(uint64_t number, uint64_t address, const std::string &value);

  // A block, a mapping or a window.
  void end(EventKind how, uint64_t address, uint64_t bytes);
  void map(uint64_t address, uint64_t bytes);
  void unmap(uint64_t address, uint64_t bytes);
  void remap(uint64_t from, uint64_t bytes, uint64_t to, uint64_t bytes_after);

  // Generated programs do this after each system call and each call of the allocator.
  void clear_registers();

  const std::vector<uint64_t> &places_;
  Trace &trace_;
  SimulatedMemory memory_;
  bool collecting_ = true;
  SimulatedThread *running_ = nullptr;

 private:
  ScopeId scope_of_frame() const;
  ContextId at(uint32_t place);
  ContextId system_call(uint64_t number);

  std::unordered_map<uint64_t, ContextId> mapped_in_;  // by number of the page
};

}  // namespace hagstone::truth

#endif
