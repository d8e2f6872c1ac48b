// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_REGISTER_TRUTH_RECORDED_H
#define HAGSTONE_REGISTER_TRUTH_RECORDED_H

#include <string>
#include <vector>

#include "reference.h"

namespace hagstone::register_truth {

// One process: generated, run natively, counted by the reference, and run under the engine.
struct Comparison {
  truth::ContextTable contexts;
  Results truth;
  Results found;
  uint64_t steps = 0;
};

// Windows of `on` measured instructions with `off` in between; 0: all are measured.
struct Windows {
  uint64_t on = 0, off = 0;
};
struct Measured {
  Windows windows = {};
  ValueProfile profile = {};
  std::vector<std::string> options = {};  // further ones of the engine
};

// One comparison for each fault, which is broken in its truth. `rounds` as for generate(). Throws std::runtime_error when a
// run fails or the engine left something out.
std::vector<Comparison> compare(uint64_t seed, uint32_t programs, uint32_t rounds, const std::vector<Fault> &faults,
                                const Measured &measured);

}  // namespace hagstone::register_truth

#endif
