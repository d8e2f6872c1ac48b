/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The calling-context tree: a node for each sequence of call sites from a thread's root down. A node stands for the
 * function that was called there, whichever it is: the leaf of an access is its own instruction (hagstone_leaf), as in
 * the sampler's recordings. Nodes are found by (parent, return address), so that several translations of one piece of
 * code never split them. The access functions for measurements are in measurement.h. */
#ifndef HAGSTONE_CALLING_CONTEXT_H
#define HAGSTONE_CALLING_CONTEXT_H

#include <stdint.h>

#include "measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or why there can be no tree. */
const char *hagstone_start_calling_contexts(void);

/* Root of a thread that `creator` started; 0 for the main thread. */
hagstone_calling_context hagstone_thread_root(uint32_t thread, hagstone_calling_context creator);

/* The node below `parent` for a call that returns to `return_address`, made on first use. When there is no room for
 * more it is `parent` itself, counted as dropped_no_context. */
hagstone_calling_context hagstone_callee(hagstone_calling_context parent, uint64_t return_address);

/* The node below `parent` for a signal handler that interrupted the instruction at `address`. */
hagstone_calling_context hagstone_signal_handler(hagstone_calling_context parent, uint64_t address);

/* In the child of a fork: nothing of the tree is in its recording yet. */
void hagstone_forget_context_records(void);

#ifdef __cplusplus
}
#endif

#endif
