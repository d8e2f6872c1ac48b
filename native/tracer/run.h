// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_RUN_H
#define HAGSTONE_TRACER_RUN_H

namespace hagstone {

// hagstone_tracer run (specified in main.cpp). `command` ends with a null pointer. Returns the exit status;
// does not return if the program was ended by a signal.
int run(char **command);

}  // namespace hagstone

#endif
