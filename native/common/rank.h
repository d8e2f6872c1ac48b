/* SPDX-License-Identifier: MIT
 *
 * The rank of an MPI or Slurm task, as its own environment says. Freestanding. */
#ifndef HAGSTONE_RANK_H
#define HAGSTONE_RANK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `environment`: "NAME=VALUE", a null pointer at the end. -1: no rank, or the only one of its job. Follows the same
 * rules as electron/record/ranks.ts. */
int32_t hagstone_rank(char *const *environment);

#ifdef __cplusplus
}
#endif

#endif
