// SPDX-License-Identifier: MIT
// Recording begun in a program that is running already, by hagstone_tracer (common/tracer_protocol.h).
#ifndef HAGSTONE_PROCESS_ATTACH_H
#define HAGSTONE_PROCESS_ATTACH_H

#include <signal.h>
#include <ucontext.h>

namespace hagstone {

// The signal asks a thread to watch itself.
bool is_join_signal(const siginfo_t &info);

// Handler: watches the thread, unless it is watched already.
void join(ucontext_t &context);

}  // namespace hagstone

#endif
