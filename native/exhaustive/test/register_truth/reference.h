// SPDX-License-Identifier: GPL-2.0-or-later
// Counts register writes and values by the definitions of metrics.md, sections 7 and 8, as plainly as they can be put.
// Shares no code with the engine.
#ifndef HAGSTONE_REGISTER_TRUTH_REFERENCE_H
#define HAGSTONE_REGISTER_TRUTH_REFERENCE_H

#include "native_run.h"
#include "results.h"

namespace hagstone::register_truth {

// Rules that can be broken one at a time, to see that the comparison notices.
#define HAGSTONE_REGISTER_FAULTS(X) \
  X(whole_register_is_judged) \
  X(first_byte_is_enough) \
  X(one_element_is_enough) \
  X(floating_point_bit_by_bit) \
  X(tolerance_of_integers) \
  X(x87_bit_by_bit) \
  X(x87_across_exponents) \
  X(x87_by_place_on_the_stack) \
  X(approximate_not_told_apart) \
  X(loads_not_told_apart) \
  X(high_byte_is_low_byte) \
  X(one_writer_for_each_register) \
  X(mmx_has_a_writer_for_each_word) \
  X(writers_of_set_bytes_stay) \
  X(writers_of_repeats_stay) \
  X(only_first_write) \
  X(unchanged_is_not_written) \
  X(stack_pointer_is_none) \
  X(nobody_is_a_writer) \
  X(contexts_are_instructions) \
  X(threads_share_writers) \
  X(threads_begin_with_writers) \
  X(threads_have_no_creator) \
  X(kernel_writes_nothing)

#define HAGSTONE_WINDOW_FAULTS(X) \
  X(writers_outlive_windows) \
  X(runs_outlive_windows)

#define HAGSTONE_CONVERGENCE_FAULTS(X) \
  X(tested_twice_as_often) \
  X(whole_table_is_invariance) \
  X(falls_end_it) \
  X(small_rises_go_on) \
  X(never_retried) \
  X(pauses_as_long_as_profiled) \
  X(tests_split_runs) \
  X(runs_outlive_pauses)

#define HAGSTONE_VALUE_FAULTS(X) \
  X(nothing_is_cleared) \
  X(cleared_at_fixed_intervals) \
  X(latest_is_replaced) \
  X(newcomers_are_refused) \
  X(equals_go_in_front) \
  X(table_of_nine) \
  X(any_value_repeats) \
  X(zero_is_no_value) \
  X(narrow_values_as_wide) \
  X(lowest_lane_alone) \
  X(loads_are_results) \
  X(divisor_is_numerator) \
  X(constants_are_no_factors) \
  X(computed_calls_have_no_targets) \
  X(parameters_in_order_of_encoding) \
  X(stores_before_the_store)

enum class Fault {
  none,
#define HAGSTONE_X(name) name,
  HAGSTONE_REGISTER_FAULTS(HAGSTONE_X) HAGSTONE_VALUE_FAULTS(HAGSTONE_X) HAGSTONE_WINDOW_FAULTS(HAGSTONE_X)
      HAGSTONE_CONVERGENCE_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
};

// Takes one step after the other: `step` where it is measured; `follow` after each, measured or not, and
// `system_call_ends` when the thread's system call has, during which others may run.
class RegisterReference {
 public:
  RegisterReference(truth::ContextTable &contexts, Fault fault);
  void begin_window();
  void step(const Step &step, RegisterResults &results);
  void follow(const Step &step);
  void system_call_ends(uint32_t thread);

 private:
  struct Thread {
    std::vector<truth::ContextId> calls;  // the thread's root, then call sites
    std::map<std::tuple<File, unsigned, unsigned>, truth::ContextId> writers;  // by register and part
    truth::ContextId system_call = 0;     // in progress, or the last
  };

  void begin_thread(truth::ContextId creator);
  truth::ContextId leaf(const Step &step);
  truth::ContextId &writer(uint32_t thread, File file, unsigned number, unsigned part);
  void judge(const Step &step, const Write &write, truth::ContextId leaf, RegisterResults &results);
  bool repeats(const Step &step, const Write &write) const;

  truth::ContextTable &contexts_;
  const Fault fault_;
  std::vector<Thread> threads_;
  bool repeated_ = false, repeated_floating_ = false;
};

// Convergent profiles pause for `back_off` thousandths of the executions so far.
struct ValueProfile {
  enum { full, rising, bounds } kind = full;
  uint64_t back_off = 100;
};

struct ProfiledValue {
  uint64_t value;
  uint32_t window;
  bool operator==(const ProfiledValue &) const = default;
};

class ValueReference {
 public:
  ValueReference(Fault fault, const ValueProfile &profile) : fault_(fault), profile_(profile) {}
  void begin_window() { window_++; }
  void step(const Step &step);
  std::map<StreamKey, ValueTable> tables() const;

 private:
  void add(uint64_t address, Role role, unsigned what, unsigned lane, uint64_t value) {
    streams_[{address, role, what * 8 + lane}].push_back({value, fault_ == Fault::runs_outlive_windows ? 0 : window_});
  }
  void add_bytes(uint64_t address, Role role, unsigned what, const std::string &bytes);

  const Fault fault_;
  const ValueProfile profile_;
  uint32_t window_ = 0;
  std::map<StreamKey, std::vector<ProfiledValue>> streams_;
};

}  // namespace hagstone::register_truth

#endif
