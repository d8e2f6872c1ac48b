// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_TRACER_PROGRAM_SEARCH_H
#define HAGSTONE_TRACER_PROGRAM_SEARCH_H

#include <string>

namespace hagstone {

// The file that execvp(3) would run; `name` itself if there is none.
std::string find_program(const std::string &name);

}  // namespace hagstone

#endif
