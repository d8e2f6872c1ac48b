// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_REGISTER_TRUTH_VALUE_TABLE_H
#define HAGSTONE_REGISTER_TRUTH_VALUE_TABLE_H

#include "reference.h"

namespace hagstone::register_truth {

// The table of one stream, worked out from all of its values in their order.
ValueTable table_of(const std::vector<ProfiledValue> &values, const ValueProfile &profile, Fault fault);

}  // namespace hagstone::register_truth

#endif
