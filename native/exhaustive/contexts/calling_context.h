/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The calling-context tree: a node for each sequence of call sites from a thread's root down. A node represents the
 * function called there, whichever it is: the leaf of an access is its own instruction (hagstone_leaf), as in the
 * sampler's recordings. Nodes are found by (parent, return address), so that several translations of the same code
 * share them. The access functions for measurements are in measurement.h. */
#ifndef HAGSTONE_CALLING_CONTEXT_H
#define HAGSTONE_CALLING_CONTEXT_H

#include <stdint.h>

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or why there can be no tree. */
const char *hagstone_start_calling_contexts(void);

/* Root of a thread that was created in `creator`; 0 for the main thread. */
hagstone_calling_context hagstone_thread_root(uint32_t thread, hagstone_calling_context creator);
/* Root of a thread's work for a region that another thread began there. */
hagstone_calling_context hagstone_team_root(uint32_t thread, hagstone_calling_context began);

/* A place that functions are called from, equal in all translations: interned by module and address. */
enum hagstone_call_kind {
  HAGSTONE_CALL = 1,           /* `address` is where the call returns to */
  HAGSTONE_CALL_BY_SIGNAL = 2, /* `address` is the instruction that a signal handler interrupted */
  HAGSTONE_CALL_OF_REGION = 3  /* hagstone_intern_region_code */
};
/* Number of the call site, from 1; 0: no room. */
uint32_t hagstone_intern_call_site(uint64_t address, enum hagstone_call_kind kind);

/* Call site of a region that the program named (markers/regions.h), by its id. */
uint32_t hagstone_intern_region_site(uint32_t region);
/* Call site of the code of a parallel region, which has its own node. `address`: where it begins. */
uint32_t hagstone_intern_region_code(uint64_t address);
/* Call site of a node; 0: a thread's root. */
uint32_t hagstone_call_site_of(hagstone_calling_context context);
/* See hagstone_call_site (scope/program_code.h). Called at most accesses, so it reads memory, never the recording. */
int hagstone_called_from(hagstone_calling_context context, uint32_t *module, uint64_t *offset);
/* Root of the thread that the node belongs to. */
hagstone_calling_context hagstone_root_of(hagstone_calling_context context);

/* The node below `parent` for the callee at a call site, created on first use. If there is no room for more it is
   `parent` itself, counted as dropped_no_context. */
hagstone_calling_context hagstone_callee(hagstone_calling_context parent, uint32_t call_site);

/* In the child of a fork: its recording has nothing of the tree yet, and `context` belongs to thread 1 there. */
void hagstone_forget_context_records(hagstone_calling_context context);

#ifdef __cplusplus
}
#endif

#endif
