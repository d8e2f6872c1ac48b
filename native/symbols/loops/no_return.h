// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_NO_RETURN_H
#define HAGSTONE_SYMBOLS_LOOPS_NO_RETURN_H

#include <cstdint>
#include <unordered_map>

#include "module_symbols.h"

namespace hagstone::symbols {

// Finds calls that never return. The code behind them is reached from elsewhere, and to take it for their
// continuation would join code that has nothing to do with each other.
class NoReturn {
 public:
  explicit NoReturn(const ModuleSymbols &module) : module_(module) {}

  // False if the function that starts at `callee` is known by name not to return (abort, the throwing and panicking
  // parts of run-time libraries), or has neither a return nor a way out of its own code.
  bool returns(uint64_t callee);

 private:
  bool judge(uint64_t callee);

  const ModuleSymbols &module_;
  std::unordered_map<uint64_t, bool> known_;
  uint64_t read_bytes_ = 0;
};

}  // namespace hagstone::symbols

#endif
