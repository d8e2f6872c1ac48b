// SPDX-License-Identifier: MIT
// The part of the calling thread's stack that a handler may read as the program itself does, without a system call.
#ifndef HAGSTONE_BASE_OWN_STACK_H
#define HAGSTONE_BASE_OWN_STACK_H

#include <stddef.h>
#include <stdint.h>

namespace hagstone {

// While a thread runs on its stack, no other thread unmaps pages between the stack pointer and the top. Each page is
// still checked, in each handler, before it is read: the stack pointer may point anywhere. One per thread; safe in
// signal handlers.
class OwnStack {
 public:
  static constexpr unsigned most_watched = 8;

  // `top`: one past the highest byte; 0: nothing is to be read directly.
  void open(uint64_t top);

  // At the beginning of a handler.
  void begin(uint64_t stack_pointer);

  // The addresses that this thread's debug registers watch: reading them would trap.
  void set_watched(unsigned slot, uint64_t address, uint64_t length);
  void clear_watched(unsigned slot) { watched_[slot] = {}; }

  // Whether these bytes may be read now.
  bool holds(uint64_t address, size_t length);

 private:
  static constexpr unsigned kept_pages = 16;
  struct Range {
    uint64_t start, end;
  };

  bool is_watched(uint64_t start, uint64_t end) const;
  bool is_page_readable(uint64_t address);

  uint64_t top_ = 0;
  uint64_t low_ = 0;    // from here on up to the top all pages were readable when they were first asked for
  uint64_t start_ = 0;  // in this handler; 0: it runs on another stack
  Range watched_[most_watched] = {};
  uint64_t pages_[kept_pages] = {};  // found readable in this handler; direct-mapped
};

// Whether the 8 bytes at `address`, a multiple of 8, are readable. Costs a tenth of having the kernel copy them
// (process_vm_readv).
bool is_readable(uint64_t address);

}  // namespace hagstone

#endif
