// SPDX-License-Identifier: MIT
// Processes that cannot be attached to.
#ifndef HAGSTONE_TRACER_ATTACH_REFUSAL_H
#define HAGSTONE_TRACER_ATTACH_REFUSAL_H

#include <sys/types.h>

#include <string>

namespace hagstone {

// The reason, and the remedy, as a sentence without a full stop; empty if attaching is possible. `library`: the agent.
std::string attach_refusal(pid_t process, const std::string &library);

// The meaning of PTRACE_SEIZE's errno.
std::string seize_refusal(pid_t process, int error);

}  // namespace hagstone

#endif
