// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_LOOPS_TEXT_H
#define HAGSTONE_TRUTH_LOOPS_TEXT_H

#include <string>
#include <vector>

#include "program.h"

namespace hagstone::truth {

// The loops of the binary `program`, as the engine reads them (--loops, scope/loops_file.h). `places`: the addresses that the
// linker gave its instructions.
std::string loops_text(const Process& process, const std::vector<uint64_t>& places, const std::string& program);

}  // namespace hagstone::truth

#endif
