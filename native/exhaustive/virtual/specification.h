/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One virtual PMU with its virtual debug registers, as the tool's option --virtual names it:
 *
 *   tool=dead-stores,period=10007,registers=4,reservoir=registers,attribution=proportional,kernel=no,seed=1
 *
 * Only tool and period must be given. Several tools of one PMU are joined by +; each sample is dealt to one of them. */
#ifndef HAGSTONE_VIRTUAL_SPECIFICATION_H
#define HAGSTONE_VIRTUAL_SPECIFICATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_VIRTUAL_TOOLS = 4 };

struct hagstone_virtual_specification {
  uint32_t
      tools[HAGSTONE_VIRTUAL_TOOLS]; /* enum hagstone_tool: dead-stores, silent-stores, redundant-loads, reuse-distance */
  uint32_t tool_count;
  uint64_t period;      /* loads, and stores, from sample to sample: the prime nearest to the requested number */
  uint32_t registers;   /* 1 to HAGSTONE_RESERVOIR_CAPACITY, default 4 */
  uint32_t reservoir;   /* enum hagstone_reservoir, default `registers` */
  uint32_t attribution; /* enum hagstone_attribution, default `proportional` */
  uint32_t granularity; /* of reuse distance: 1, 8 (default) or 64 bytes; granularity=byte|word|line */
  uint32_t skid;        /* the sampled access lies up to so many counted ones after the one that overflowed; default 0 */
  int sees_kernel;      /* system calls' accesses to memory count and trap; default no, as in hardware */
  uint64_t seed;        /* default 1 */
};

/* Returns null, or the error in `text` and the correct form, one sentence without its full stop. */
const char *hagstone_parse_virtual(const char *text, struct hagstone_virtual_specification *specification);

#ifdef __cplusplus
}
#endif

#endif
