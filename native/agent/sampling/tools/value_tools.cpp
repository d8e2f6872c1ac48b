// SPDX-License-Identifier: MIT
#include "value_tools.h"

#include <algorithm>

#include "common/judgement.h"

namespace hagstone {

Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap, const hagstone_memory_value &later) {
  const TrapInstruction &instruction = trap.instruction;
  const hagstone_later_access access = {instruction.address, instruction.length, instruction.element};
  const hagstone_watched_access watched = {watch.access.address, watch.access.length, watch.part};
  const hagstone_value_judgement judgement =
      hagstone_judge_value(&watched, &access, &watch.value, &later, thread.settings.tolerance);
  if (judgement.comparison == HAGSTONE_COMPARISON_UNKNOWN)
    return Judgement::dropped(HAGSTONE_STATISTIC_dropped_value_unreadable);
  return Judgement::of_pair(judgement.relation, judgement.flags, !judgement.partial);
}

namespace {

struct Range {
  uint64_t begin, end;
};

Range joined(const Range &one, const Range &other) {
  return {std::min(one.begin, other.begin), std::max(one.end, other.end)};
}

}  // namespace

hagstone_memory_value value_of(SampledThread &thread, const Watch &watch) {
  const Range part = {watch.part.address, watch.part.address + watch.part.length};
  const Range access = {watch.access.address, watch.access.address + watch.access.length};
  const Range whole = watch.access.length > HAGSTONE_WHOLE_VALUE_LONGEST ? part : joined(part, access);
  const Range margin = {part.begin - HAGSTONE_VALUE_MARGIN, part.end + HAGSTONE_VALUE_MARGIN};
  hagstone_memory_value value = {};
  // The bytes beside the part may be on an unreadable page.
  for (const Range &range : {joined(whole, margin), whole, part}) {
    value.address = range.begin;
    value.length = static_cast<uint32_t>(range.end - range.begin);
    if (thread.read_memory(value.address, value.bytes, value.length)) return value;
  }
  value.length = 0;
  return value;
}

}  // namespace hagstone
