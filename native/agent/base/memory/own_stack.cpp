// SPDX-License-Identifier: MIT
#include "base/memory/own_stack.h"

#include <errno.h>

#include "base/system_call.h"

namespace hagstone {

namespace {

constexpr uint64_t page_bytes = 4096;
constexpr uint64_t red_zone = 128;
// A handler checks no more new pages than this; later handlers check the rest.
constexpr unsigned most_new_pages = 64;
// Further below are other stacks. For the first thread, the kernel would grow the stack when a page below it is
// accessed.
constexpr uint64_t furthest = 16 << 20;

uint64_t page_of(uint64_t address) { return address & ~(page_bytes - 1); }

}  // namespace

// The kernel copies the new mask before it finds that `how` is invalid.
bool is_readable(uint64_t address) {
  constexpr int no_such_change = -1;
  return call(SYS_rt_sigprocmask, no_such_change, address, 0, 8) == -EINVAL;
}

void OwnStack::open(uint64_t top) {
  top_ = top;
  low_ = page_of(top);
  start_ = 0;
  for (Range &range : watched_) range = {};
}

void OwnStack::begin(uint64_t stack_pointer) {
  for (uint64_t &page : pages_) page = 0;
  start_ = 0;
  if (stack_pointer >= top_ || stack_pointer + furthest < low_) return;
  // Below the stack lies a page that cannot be read, or nothing: stacks elsewhere are not reached.
  for (unsigned i = 0; i < most_new_pages && low_ > stack_pointer && is_readable(low_ - 8); i++) low_ -= page_bytes;
  if (low_ <= stack_pointer) start_ = stack_pointer - red_zone;
}

void OwnStack::set_watched(unsigned slot, uint64_t address, uint64_t length) {
  watched_[slot] = {address, address + length};
}

bool OwnStack::is_watched(uint64_t start, uint64_t end) const {
  for (const Range &range : watched_)
    if (start < range.end && range.start < end) return true;
  return false;
}

bool OwnStack::is_page_readable(uint64_t address) {
  const uint64_t page = page_of(address);
  uint64_t &known = pages_[page / page_bytes % kept_pages];
  if (known == page) return true;
  if (!is_readable(address & ~uint64_t{7})) return false;
  known = page;
  return true;
}

bool OwnStack::holds(uint64_t address, size_t length) {
  if (!start_ || address < start_ || address >= top_ || top_ - address < length || length > page_bytes) return false;
  const uint64_t last = address + length - 1;
  return !is_watched(address, address + length) && is_page_readable(address) &&
         (page_of(last) == page_of(address) || is_page_readable(last));
}

}  // namespace hagstone
