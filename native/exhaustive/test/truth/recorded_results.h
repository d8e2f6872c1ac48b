// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_RECORDED_RESULTS_H
#define HAGSTONE_TRUTH_RECORDED_RESULTS_H

#include <set>

#include "results.h"

namespace hagstone::truth {

// The engine's results in the raw file at `path`, in the terms of the reference: use is the remainder of the bytes
// accessed in a context. Contexts are added to `contexts`. Throws std::runtime_error if the file breaks a promise, or the
// recording is not finished.
Results recorded_results(const std::string &path, ContextTable &contexts, const std::set<Tool> &tools);

// The part of `all` that `tools` count.
Results only(Results all, const std::set<Tool> &tools);

}  // namespace hagstone::truth

#endif
