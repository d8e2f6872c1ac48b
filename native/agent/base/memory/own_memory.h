// SPDX-License-Identifier: MIT
// Reads the target's memory without ever faulting, and without tripping watchpoints: the kernel does the reading, but for the
// thread's own stack.
#ifndef HAGSTONE_BASE_OWN_MEMORY_H
#define HAGSTONE_BASE_OWN_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory/own_stack.h"
#include "code/emulation/memory_reader.h"

namespace hagstone {

// Keeps copies of the blocks read, because a walk goes back and forth between the stack and other memory, and unwinding
// reads neighbouring words. One handler invocation long: the copies must not be used once the thread has run on. Safe
// in signal handlers.
class OwnMemory {
 public:
  // `thread`: the calling thread's id, looked up once. The process's id would not work: the kernel looks memory up by
  // the task with that id, and the first thread may end before the others.
  // `stack_top`: as OwnStack has it.
  void open(int thread, uint64_t stack_top) {
    thread_ = thread;
    stack_.open(stack_top);
  }
  void begin_handler(uint64_t stack_pointer) {
    for (Block &block : blocks_) block.valid = false;
    stack_.begin(stack_pointer);
  }
  // For the caller that sets watchpoints: it reports the watched bytes, which must not be read directly.
  OwnStack &stack() { return stack_; }
  MemoryReader reader() { return {read_through, this}; }
  // Makes and uses no copies: for memory that another thread may change in the meantime.
  MemoryReader current_reader() { return {read_now, this}; }

 private:
  static constexpr uint64_t block_bytes = 512;  // divides the page size, so that a block is readable whole or not at all
  static constexpr unsigned block_count = 8;

  struct Block {
    uint64_t address;
    bool valid;
    char bytes[block_bytes];
  };

  static bool read_through(void *self, uint64_t address, void *destination, size_t length);
  static bool read_now(void *self, uint64_t address, void *destination, size_t length);
  bool read(uint64_t address, void *destination, size_t length);

  bool copy_from(uint64_t address, void *destination, size_t length) const;

  int thread_ = 0;
  OwnStack stack_;
  Block blocks_[block_count] = {};  // direct-mapped by address
};

// Copies the text at `address` without its final 0, up to the first unreadable byte, at most `longest` bytes.
// Returns the number of bytes. Callable anywhere.
size_t read_own_text(uint64_t address, char *text, size_t longest);

}  // namespace hagstone

#endif
