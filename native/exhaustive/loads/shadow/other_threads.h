/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When each byte was last accessed by another thread than a given one (metrics.md section 1, Threads). */
#ifndef HAGSTONE_EXHAUSTIVE_OTHER_THREADS_H
#define HAGSTONE_EXHAUSTIVE_OTHER_THREADS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two of all threads' accesses to a byte suffice: the latest one, and the latest one by any other thread. */
struct hagstone_accessed_byte {
  uint64_t latest;
  uint64_t latest_by_others;
  uint32_t thread; /* of `latest`; 0: nobody's yet */
};

/* At `time`, later than all before. */
static inline void hagstone_accessed(struct hagstone_accessed_byte *byte, uint32_t thread, uint64_t time) {
  if (byte->thread != thread) {
    byte->latest_by_others = byte->latest;
    byte->thread = thread;
  }
  byte->latest = time;
}

/* Whether another thread than `thread` accessed the byte after `time`. */
static inline int hagstone_accessed_by_others(const struct hagstone_accessed_byte *byte, uint32_t thread, uint64_t time) {
  return (byte->thread == thread ? byte->latest_by_others : byte->latest) > time;
}

#ifdef __cplusplus
}
#endif

#endif
