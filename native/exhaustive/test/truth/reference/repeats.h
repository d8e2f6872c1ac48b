// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_REPEATS_H
#define HAGSTONE_TRUTH_REPEATS_H

#include <string_view>

#include "reference.h"

namespace hagstone::truth {

// Whether `later` is the same value as `earlier`, of the same length, element by element (metrics.md section 1, precise
// and approximate). `tolerance` is in billionths.
bool repeats(Element element, std::string_view earlier, std::string_view later, uint64_t tolerance, Fault fault);

}  // namespace hagstone::truth

#endif
