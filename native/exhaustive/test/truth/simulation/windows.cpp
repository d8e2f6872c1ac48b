// SPDX-License-Identifier: GPL-2.0-or-later
#include "windows.h"

#include <stdexcept>

namespace hagstone::truth {

namespace {

constexpr uint64_t read_number = 0, write_number = 1, map_number = 9, unmap_number = 11, remap_number = 25,
                   set_timer_number = 286;

class Cutter {
 public:
  explicit Cutter(Trace &trace) : trace_(trace), events_(std::move(trace.events)) { trace_.events.clear(); }

  void end_window() {
    Event end = {};
    end.kind = EventKind::window_ends;
    trace_.events.push_back(end);
  }

  void step(const Step &step, bool outside) {
    outside_ = outside;
    if (step.system_call && !step.waits)
      system_call(*step.system_call);
    else if (!step.system_call && !step.nothing_left)
      instruction(step.instruction);
  }
  // Windows turn where instructions are executed, so that this one belongs to where the latest one does.
  void wait_ends() { take_of_kernel(EventKind::store); }

  bool at_end() const { return next_ == events_.size(); }

 private:
  bool next_is(EventKind kind) const { return !at_end() && events_[next_].kind == kind; }
  void take() {
    events_[next_].outside = outside_;
    trace_.events.push_back(std::move(events_[next_++]));
  }

  void take_of_kernel(EventKind kind) {
    if (!next_is(kind) || !events_[next_].kernel)
      throw std::runtime_error("the program makes a system call that the trace has not");
    take();
  }

  void system_call(uint64_t number) {
    if (number == write_number || number == set_timer_number) take_of_kernel(EventKind::load);
    if (number == read_number) take_of_kernel(EventKind::store);
    if ((number == map_number || number == unmap_number) && next_is(EventKind::unmapped)) take();
    if (number == map_number && next_is(EventKind::mapped)) take();
    if (number == remap_number) take_of_remap();
  }

  void take_of_remap() {
    const bool moves = next_is(EventKind::unmapped) && events_[next_].moved_to;
    take();
    if (moves) take();
  }

  bool is_of(size_t event, uint64_t address) const {
    if (event == events_.size()) return false;
    const Event &access = events_[event];
    if (access.kernel || (access.kind != EventKind::load && access.kind != EventKind::store)) return false;
    return trace_.contexts[access.context].value == address;
  }

  // `free` ends its block before it returns, malloc's begins when it has returned.
  void instruction(uint64_t address) {
    while (next_is(EventKind::loop_header) && trace_.scopes[events_[next_].scope].header == address) take();
    if (next_is(EventKind::freed) && is_of(next_ + 1, address)) take();
    if (is_of(next_, address)) {
      const EventKind first = events_[next_].kind;
      take();
      if (first == EventKind::load && next_is(EventKind::store) && is_of(next_, address)) take();
    }
    // realloc frees its old block only when it has returned.
    if (next_is(EventKind::freed) && next_ + 1 < events_.size() && events_[next_ + 1].kind == EventKind::allocated) take();
    if (next_is(EventKind::allocated)) take();
  }

  Trace &trace_;
  std::vector<Event> events_;
  size_t next_ = 0;
  bool outside_ = false;
};

}  // namespace

void cut_into_windows(Trace &trace, const std::vector<Step> &steps, uint64_t on, uint64_t off) {
  Cutter cutter(trace);
  Coverage &coverage = trace.coverage;
  for (const Step &step : steps) {
    if (!step.instruction) {
      cutter.wait_ends();
      continue;
    }
    const uint64_t place = coverage.instructions++ % (on + off);
    coverage.windows += place == 0;
    coverage.measured += place < on;
    if (place == on) cutter.end_window();
    cutter.step(step, place >= on);
  }
  if (!cutter.at_end()) throw std::runtime_error("the program does not do what the trace has");
}

}  // namespace hagstone::truth
