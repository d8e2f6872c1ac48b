// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_PIPES_H
#define HAGSTONE_TRUTH_PIPES_H

namespace hagstone::truth {

// Opens the pipes that generated programs inherit, at the numbers that their instructions contain (program.h). False if
// there are none left.
bool make_pipes();

}  // namespace hagstone::truth

#endif
