// SPDX-License-Identifier: MIT
#include "function_starts.h"

#include <algorithm>

namespace hagstone::symbols {

std::vector<uint64_t> function_starts(ModuleSymbols &module) {
  std::vector<uint64_t> starts;
  for (const Symbol &function : module.symbols().functions()) starts.push_back(function.low);
  for (const auto &[low, high] : module.unwind_tables().ranges()) starts.push_back(low);
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  std::erase_if(starts, [&](uint64_t start) { return !module.image().is_executable(start); });
  return starts;
}

}  // namespace hagstone::symbols
