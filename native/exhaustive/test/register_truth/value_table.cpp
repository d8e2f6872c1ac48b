// SPDX-License-Identifier: GPL-2.0-or-later
#include "value_table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hagstone::register_truth {

namespace {

constexpr size_t table_size = 10;
constexpr uint64_t least_clear_interval = 2000, test_interval = 2000;

using Entry = std::pair<uint64_t, uint64_t>;

class Profile {
 public:
  Profile(const ValueProfile &profile, Fault fault)
      : profile_(profile), fault_(fault), size_(fault == Fault::table_of_nine ? table_size - 1 : table_size) {}

  ValueTable of(const std::vector<ProfiledValue> &values) {
    for (const ProfiledValue &value : values) execute(value);
    enter();
    if (fault_ == Fault::zero_is_no_value) table_.zeros = 0;
    if (fault_ == Fault::any_value_repeats)
      table_.repeats = values.size() - std::min<size_t>(values.size(), table_.entries.size());
    return std::move(table_);
  }

 private:
  size_t half() const { return (size_ + 1) / 2; }

  void execute(const ProfiledValue &value) {
    table_.executions++;
    if (pause_ > 0) {
      pause_--;
      return;
    }
    table_.profiled++;
    table_.retried += table_.converged > 0;
    table_.zeros += value.value == 0;
    if (running_ == value) {
      table_.repeats++;
    } else {
      enter();
      running_ = value;
    }
    not_entered_++;
    if (profile_.kind == ValueProfile::full) return;
    const uint64_t interval = fault_ == Fault::tested_twice_as_often ? test_interval / 2 : test_interval;
    if (++since_test_ == interval) test();
  }

  // Values come as runs; an entry that has grown is behind those that are as frequent.
  void enter() {
    if (!not_entered_) return;
    std::vector<Entry> &entries = table_.entries;
    const uint64_t value = running_->value, run = std::exchange(not_entered_, 0);
    auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry &each) { return each.first == value; });
    if (entry != entries.end()) {
      entry->second += run;
    } else if (entries.size() < size_) {
      entries.emplace_back(value, run);
    } else if (fault_ == Fault::latest_is_replaced) {
      entries.front() = {value, run};
    } else if (fault_ != Fault::newcomers_are_refused) {
      entries.back() = {value, run};
    }
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry &left, const Entry &right) {
      if (left.second != right.second) return left.second > right.second;
      if (fault_ == Fault::equals_go_in_front) return left.first == value && right.first != value;
      return right.first == value && left.first != value;
    });
    since_clearing_ += run;
    if (fault_ != Fault::nothing_is_cleared && since_clearing_ > interval_) clear();
  }

  void clear() {
    std::vector<Entry> &entries = table_.entries;
    const uint64_t twice = entries.size() >= half() ? 2 * entries[half() - 1].second : 0;
    if (entries.size() > half()) entries.resize(half());
    interval_ = fault_ == Fault::cleared_at_fixed_intervals ? least_clear_interval : std::max(least_clear_interval, twice);
    since_clearing_ = 0;
  }

  void test() {
    enter();
    since_test_ = 0;
    if (fault_ == Fault::tests_split_runs) running_.reset();
    uint64_t top = 0;
    const size_t counted = fault_ == Fault::whole_table_is_invariance ? size_ : half();
    for (size_t i = 0; i < std::min(counted, table_.entries.size()); i++) top += table_.entries[i].second;
    const long double now = static_cast<long double>(top) / static_cast<long double>(table_.profiled);
    const long double rise = now - std::exchange(invariance_, now);
    const bool any_rise = profile_.kind == ValueProfile::rising || fault_ == Fault::small_rises_go_on;
    if (rise > (any_rise ? 0 : 0.02L)) {
      table_.increasing++;
    } else if (profile_.kind == ValueProfile::bounds && rise < -0.04L && fault_ != Fault::falls_end_it) {
      table_.decreasing++;
    } else {
      table_.converged++;
      const uint64_t so_far = fault_ == Fault::pauses_as_long_as_profiled ? table_.profiled : table_.executions;
      pause_ = fault_ == Fault::never_retried ? ~UINT64_C(0) : so_far * profile_.back_off / 1000;
      if (fault_ != Fault::runs_outlive_pauses) running_.reset();
    }
  }

  const ValueProfile profile_;
  const Fault fault_;
  const size_t size_;
  ValueTable table_;
  std::optional<ProfiledValue> running_;  // the run in progress
  uint64_t not_entered_ = 0;              // of its executions
  uint64_t interval_ = least_clear_interval, since_clearing_ = 0;
  uint64_t since_test_ = 0, pause_ = 0;
  long double invariance_ = 0;
};

}  // namespace

ValueTable table_of(const std::vector<ProfiledValue> &values, const ValueProfile &profile, Fault fault) {
  return Profile(profile, fault).of(values);
}

}  // namespace hagstone::register_truth
