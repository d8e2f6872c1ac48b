// SPDX-License-Identifier: MIT
// The debug registers of one thread and their watches (WITCH section 4): which samples get one, whose trap it is, and
// the tool's verdict.
#ifndef HAGSTONE_SAMPLING_WATCHPOINTS_H
#define HAGSTONE_SAMPLING_WATCHPOINTS_H

#include <stdint.h>

#include "code/precise_instruction.h"
#include "common/reservoir.h"
#include "sampling/armed_memory.h"
#include "sampling/sampled_thread.h"
#include "sampling/tools/tool.h"
#include "sampling/watch.h"
#include "watch/debug_registers.h"

namespace hagstone {

// Shared by all tools of the thread. Safe in signal handlers.
class Watchpoints {
 public:
  // `thread` and `registers` outlive it. `count` > 0 registers watch.
  void open(SampledThread &thread, DebugRegisters &registers, unsigned count);
  // Nothing is armed, and nothing will be before open().
  void close();

  // Ends those whose memory ended since (armed_memory.h). Before anything else in a handler.
  void end_freed(uint64_t time);

  // A sample of `tool`: plans a watch and offers it to the reservoir.
  void offer(const Tool &tool, const Sample &sample);

  // A register trapped.
  void on_trap(const TrapEvent &event, const Moment &moment);

  // Releases the watches that their tools call expired.
  void give_up_expired(uint64_t time);
  // All of them at the end of recording; also outside handlers.
  void give_up_all(uint64_t time) { give_up_all(GivenUp::unfinished, HAGSTONE_STATISTIC_unfinished, time); }
  // All of them, of a thread that is not to watch now.
  void rest(uint64_t time) { give_up_all(GivenUp::evicted, HAGSTONE_STATISTIC_given_up_resting, time); }

  unsigned armed() const;

 private:
  class LaterAccess;

  // How a watchpoint ended, as it stood before it was disarmed.
  struct End {
    uint32_t relation;  // enum hagstone_relation; 0: with its memory
    uint64_t live;      // watchpoints of its tool and context
    double inclusion;   // hagstone_reservoir_inclusion
  };

  bool forbidden(const hagstone_watched_part &part) const;
  AddressRange memory_of(const Watch &watch) const;
  bool has_ended(unsigned slot) const;
  void wait_for_memory(unsigned slot);
  bool watched_already(const hagstone_watched_part &part) const;
  bool has_neighbour(unsigned slot, const Moment &moment) const;
  uint64_t live_periods(const Tool &tool, ContextId context) const;
  void offer_line(const Sample &sample, Watch &watch);
  bool may_watch(const Watch &watch);
  void take_register(const Watch &watch, uint64_t time);
  unsigned free_registers() const;
  bool make_way(const Watch &watch, uint64_t time);
  int choose_slot();
  void arm(unsigned slot, const Watch &watch);
  void record_met(const Watch &watch, const Sample &sample, double places, bool overlap);
  void decide(const Watch &watch);
  bool stores_itself(unsigned slot, const Moment &moment);
  void keep(unsigned slot, uint64_t time);
  void keep_for_own_code(unsigned slot, uint64_t time);
  void swallow_own_trap(unsigned slot, const Moment &moment);
  void move_on(unsigned slot);
  void take_simultaneous_traps(unsigned trapped, LaterAccess &access);
  void take_trap(unsigned slot, const TrapInstruction &instruction, LaterAccess &access);
  void record(unsigned slot, const Judgement &judgement, const Trap &trap, ContextId context);
  double amount_of_sample(const Watch &watch) const;
  double attributed_credit(const Watch &watch, const End &end);
  double published_credit(const Watch &watch);
  void give_up(unsigned slot, GivenUp reason, uint64_t time);
  void give_up_all(GivenUp reason, hagstone_statistic counted, uint64_t time);
  void disarm(unsigned slot);

  SampledThread *thread_;
  DebugRegisters *registers_;
  ArmedPlaces *places_ = nullptr;  // ~nullptr: the end of its memory is not reported
  unsigned count_;
  uint64_t generation_;
  uint64_t groups_ = 0;
  hagstone_reservoir_state reservoir_;
  Watch watches_[DebugRegisters::capacity];
  PreviousInstructionCache trap_instructions_;
};

}  // namespace hagstone

#endif
