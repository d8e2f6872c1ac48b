// SPDX-License-Identifier: MIT
#include "sampling/value_tools.h"

namespace hagstone {

namespace {

// Where the elements of the later access begin. Where its address is not known (it overwrote its own registers), they
// are taken to be aligned, which compilers see to.
bool find_first_element(const TrapInstruction &later, uint64_t &first) {
  first = later.length ? later.address : 0;
  return later.length || later.element != HAGSTONE_ELEMENT_F80;
}

}  // namespace

Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap,
                      const hagstone_memory_value &later) {
  const TrapInstruction &access = trap.instruction;
  uint64_t begin = watch.part.address, end = begin + watch.part.length, first_element;
  if (access.length) {
    if (access.address > begin) begin = access.address;
    if (access.address + access.length < end) end = access.address + access.length;
  }
  if (!find_first_element(access, first_element))
    return Judgement::dropped(HAGSTONE_STATISTIC_dropped_value_unreadable);
  const uint16_t flags = access.element == HAGSTONE_ELEMENT_BYTES ? 0 : HAGSTONE_PAIR_APPROXIMATE;
  switch (hagstone_compare(&watch.value, &later, begin, static_cast<uint32_t>(end - begin), access.element,
                           first_element, thread.settings.tolerance)) {
    case HAGSTONE_COMPARISON_REPEATED: return Judgement::of_pair(HAGSTONE_RELATION_REDUNDANT_WITH, flags);
    case HAGSTONE_COMPARISON_CHANGED: return Judgement::of_pair(HAGSTONE_RELATION_CHANGED_BY, flags);
    case HAGSTONE_COMPARISON_UNKNOWN: break;
  }
  return Judgement::dropped(HAGSTONE_STATISTIC_dropped_value_unreadable);
}

// The margin may lie on a page that cannot be read; then the part itself has to do.
hagstone_memory_value value_of(SampledThread &thread, const WatchedPart &part) {
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
