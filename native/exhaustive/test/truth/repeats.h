// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_REPEATS_H
#define HAGSTONE_TRUTH_REPEATS_H

#include <string>

#include "reference.h"

namespace hagstone::truth {

constexpr long double tolerance = 0.01L;

// Whether `later` is the same value as `earlier`, of the same length, element by element (metrics.md section 1, precise
// and approximate).
bool repeats(Element element, const std::string& earlier, const std::string& later, Fault fault);

}  // namespace hagstone::truth

#endif
