// SPDX-License-Identifier: MIT
// Registers as a signal handler finds them in its ucontext.
#ifndef HAGSTONE_CODE_SIGNAL_REGISTERS_H
#define HAGSTONE_CODE_SIGNAL_REGISTERS_H

#include <ucontext.h>

#include "registers.h"

namespace hagstone {

// The registers that the thread continues with when the handler returns.
Registers registers_from(const ucontext_t &context);

// Sets the resume flag the thread continues with. Set it when a walk's stop is put on the very
// instruction that the handler returns to: the stop means the *next* time it is reached.
void set_resume_flag(ucontext_t &context);

}  // namespace hagstone

#endif
