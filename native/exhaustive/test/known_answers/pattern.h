// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

namespace hagstone::exhaustive::testing {

// The whole text, then its groups ("" if a group matched nothing), or nothing unless the regular expression matches the
// whole text. std::regex is compiled here alone: reading and instantiating it takes 3 s in each file.
std::vector<std::string> parts_of(const std::string &text, const std::string &pattern);

}  // namespace hagstone::exhaustive::testing
