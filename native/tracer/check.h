// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_CHECK_H
#define HAGSTONE_TRACER_CHECK_H

namespace hagstone {

// hagstone_tracer check (its output is specified in main.cpp). Returns the exit status.
int check();

}  // namespace hagstone

#endif
