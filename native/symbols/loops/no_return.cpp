// SPDX-License-Identifier: MIT
#include "loops/no_return.h"

#include <array>
#include <string_view>

#include "loops/function_code.h"

namespace hagstone::symbols {
namespace {

using namespace std::literals;

// Longer functions that never return are event loops, which nothing calls in a loop.
constexpr uint64_t longest = 1 << 14;
// Bytes of all functions together; a bound for damaged files, where functions overlap.
constexpr uint64_t most_bytes = 1 << 28;

constexpr std::array whole_names{"abort"sv,
                                 "exit"sv,
                                 "_exit"sv,
                                 "_Exit"sv,
                                 "quick_exit"sv,
                                 "pthread_exit"sv,
                                 "longjmp"sv,
                                 "siglongjmp"sv,
                                 "__longjmp_chk"sv,
                                 "__stack_chk_fail"sv,
                                 "__chk_fail"sv,
                                 "__fortify_fail"sv,
                                 "__assert_fail"sv,
                                 "__assert_perror_fail"sv,
                                 "__cxa_throw"sv,
                                 "__cxa_rethrow"sv,
                                 "__cxa_bad_cast"sv,
                                 "__cxa_bad_typeid"sv,
                                 "__cxa_throw_bad_array_new_length"sv,
                                 "__cxa_pure_virtual"sv,
                                 "__clang_call_terminate"sv,
                                 "_Unwind_Resume"sv,
                                 "_ZSt9terminatev"sv,
                                 "rust_panic"sv,
                                 "rust_begin_unwind"sv,
                                 "g_assertion_message"sv,
                                 "g_assertion_message_expr"sv};

// libgfortran's ends of the program, and Rust's panics in either mangling.
constexpr std::array name_beginnings{"_gfortran_stop_"sv,
                                     "_gfortran_error_stop"sv,
                                     "_gfortran_runtime_error"sv,
                                     "_gfortran_os_error"sv,
                                     "_ZN4core9panicking"sv,
                                     "_ZN4core5slice5index"sv,
                                     "_ZN4core6option13unwrap_failed"sv,
                                     "_ZN4core6option13expect_failed"sv,
                                     "_ZN4core6result13unwrap_failed"sv,
                                     "_ZN3std9panicking"sv,
                                     "_ZN5alloc5alloc18handle_alloc_error"sv,
                                     "_ZN5alloc7raw_vec17capacity_overflow"sv,
                                     "_ZN5alloc7raw_vec12handle_error"sv,
                                     "_ZN3std7process4exit"sv,
                                     "_ZN3std7process5abort"sv};

bool never_returns(std::string_view name) {
  if (name.ends_with("@plt")) name.remove_suffix(4);
  // std::__throw_bad_alloc and its like.
  if (name.starts_with("_ZSt") && name.find("__throw_") <= 6) return true;
  for (const std::string_view known : whole_names) {
    if (name == known) return true;
  }
  for (const std::string_view beginning : name_beginnings) {
    // Only the failing half of core::slice::index and of std::panicking ends its caller.
    if (!name.starts_with(beginning)) continue;
    if (beginning == "_ZN4core5slice5index") return name.find("_fail") != std::string_view::npos;
    if (beginning == "_ZN3std9panicking")
      return name.find("panic", beginning.size()) != std::string_view::npos && name.find("try") == std::string_view::npos;
    return true;
  }
  return name.starts_with("_R") && name.find("4core9panicking") != std::string_view::npos;
}

}  // namespace

bool NoReturn::returns(uint64_t callee) {
  const auto known = known_.find(callee);
  if (known != known_.end()) return known->second;
  return known_.emplace(callee, judge(callee)).first->second;
}

bool NoReturn::judge(uint64_t callee) {
  const Symbol *function = module_.symbols().function_at(callee);
  if (function == nullptr || function->low != callee) return true;
  if (never_returns(function->name)) return false;
  if (!function->has_size || function->high - function->low > longest || function->name.ends_with("@plt")) return true;
  if (function->high - function->low > most_bytes - read_bytes_) return true;
  read_bytes_ += function->high - function->low;
  const FunctionCode code(module_.image(), {{function->low, function->high}});
  for (const FlowInstruction &each : code.instructions()) {
    const bool leaves = (each.flow == Flow::jump || each.flow == Flow::branch) &&
                        (each.target < function->low || each.target >= function->high);
    if (each.flow == Flow::indirect_jump || leaves || each.flow == Flow::returns) return true;
  }
  return code.instructions().empty();
}

}  // namespace hagstone::symbols
