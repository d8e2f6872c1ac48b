// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/scope/fake_program_code.h"

#include <stdexcept>

namespace hagstone::exhaustive::testing {

namespace {
FakeProgramCode *code = nullptr;
const hagstone_loops no_loops = {};
}  // namespace

FakeProgramCode::FakeProgramCode(std::string loops_text) : text_(std::move(loops_text)) {
  if (code) throw std::logic_error("one program at a time");
  uint32_t line = 0;
  if (const char *problem = hagstone_parse_loops(text_.data(), text_.size(), &loops, &line))
    throw std::invalid_argument(problem + (", line " + std::to_string(line)));
  code = this;
}

FakeProgramCode::~FakeProgramCode() { code = nullptr; }

}  // namespace hagstone::exhaustive::testing

using hagstone::exhaustive::testing::code;
using hagstone::exhaustive::testing::no_loops;

extern "C" {

const hagstone_loops *hagstone_program_loops(void) { return code ? &code->loops : &no_loops; }

const hagstone_loop_module *hagstone_loops_of_module(uint32_t module) {
  return code && module - 1 < code->loops.module_count ? &code->loops.modules[module - 1] : nullptr;
}

int hagstone_call_site(hagstone_calling_context context, uint32_t *module, uint64_t *offset) {
  if (!code) return 0;
  const auto found = code->call_sites.find(context);
  if (found == code->call_sites.end()) return 0;
  *module = found->second.first;
  *offset = found->second.second;
  return 1;
}
}
