// SPDX-License-Identifier: MIT
// The content of a debug register: the sampled access and the bytes watched for it.
#ifndef HAGSTONE_SAMPLING_WATCH_H
#define HAGSTONE_SAMPLING_WATCH_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "common/compare.h"
#include "recording/thread_recorder.h"
#include "common/watched_part.h"
#include "watch/debug_registers.h"

namespace hagstone {

struct Tool;

struct Watch {
  bool armed;
  // The sampled access itself is yet to trap.
  bool pending;
  uint64_t generation;
  uint64_t memory_generation;     // of its place in armed_memory
  const Tool *tool;
  SampledAccess access;           // of this thread, or of the one that published it
  hagstone_watched_part part;
  // To be watched in its place once the sampled access has run; length 0: the same. Only the bytes of the access itself
  // are known not to be touched before it.
  hagstone_watched_part part_after;
  BreakOn watch_for;
  ContextId context;              // of the access, in `writer`
  uint32_t writer;
  // Access and context belong to another thread, which published them: a trap represents the sample that took them.
  bool published;
  hagstone_record *watch_context; // mu and eta of (tool, context of this thread's sample)
  uint32_t periods;               // base periods that this thread's sample represents
  double weight;                  // published: how many parts of the line the watched one represents
  uint32_t processor;             // published: that the other thread ran on
  uint64_t group;                 // published: the same for all watches of one sample
  bool spare;                     // published: makes way for any sample, and decides nothing by ending
  bool decided;                   // published: its sample is accounted for
  uint32_t kept_traps;            // that left it armed
  uint64_t start;                 // Moment.time of the sample, or just after its access if that was pending
  uint32_t distance_breaks;       // SampledThread.distance_breaks at `start`: another number, no known distance
  uint16_t pair_flags;            // those of its pairs that are known at the sample
  hagstone_memory_value value;    // Tool.keeps_value: the value that the sampled access stored or loaded
  hagstone_memory_value last_seen; // Tool.keeps_value: memory after the last access seen
};

}  // namespace hagstone

#endif
