// SPDX-License-Identifier: MIT
// The differences between tools: the accesses they sample, the bytes they watch for these, the meaning of a trap, and
// their records. All functions run in signal handlers unless stated otherwise.
#ifndef HAGSTONE_SAMPLING_TOOL_H
#define HAGSTONE_SAMPLING_TOOL_H

#include "code/precise_instruction.h"
#include "code/walk/walk.h"
#include "common/raw_format.h"
#include "line_part.h"
#include "sampling/sampled_thread.h"
#include "sampling/watch.h"
#include "watch/debug_registers.h"

namespace hagstone {

struct Sample {
  const SampledAccess &access;
  ContextId context;
  hagstone_record *watch_context;  // of (tool, context), this sample counted
  const Moment &moment;
};

// A later access to watched bytes.
struct Trap {
  const TrapInstruction &instruction;  // at least one of loads and stores
  const Moment &moment;                // just after the access
};

// The meaning of a trap.
struct Judgement {
  enum Kind : uint8_t {
    keep,  // nothing: the watchpoint stays (counted as kept_traps)
    pair,  // the watchpoint has done its work
    drop,  // ~undecidable: the watchpoint is released, and `cause` counted
  };
  Kind kind;
  hagstone_relation relation;
  uint16_t flags;  // enum hagstone_pair_flag, added to those of the watch
  hagstone_statistic cause;
  bool whole;  // it does not go by the watched part alone, also where that is less than the sampled access

  static Judgement keep_watching() { return {keep, {}, 0, {}, false}; }
  static Judgement of_pair(hagstone_relation relation, uint16_t flags = 0, bool whole = false) {
    return {pair, relation, flags, {}, whole};
  }
  static Judgement dropped(hagstone_statistic cause) { return {drop, {}, 0, cause, false}; }
};

// A trap that ended in a pair.
struct JudgedTrap {
  PairIdentity pair;
  PairTrap share;
  const Trap &trap;
};

// The known and the watched parts of the line of another thread's access.
struct LinePlan {
  double met_own;       // parts of that access that the sample itself touches, one of the two storing
  double met_rest;      // likewise parts of the rest of the line
  ChosenParts watched;  // the first one decides if nothing was met
};

enum class GivenUp : uint8_t {
  evicted,     // for a newer sample
  expired,     // Tool.expired said so, or judge() kept it too often
  freed,       // its memory ended
  unfinished,  // the thread or the recording ended
};

// Tool.plan of most tools: a part of the sampled access, as large as a register can see (watched_part.h).
bool watch_accessed_part(SampledThread &thread, const Sample &sample, Watch &watch);

// Tool.record of most tools: a pair's counters and the trap log.
void record_pair(SampledThread &thread, const Watch &watch, const JudgedTrap &judged);

// A tool states what differs from most tools.
struct Tool {
  hagstone_tool id;
  const char *name;  // of HAGSTONE_TOOLS
  WantedAccess wanted;
  BreakOn watch_for;
  // Watch.value and last_seen are taken: a stored value right after the store has run, a loaded one when the
  // watchpoint is armed.
  bool keeps_value = false;
  // The sampled load of a read-modify-write is followed by its own store: that is a later access.
  bool judges_own_store = false;

  // `watch` arrives with everything that follows from the sample; adds the bytes to watch. False: nothing to watch, the
  // sample is not offered to the registers; the reason has been counted.
  bool (*plan)(SampledThread &thread, const Sample &sample, Watch &watch) = watch_accessed_part;
  // Instead, for a tool that watches other threads' publications: puts the other thread's access in place of the sample
  // (access, context, writer, published …: see watch.h) and returns which parts of its line to watch, with `registers`
  // > 0.
  bool (*plan_line)(SampledThread &thread, const Sample &sample, unsigned registers, Watch &watch,
                    LinePlan &plan) = nullptr;
  // The sampled access's own trap is never judged. May store its observation in the watch.
  Judgement (*judge)(SampledThread &thread, Watch &watch, const Trap &trap);
  // Records a pair; the watch is disarmed already.
  void (*record)(SampledThread &thread, const Watch &watch, const JudgedTrap &judged) = record_pair;
  // Optional. A watch ended without a trap, at `time` as in Moment; also called outside handlers, at a thread's end.
  void (*give_up)(SampledThread &thread, const Watch &watch, GivenUp reason, uint64_t time) = nullptr;
  // Optional, called at every sampling interrupt: whether to release the watch.
  bool (*expired)(SampledThread &thread, const Watch &watch, uint64_t time) = nullptr;
};

// Accounts for the sample that took a published watch, once the watch is decided (eta).
void account_for_sample(const Watch &watch);

// Dead stores (metrics.md section 2; DeadCraft of WITCH section 4).
extern const Tool dead_stores;
// Silent stores (metrics.md section 2; SilentCraft).
extern const Tool silent_stores;
// Redundant loads (metrics.md section 2; LoadCraft).
extern const Tool redundant_loads;
// Reuse distance (metrics.md section 4; RDX).
extern const Tool reuse_distance;
// False sharing (metrics.md section 2; Feather of WITCH 6.3).
extern const Tool false_sharing;

// The tool of that name, of `length` characters; nullptr if there is none.
const Tool *find_tool(const char *name, size_t length);

}  // namespace hagstone

#endif
