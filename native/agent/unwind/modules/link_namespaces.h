// SPDX-License-Identifier: MIT
// The objects that dl_iterate_phdr does not list: those of other link namespaces (dlmopen, LD_AUDIT).
#ifndef HAGSTONE_UNWIND_LINK_NAMESPACES_H
#define HAGSTONE_UNWIND_LINK_NAMESPACES_H

#include <link.h>

namespace hagstone {

// Calls `visit` for every object of every namespace but the first. `program` is the main program's, as the callback of
// dl_iterate_phdr gets it first: to be called there, since no object is unmapped until the callback has returned.
// The run-time linker keeps the namespaces in a list from glibc 2.35 on; older ones are not seen.
void visit_other_namespaces(const dl_phdr_info &program, void (*visit)(void *context, const dl_phdr_info &object),
                            void *context);

}  // namespace hagstone

#endif
