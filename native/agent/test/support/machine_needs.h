// SPDX-License-Identifier: MIT
// What a test needs of the machine that it runs on.
#ifndef HAGSTONE_TEST_MACHINE_NEEDS_H
#define HAGSTONE_TEST_MACHINE_NEEDS_H

// Ends the running test as skipped where containers or administrators forbid perf_event_open, by which the agent samples
// unless it is traced.
void need_perf_event_open();

// Ends the running test as skipped in virtual machines that swallow debug exceptions: no watchpoint fires there, by
// whatever transport.
void need_debug_exceptions();

#endif
