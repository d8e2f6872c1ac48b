// SPDX-License-Identifier: MIT
// Processes that cannot be attached to.
#ifndef HAGSTONE_TRACER_ATTACH_REFUSAL_H
#define HAGSTONE_TRACER_ATTACH_REFUSAL_H

#include <sys/types.h>

#include <string>

namespace hagstone {

// Why not, and what to do, as a sentence without a full stop; empty if nothing stands against it. `library`: the agent.
std::string attach_refusal(pid_t process, const std::string &library);

// What PTRACE_SEIZE's errno means.
std::string seize_refusal(pid_t process, int error);

}  // namespace hagstone

#endif
