// SPDX-License-Identifier: MIT
#include "sampling/line_part.h"

namespace hagstone {

SharedPart choose_shared_part(uint64_t address, uint32_t length, hagstone_random &random) {
  const uint64_t line = line_of(address), line_end = line + line_bytes;
  const uint64_t end = address + length < line_end ? address + length : line_end;
  const uint64_t own = end - address, rest = line_bytes - own;
  const bool overlaps = rest == 0 || hagstone_random_below(&random, 2) == 0;
  const double choices = rest == 0 ? 1 : 2;
  if (overlaps) {
    const hagstone_watched_part part = hagstone_choose_watched_part(address, static_cast<uint32_t>(own), &random);
    return {part, true, choices * static_cast<double>(own) / part.length};
  }
  // The rest lies before and after the access: each side is drawn by its size.
  const uint64_t before = address - line, after = line_end - end;
  const hagstone_watched_part part = hagstone_random_below(&random, rest) < before
                               ? hagstone_choose_watched_part(line, static_cast<uint32_t>(before), &random)
                               : hagstone_choose_watched_part(end, static_cast<uint32_t>(after), &random);
  return {part, false, choices * static_cast<double>(rest) / part.length};
}

}  // namespace hagstone
