/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "program_memory.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"

#include "../recording/modules.h"

/* Whether the byte belongs to the symbol that starts at `start`. */
static Bool is_of_symbol(Addr start, Addr byte) {
  const HChar *name;
  PtrdiffT offset;
  return VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), byte, &name, &offset) && byte - (Addr)offset == start;
}

/* Valgrind knows which symbol contains a byte, but not how long symbols are. `inside`: a byte of it. */
static uint64_t size_of_symbol(Addr start, Addr inside) {
  Addr step = 1;
  while (is_of_symbol(start, inside + step)) {
    inside += step;
    step *= 2;
  }
  /* The last byte is at `inside` or less than `step` after it. */
  for (step /= 2; step > 0; step /= 2)
    if (is_of_symbol(start, inside + step)) inside += step;
  return inside - start + 1;
}

int hagstone_is_in_stack(uint64_t address) {
  enum { RED_ZONE = 128 }; /* below the stack pointer (System V ABI, x86-64, 3.2.2) */
  ThreadId thread;
  Addr lowest, highest;
  VG_(thread_stack_reset_iter)(&thread);
  while (VG_(thread_stack_next)(&thread, &lowest, &highest)) {
    /* A thread that runs on another stack than its own (coroutines): no stack goes beyond its mapping. */
    const NSegment *mapping = VG_(am_find_nsegment)(lowest);
    if (mapping && highest > mapping->end) highest = mapping->end;
    if (address + RED_ZONE >= lowest && address <= highest) return 1;
  }
  return 0;
}

int hagstone_is_in_module(uint64_t address) { return hagstone_module_at(address) != 0; }

int hagstone_static_symbol_at(uint64_t address, struct hagstone_static_symbol *symbol) {
  const HChar *name;
  PtrdiffT offset;
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  if (!module || !VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, &name, &offset)) return 0;
  symbol->start = address - (Addr)offset;
  symbol->bytes = size_of_symbol(symbol->start, address);
  symbol->module = module->index;
  symbol->offset = symbol->start - module->bias;
  /* Looked up again: finding the end looked up other names in between. */
  VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, &name, &offset);
  symbol->name = name;
  return 1;
}
