// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_FAKE_PROGRAM_CODE_H
#define HAGSTONE_EXHAUSTIVE_FAKE_PROGRAM_CODE_H

#include <map>
#include <string>
#include <utility>

#include "exhaustive/scope/program_code.h"

namespace hagstone::exhaustive::testing {

// program_code.h for tests: a loops file in memory, whose first module is module 1, and call sites by context.
class FakeProgramCode {
 public:
  // Throws when the text is no loops file.
  explicit FakeProgramCode(std::string loops = "hagstone-loops 1\n");
  ~FakeProgramCode();
  FakeProgramCode(const FakeProgramCode &) = delete;
  FakeProgramCode &operator=(const FakeProgramCode &) = delete;

  std::map<hagstone_calling_context, std::pair<uint32_t, uint64_t>> call_sites;  // module, offset
  hagstone_loops loops = {};

 private:
  std::string text_;
};

}  // namespace hagstone::exhaustive::testing

#endif
