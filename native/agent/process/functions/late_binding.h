// SPDX-License-Identifier: MIT
// In a running program that loaded the agent later, calls bypass the agent's interposed functions:
// they were bound, or will be, to libc's own. Here they are led to the agent's.
#ifndef HAGSTONE_PROCESS_LATE_BINDING_H
#define HAGSTONE_PROCESS_LATE_BINDING_H

namespace hagstone {

// Leads the calls of all loaded objects, but those of the dynamic linker, libc and its parts, to the functions that this
// library defines by the same names (ELF: relocations of type JUMP_SLOT and GLOB_DAT). Calls through pointers that were
// taken before stay as they are. Outside handlers, where the loader's lock is free; again after every dlopen.
void bind_late();

}  // namespace hagstone

#endif
