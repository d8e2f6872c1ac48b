// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_GENERATOR_H
#define HAGSTONE_TRUTH_GENERATOR_H

#include "program.h"

namespace hagstone::truth {

// A process of `programs` random programs, a quarter of them with several threads unless `one_thread`. The same seed gives
// the same process on every machine.
Process generate(uint64_t seed, uint32_t programs, bool one_thread = false);

}  // namespace hagstone::truth

#endif
