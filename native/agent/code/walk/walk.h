// SPDX-License-Identifier: MIT
// Walks a thread from where a timer interrupted it to the memory access that becomes the sample.
//
// From an instruction whose registers are all known the walk decodes ahead, computing registers, flags and memory that
// follow exactly from the start. Where it must know more it requests a stop, an execution breakpoint that fires before
// its instruction runs; the handler of the stop calls advance() again with the exact registers. Every stop costs a
// debug exception and a signal (17 to 60 microseconds in a virtual machine). So stops are avoided where emulation is
// exact, limited by a budget, and code regions without wanted accesses are remembered.
// One object per thread; safe in signal handlers.
#ifndef HAGSTONE_CODE_WALK_H
#define HAGSTONE_CODE_WALK_H

#include <stdint.h>

#include "barren_code.h"
#include "code/emulation/memory_reader.h"
#include "code/emulation/registers.h"
#include "common/raw_format.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

enum class WantedAccess : uint8_t { loads = 1, stores = 2, both = 3 };

inline bool includes(WantedAccess wanted, WantedAccess kind) {
  return static_cast<uint8_t>(wanted) & static_cast<uint8_t>(kind);
}

struct SampledAccess {
  uint64_t instruction;  // run-time address of the accessing instruction
  uint64_t address;      // first byte accessed
  uint32_t length;       // bytes, up to 512 (fxsave)
  bool load;             // exactly one of load and store: a read-modify-write is a load, then a store,
  bool store;            // and only one of the two is the sample
  // False: the access has just been executed. True: it will be, and the first trap of a watchpoint armed on these bytes
  // now is the access's own; no other access that would trap is known to touch them before. The load of a
  // read-modify-write is always pending: the loaded value is in memory only before it runs.
  bool pending;
  // pending: where the thread is right after the instruction, 0: not known
  uint64_t next = 0;
  // pending: the stack pointer there, 0: not known
  uint64_t next_stack_pointer = 0;
  // Known from the walk: the frame of the access is the one that the registers of this step are in. Neither a call in
  // progress nor a return is between.
  bool in_same_frame = false;
  // Set by a PMU; never by the walk.
  uint32_t latency = 0;  // cycles, 0: not known
  bool cache_miss = false;  // the access missed the last-level cache
  bool counted = false;  // `accesses` is known
  uint64_t accesses = 0;  // loads and stores that the thread had retired after it

  // pending: whether a thread with these registers, at a trap for its bytes, has made it. Otherwise the access's own trap was
  // lost, or a signal handler came in between. A repeated instruction traps between its iterations.
  bool is_just_made(const Registers &registers) const {
    if (next_stack_pointer && registers.general[register_rsp] != next_stack_pointer) return false;
    return !next || registers.instruction == next || registers.instruction == instruction;
  }
};

enum class WalkVerdict : uint8_t { stop_at, sampled, given_up };

struct WalkStep {
  WalkVerdict verdict;
  // stop_at: where the execution breakpoint goes. It may equal the current instruction: then the next time that this
  // instruction is reached is meant, and the handler must return with the resume flag set (signal_registers.h).
  uint64_t stop;
  SampledAccess access;  // sampled
  hagstone_statistic cause;  // given_up: one of HAGSTONE_STATISTIC_dropped_*
};

// The calls and returns from one frame to that of an access ahead.
struct FramePath {
  static constexpr unsigned most_calls = 8;
  static constexpr unsigned most_returns = 8;
  struct Place {
    uint64_t instruction;  // that a return goes to
    uint64_t stack_pointer;  // after the return
  };

  bool known = true;  // false: too long, or a frame may have ended or begun without a call or a return
  unsigned return_count = 0;  // frames that were left for their callers
  unsigned call_count = 0;  // then: calls that are in progress
  Place returns[most_returns];
  Place calls[most_calls];  // outermost first
  // The highest one in the frame that the returns lead to: above it lies that frame's own return address.
  uint64_t highest_stack_pointer = 0;
};

class Walk {
 public:
  // Starts a walk. Skips `skip` wanted accesses before one is sampled; a repeated string instruction counts every
  // iteration. It is sampled at its last one if the address is known only afterwards, and if ranges overlap. Requests
  // at most `stop_budget` stops.
  // `trapping`: the accesses that the watchpoint on the sample's bytes traps for, both or stores.
  // `finds_callers`: before the first stop, frames() leads to the callers of an access in another frame
  // (CallingContexts::leads_to). Otherwise the walk prefers a stop after such an access.
  void begin(WantedAccess wanted, WantedAccess trapping, unsigned skip, unsigned stop_budget, bool finds_callers);

  // One step: `registers` are exact and no instruction at registers.instruction has run yet. Call first at the
  // interrupted instruction, then at each stop. After `sampled` and `given_up` the walk is over. Uses about 16 KiB of
  // stack.
  WalkStep advance(const Registers &registers, const ModuleMapSnapshot &modules, const MemoryReader &memory);

  bool active() const { return active_; }
  // sampled, pending: from the frame of the last step's registers to that of the access.
  const FramePath &frames() const { return frames_; }
  // For the current or last walk: requested stops, and branches decided without one.
  unsigned stops() const { return stops_; }
  unsigned stops_avoided() const { return stops_avoided_; }

 private:
  friend class WalkAdvance;

  // The instruction of the sampled access runs before the next stop.
  struct Chosen {
    bool valid;
    bool address_known;  // otherwise it follows from the registers at the stop
    uint8_t form;  // which of the instruction's accesses
    SampledAccess access;
  };

  WantedAccess wanted_ = WantedAccess::both;
  WantedAccess trapping_ = WantedAccess::both;
  bool finds_callers_ = false;
  bool active_ = false;
  bool wanted_seen_ = false;
  uint64_t skip_ = 0;  // wanted accesses still to pass over
  unsigned stop_budget_ = 0;
  unsigned stops_ = 0;
  unsigned stops_avoided_ = 0;
  Chosen chosen_ = {};
  FramePath frames_;
  // Where the last stop was requested, and the stack pointer there if known: a signal handler in between may run into
  // the same code.
  uint64_t stop_ = 0;
  bool stack_pointer_known_ = false;
  uint64_t stack_pointer_ = 0;
  BarrenCode barren_;
};

}  // namespace hagstone

#endif
