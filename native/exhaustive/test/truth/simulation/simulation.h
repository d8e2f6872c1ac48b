// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_SIMULATION_H
#define HAGSTONE_TRUTH_SIMULATION_H

#include "../programs/program.h"
#include "../reference/trace.h"

namespace hagstone::truth {

// Everything that `process` does to memory, in order, from its first instruction to its last. `places`: the addresses
// that the linker gave its instructions. `frame`: for processes with signals.
Trace simulate(const Process &process, const std::vector<uint64_t> &places, SignalFrame frame = {});

}  // namespace hagstone::truth

#endif
