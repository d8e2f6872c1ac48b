// SPDX-License-Identifier: GPL-2.0-or-later
// The rules of the reference (reference.h) that a test can break or choose.
#ifndef HAGSTONE_TRUTH_RULES_H
#define HAGSTONE_TRUTH_RULES_H

namespace hagstone::truth {

// Rules that can be broken one at a time, to see that the comparison notices.
#define HAGSTONE_TRUTH_FAULTS(X) \
  X(split_by_first_owner) \
  X(instance_once_per_access) \
  X(partial_equals_whole) \
  X(one_element_is_enough) \
  X(missing_bytes_are_equal) \
  X(nan_equals_nan) \
  X(infinities_are_alike) \
  X(zeros_differ) \
  X(tolerance_of_the_new_value) \
  X(tolerance_is_exclusive) \
  X(tolerance_of_integers) \
  X(floating_point_bit_by_bit) \
  X(extended_as_bytes) \
  X(compared_with_a_base_value) \
  X(approximate_not_told_apart) \
  X(store_killed_as_a_whole) \
  X(loads_do_not_use_stores) \
  X(loads_end_silent_stores) \
  X(stores_end_redundant_loads) \
  X(any_thread_decides) \
  X(interleaved_is_waste) \
  X(only_stores_interleave) \
  X(freed_memory_lives_on) \
  X(freed_is_unfinished) \
  X(mapped_memory_lives_on) \
  X(unfinished_is_use) \
  X(first_not_counted) \
  X(kernel_ignored) \
  X(modify_does_not_load) \
  X(string_is_one_access) \
  X(modify_stores_first) \
  X(hints_are_accesses) \
  X(kernel_under_its_caller) \
  X(contexts_are_instructions) \
  X(reuse_of_loads_only) \
  X(first_locations_not_counted) \
  X(time_from_zero) \
  X(stack_with_repeats) \
  X(stack_from_own_access) \
  X(granules_one_by_one) \
  X(distances_of_the_process) \
  X(freed_locations_known) \
  X(freed_locations_not_between) \
  X(parts_end_locations) \
  X(spatial_by_address) \
  X(spatial_by_allocation) \
  X(spatial_by_last_byte) \
  X(spatial_by_part_of_value) \
  X(objects_remember_stores) \
  X(blocks_are_of_their_mapping) \
  X(reallocated_is_another_object) \
  X(grown_is_another_object) \
  X(moved_memory_keeps_its_past) \
  X(failed_exchange_does_not_store) \
  X(spatial_by_any_thread)

// Rules of windows with gaps.
#define HAGSTONE_TRUTH_WINDOW_FAULTS(X) \
  X(windows_carry_on) \
  X(left_at_window_end_is_use) \
  X(windows_begin_without_callers) \
  X(windows_are_of_one_thread) \
  X(gaps_are_measured) \
  X(memory_of_gaps_not_followed)

// Rules of signals.
#define HAGSTONE_TRUTH_SIGNAL_FAULTS(X) \
  X(handlers_are_called_by_nobody) \
  X(signals_leave_nothing) \
  X(signals_take_nothing_away)

// Rules of scopes.
#define HAGSTONE_TRUTH_SCOPE_FAULTS(X) \
  X(scope_is_the_innermost_loop) \
  X(scope_is_the_thread) \
  X(scope_of_the_later_access) \
  X(scope_regardless_of_time) \
  X(scope_told_as_not_asked_for)

enum class Fault {
  none,
#define HAGSTONE_X(name) name,
  HAGSTONE_TRUTH_FAULTS(HAGSTONE_X) HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X) HAGSTONE_TRUTH_SCOPE_FAULTS(HAGSTONE_X)
      HAGSTONE_TRUTH_SIGNAL_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
};

// The pairs whose redundancy scope is reported: those of loads, found when a pair is first seen; or all, found at
// every repetition, as part of a pair's identity.
enum class ScopesTold { none, once, always };

}  // namespace hagstone::truth

#endif
