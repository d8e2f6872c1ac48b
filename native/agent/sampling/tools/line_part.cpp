// SPDX-License-Identifier: MIT
#include "line_part.h"

namespace hagstone {

namespace {

void cut_piece(uint64_t start, uint64_t end, bool overlaps, LineParts &parts) {
  while (start < end) {
    uint32_t length = 8;
    while (start % length != 0 || start + length > end) length /= 2;
    parts.items[parts.count++] = {{start, length}, overlaps};
    start += length;
  }
}

unsigned count_of(const LineParts &parts, bool overlaps) {
  unsigned count = 0;
  for (unsigned i = 0; i < parts.count; i++) count += parts.items[i].overlaps == overlaps;
  return count;
}

// Goes through the parts once: of those left, each is wanted with the probability wanted / left.
void draw(const LineParts &parts, bool overlaps, unsigned wanted, double choices, hagstone_random &random,
          ChosenParts &chosen) {
  unsigned left = count_of(parts, overlaps);
  const double weight = choices * left / wanted;
  for (unsigned i = 0; i < parts.count && wanted != 0; i++) {
    if (parts.items[i].overlaps != overlaps) continue;
    if (hagstone_random_below(&random, left--) >= wanted) continue;
    chosen.items[chosen.count++] = {parts.items[i], weight};
    wanted--;
  }
}

unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

}  // namespace

LineParts cut_line(uint64_t address, uint32_t length) {
  const uint64_t line = line_of(address), line_end = line + line_bytes;
  const uint64_t end = address + length < line_end ? address + length : line_end;
  LineParts parts;
  cut_piece(line, address, false, parts);
  cut_piece(address, end, true, parts);
  cut_piece(end, line_end, false, parts);
  return parts;
}

ChosenParts choose_parts(const LineParts &parts, unsigned registers, hagstone_random &random) {
  const unsigned own = count_of(parts, true), rest = count_of(parts, false);
  const unsigned most = smaller(registers, ChosenParts::most);
  ChosenParts chosen;
  if (most == 1 && own != 0 && rest != 0) {
    draw(parts, hagstone_random_below(&random, 2) == 0, 1, 2, random, chosen);
    return chosen;
  }
  const unsigned of_rest = smaller(rest, own != 0 ? most - 1 : most);
  const unsigned of_own = smaller(own, most - of_rest);
  if (of_own != 0) draw(parts, true, of_own, 1, random, chosen);
  if (of_rest != 0) draw(parts, false, of_rest, 1, random, chosen);
  return chosen;
}

}  // namespace hagstone
