// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_CHECK_H
#define HAGSTONE_TRACER_CHECK_H

namespace hagstone {

// hagstone_tracer check (main.cpp says what it prints). Returns the exit status.
int check();

}  // namespace hagstone

#endif
