/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accesses that translated code has made and that are not measured yet. A superblock opens an entry, and each access
 * writes nothing but its address there, which costs one instruction; a loop without calls measures them when the batch
 * is full, or before anything happens that must come after them.
 *
 * Addresses are 0 until their access happens, and again once it is measured: so entries may be measured while their
 * superblock still runs, and accesses that a superblock leaves out (exits, guards, faults) are not counted. */
#ifndef HAGSTONE_EXHAUSTIVE_ACCESS_BATCH_H
#define HAGSTONE_EXHAUSTIVE_ACCESS_BATCH_H

#include "batch_entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A new entry begins at `end`, unless that is above the limit: then hagstone_measure_batch makes room first. */
struct hagstone_access_batch {
  char *end;
  char *first_entry; /* that may hold accesses */
};
extern struct hagstone_access_batch hagstone_access_batch;
extern char *const hagstone_batch_limit;

/* Measures all accesses so far. Called where no superblock has an entry open. */
void hagstone_measure_batch(void);
/* Measures all accesses so far; the last entry may go on. */
void hagstone_measure_batch_so_far(void);
/* In the child of a fork: its accesses are the parent's. */
void hagstone_forget_batch(void);

#ifdef __cplusplus
}
#endif

#endif
