// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_REGISTER_TRUTH_GENERATOR_H
#define HAGSTONE_REGISTER_TRUTH_GENERATOR_H

#include "listing.h"

namespace hagstone::register_truth {

// A process of `programs` random programs, called one after the other. `rounds` 0: loops are short, and a third of the
// programs has several threads; otherwise each program has a loop of so many rounds, in which values take turns. The same
// seed gives the same process on every machine. The first instruction is that of _start.
std::vector<Line> generate(uint64_t seed, uint32_t programs, uint32_t rounds);

}  // namespace hagstone::register_truth

#endif
