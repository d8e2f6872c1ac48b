// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_EXIT_STATUS_H
#define HAGSTONE_TRACER_EXIT_STATUS_H

namespace hagstone {

constexpr int failure_status = 125, not_executable_status = 126, not_found_status = 127;

// Ends as a process with this status of wait(2) did: returns its exit status, or dies of its signal.
int end_like(int status);

}  // namespace hagstone

#endif
