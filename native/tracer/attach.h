// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_ATTACH_H
#define HAGSTONE_TRACER_ATTACH_H

namespace hagstone {

// hagstone_tracer attach (specified in main.cpp). Returns the exit status.
int attach(const char *process, const char *library, const char *recording);

// hagstone_tracer detach, likewise.
int detach(const char *process, const char *library);

}  // namespace hagstone

#endif
