// SPDX-License-Identifier: GPL-2.0-or-later
#include <cmath>
#include <cstring>

#include "reference.h"
#include "reference/repeats.h"

namespace hagstone::register_truth {

namespace {

using truth::ContextId;
using truth::NodeKind;

constexpr unsigned rax = 0;

// Parts that have a writer each: where they begin in the register.
std::vector<unsigned> parts_of(File file, Fault fault) {
  switch (file) {
    case File::general: return {0, 1, 2, 8};
    case File::vector: return {0, 4, 8, 16, 32};
    case File::x87: return {0, 10};
    case File::mmx:
      if (fault == Fault::mmx_has_a_writer_for_each_word) return {0, 2, 4, 6, 8};
      return {0, 10};
  }
  return {};
}

unsigned number_of(const Step &step, const Write &write, Fault fault) {
  if (write.file != File::x87 || fault == Fault::x87_by_place_on_the_stack) return write.number;
  return (step.after.x87_top + write.number) & 7;
}

std::string bytes_of(const Registers &registers, File file, unsigned number, unsigned offset, unsigned bytes) {
  const auto part = [=](const auto *whole) { return std::string(reinterpret_cast<const char *>(whole) + offset, bytes); };
  switch (file) {
    case File::general: return part(&registers.general[number]);
    case File::vector: return part(registers.vector[number].data());
    case File::x87:
    case File::mmx: return part(registers.x87[number].data());
  }
  return {};
}

// 1 %, in billionths.
constexpr uint64_t tolerance = 10'000'000;

// Sign and exponent as they were, the significand within tolerance (REDSPY 4.1).
bool x87_repeats(const std::string &before, const std::string &after, Fault fault) {
  if (before == after) return true;
  if (fault == Fault::x87_bit_by_bit) return false;
  if (fault == Fault::x87_across_exponents)
    return truth::repeats(Element::f80, before, after, tolerance, truth::Fault::none);
  if (before.substr(8) != after.substr(8)) return false;
  uint64_t old_significand, new_significand;
  memcpy(&old_significand, before.data(), 8);
  memcpy(&new_significand, after.data(), 8);
  const auto difference = static_cast<long double>(old_significand) - static_cast<long double>(new_significand);
  return std::fabs(difference) <= tolerance / 1e9L * static_cast<long double>(old_significand);
}

truth::Fault fault_of_comparison(Fault fault) {
  switch (fault) {
    case Fault::one_element_is_enough: return truth::Fault::one_element_is_enough;
    case Fault::floating_point_bit_by_bit: return truth::Fault::floating_point_bit_by_bit;
    case Fault::tolerance_of_integers: return truth::Fault::tolerance_of_integers;
    default: return truth::Fault::none;
  }
}

}  // namespace

RegisterReference::RegisterReference(truth::ContextTable &contexts, Fault fault) : contexts_(contexts), fault_(fault) {
  begin_thread(0);
}

void RegisterReference::begin_thread(ContextId creator) {
  const uint64_t number = threads_.size() + 1;
  Thread thread = {{contexts_.intern({fault_ == Fault::threads_have_no_creator ? 0 : creator, NodeKind::thread, number})},
                   {}};
  if (fault_ == Fault::threads_begin_with_writers && creator) thread.writers = threads_.front().writers;
  threads_.push_back(std::move(thread));
}

ContextId RegisterReference::leaf(const Step &step) {
  const std::vector<ContextId> &calls = threads_[step.thread - 1].calls;
  const ContextId parent = fault_ == Fault::contexts_are_instructions ? calls.front() : calls.back();
  return contexts_.intern({parent, NodeKind::instruction, step.address});
}

ContextId &RegisterReference::writer(uint32_t thread, File file, unsigned number, unsigned part) {
  if (file == File::mmx) file = File::x87;
  if (fault_ == Fault::threads_share_writers) thread = 1;
  return threads_[thread - 1].writers[{file, number, fault_ == Fault::one_writer_for_each_register ? 0 : part}];
}

bool RegisterReference::repeats(const Step &step, const Write &write) const {
  const unsigned number = number_of(step, write, fault_);
  unsigned offset = write.offset, bytes = write.bytes;
  if (fault_ == Fault::whole_register_is_judged && write.file != File::x87) bytes = write.set_bytes;
  if (fault_ == Fault::first_byte_is_enough) bytes = 1;
  if (fault_ == Fault::high_byte_is_low_byte && write.file == File::general) offset = 0;
  const std::string before = bytes_of(step.before, write.file, number, offset, bytes);
  const std::string after = bytes_of(step.after, write.file, number, offset, bytes);
  if (fault_ == Fault::first_byte_is_enough) return before == after;
  if (write.file == File::x87) return x87_repeats(before, after, fault_);
  return truth::repeats(write.element, before, after, tolerance, fault_of_comparison(fault_));
}

void RegisterReference::judge(const Step &step, const Write &write, ContextId leaf, RegisterResults &results) {
  const bool loads = write.loads && fault_ != Fault::loads_not_told_apart;
  Count &written = results.writes[{loads, leaf}];
  written.instances++;
  written.bytes += write.bytes;
  if (!repeats(step, write)) return;
  const bool approximate = write.element != Element::bytes && fault_ != Fault::approximate_not_told_apart;
  std::map<ContextId, uint64_t> shares;
  const std::vector<unsigned> starts = parts_of(write.file, fault_);
  for (unsigned part = 0; part + 1 < starts.size(); part++)
    for (unsigned byte = starts[part]; byte < starts[part + 1]; byte++)
      if (byte >= write.offset && byte < unsigned{write.offset} + write.bytes)
        shares[writer(step.thread, write.file, number_of(step, write, fault_), part)]++;
  for (const auto &[watch, bytes] : shares) {
    if (watch == 0 && fault_ != Fault::nobody_is_a_writer) {
      results.first[leaf] += bytes;
      continue;
    }
    (approximate ? repeated_floating_ : repeated_) = true;
    Count &pair = results.pairs[{approximate, loads, watch ? watch : leaf, leaf}];
    pair.instances++;
    pair.bytes += bytes;
  }
}

void RegisterReference::begin_window() {
  if (fault_ == Fault::writers_outlive_windows) return;
  for (Thread &thread : threads_) thread.writers.clear();
}

void RegisterReference::follow(const Step &step) {
  Thread &thread = threads_[step.thread - 1];
  std::vector<ContextId> &calls = thread.calls;
  const auto below = [&](NodeKind kind, uint64_t value) { return contexts_.intern({calls.back(), kind, value}); };
  switch (step.line.flow) {
    case Flow::call: {
      uint64_t return_address;
      memcpy(&return_address, step.accessed.back().data(), sizeof return_address);
      calls.push_back(below(NodeKind::call, return_address));
      return;
    }
    case Flow::leave: calls.pop_back(); return;
    case Flow::system_call: thread.system_call = below(NodeKind::system_call, step.before.general[rax]); return;
    case Flow::new_thread:
      thread.system_call = below(NodeKind::system_call, step.before.general[rax]);
      return begin_thread(ContextId{calls.back()});
    case Flow::next:
    case Flow::end: return;
  }
}

void RegisterReference::system_call_ends(uint32_t thread) {
  if (fault_ == Fault::kernel_writes_nothing) return;
  for (unsigned part = 0; part + 1 < parts_of(File::general, fault_).size(); part++)
    writer(thread, File::general, rax, part) = threads_[thread - 1].system_call;
}

void RegisterReference::step(const Step &step, RegisterResults &results) {
  const ContextId own = leaf(step);
  std::vector<Write> writes;
  for (const Write &write : step.line.writes) {
    if (fault_ == Fault::stack_pointer_is_none && write.by_the_way) continue;
    if (fault_ == Fault::only_first_write && !writes.empty()) continue;
    if (fault_ == Fault::unchanged_is_not_written && step.line.text.starts_with("cmov") && repeats(step, write)) continue;
    writes.push_back(write);
  }
  repeated_ = repeated_floating_ = false;
  for (const Write &write : writes) judge(step, write, own, results);
  results.repeating_instructions += repeated_;
  results.repeating_floating_instructions += repeated_floating_;
  for (const Write &write : writes) {
    if (fault_ == Fault::writers_of_repeats_stay && repeats(step, write)) continue;
    const unsigned set = fault_ == Fault::writers_of_set_bytes_stay ? write.bytes : write.set_bytes;
    const std::vector<unsigned> starts = parts_of(write.file, fault_);
    for (unsigned part = 0; part + 1 < starts.size(); part++)
      if (starts[part] < unsigned{write.offset} + set && starts[part + 1] > write.offset)
        writer(step.thread, write.file, number_of(step, write, fault_), part) = own;
  }
}

}  // namespace hagstone::register_truth
