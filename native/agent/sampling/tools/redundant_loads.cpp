// SPDX-License-Identifier: MIT
#include <string.h>

#include "code/emulation/modified_value.h"
#include "value_tools.h"

namespace hagstone {

namespace {

// The value that a read-modify-write loaded, if all its bytes are known; length 0 if not.
hagstone_memory_value loaded_before_change(SampledThread &thread, const Watch &watch, const Trap &trap,
                                           const hagstone_memory_value &now) {
  hagstone_memory_value loaded = {};
  const TrapInstruction &access = trap.instruction;
  const hagstone_memory_value &before = watch.last_seen;
  const bool seen_whole = access.length && access.length <= sizeof(uint64_t) && access.address >= watch.part.address &&
                          access.address + access.length <= watch.part.address + watch.part.length;
  if (!seen_whole || !before.length || !now.length) return loaded;
  uint64_t old_bits = 0, new_bits = 0, loaded_bits;
  memcpy(&old_bits, before.bytes + (access.address - before.address), access.length);
  memcpy(&new_bits, now.bytes + (access.address - now.address), access.length);
  if (!find_loaded_value(access, old_bits, new_bits, trap.moment.registers, trap.moment.modules, thread.own_memory.reader(),
                         loaded_bits))
    return loaded;
  loaded.address = access.address;
  loaded.length = access.length;
  memcpy(loaded.bytes, &loaded_bits, access.length);
  return loaded;
}

// x86 has no watchpoint for loads alone: stores trap too and leave it armed (LoadCraft, WITCH section 4). A
// read-modify-write is a load, then a store (metrics.md section 1), so it ends the wait.
Judgement judge(SampledThread &thread, Watch &watch, const Trap &trap) {
  const hagstone_memory_value now = value_of(thread, watch);
  if (!trap.instruction.loads) {
    watch.last_seen = now;
    return Judgement::keep_watching();
  }
  return judge_value(thread, watch, trap, trap.instruction.stores ? loaded_before_change(thread, watch, trap, now) : now);
}

}  // namespace

const Tool redundant_loads = {
    .id = HAGSTONE_TOOL_REDUNDANT_LOADS,
    .name = "redundant-loads",
    .wanted = WantedAccess::loads,
    .watch_for = BreakOn::read_or_write,
    .keeps_value = true,
    .judge = judge,
};

}  // namespace hagstone
