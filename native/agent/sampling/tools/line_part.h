// SPDX-License-Identifier: MIT
// The bytes of an access's cache line that another thread watches (metrics.md section 2): a register sees at most 8 of
// the 64.
#ifndef HAGSTONE_SAMPLING_LINE_PART_H
#define HAGSTONE_SAMPLING_LINE_PART_H

#include <stdint.h>

#include "common/watched_part.h"

namespace hagstone {

inline constexpr uint64_t line_bytes = HAGSTONE_LINE_BYTES;

inline uint64_t line_of(uint64_t address) { return address & ~(line_bytes - 1); }

// A part of a line that one register can watch.
struct LinePart {
  hagstone_watched_part part;
  bool overlaps;  // with the access that the line was cut for
};

// Parts of one line, in the order of their addresses.
struct LineParts {
  // A line has eight words. Two of them are cut at the ends of the access, into at most four parts each.
  static constexpr unsigned most = 16;
  LinePart items[most];
  unsigned count = 0;
};

// The line of the access's first byte, cut at the ends of the access, and each piece into the largest aligned parts of at
// most 8 bytes. `length` > 0; bytes beyond the line are left out.
LineParts cut_line(uint64_t address, uint32_t length);

struct ChosenPart {
  LinePart part;
  double weight;  // 1 / the probability that this part was chosen
};

struct ChosenParts {
  static constexpr unsigned most = 8;
  ChosenPart items[most];
  unsigned count = 0;
};

// At most `registers` > 0 of the parts. Each set of that size is equally probable among the overlapping parts, and
// among the others: one overlapping part and otherwise others or, with one register, each kind half of the time. The
// sum of `weight` over the parts that another thread touches is an unbiased estimate of how many it touches, of both
// kinds (Horvitz and Thompson, "A Generalization of Sampling Without Replacement From a Finite Universe", 1952).
ChosenParts choose_parts(const LineParts &parts, unsigned registers, hagstone_random &random);

}  // namespace hagstone

#endif
