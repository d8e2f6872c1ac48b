// SPDX-License-Identifier: MIT
#include "sampling/value_tools.h"

#include "common/judgement.h"

namespace hagstone {

Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap,
                      const hagstone_memory_value &later) {
  const TrapInstruction &instruction = trap.instruction;
  const hagstone_later_access access = {instruction.address, instruction.length, instruction.element};
  const hagstone_value_judgement judgement =
      hagstone_judge_value(watch.part, &access, &watch.value, &later, thread.settings.tolerance);
  if (judgement.comparison == HAGSTONE_COMPARISON_UNKNOWN)
    return Judgement::dropped(HAGSTONE_STATISTIC_dropped_value_unreadable);
  return Judgement::of_pair(judgement.relation, judgement.flags);
}

// The margin may lie on a page that cannot be read; then the part itself has to do.
hagstone_memory_value value_of(SampledThread &thread, const hagstone_watched_part &part) {
  hagstone_memory_value value = {};
  value.address = part.address - HAGSTONE_VALUE_MARGIN;
  value.length = HAGSTONE_VALUE_MARGIN + part.length + HAGSTONE_VALUE_MARGIN;
  if (thread.read_memory(value.address, value.bytes, value.length)) return value;
  value.address = part.address;
  value.length = part.length;
  if (!thread.read_memory(value.address, value.bytes, value.length)) value.length = 0;
  return value;
}

}  // namespace hagstone
