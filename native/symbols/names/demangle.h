// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DEMANGLE_H
#define HAGSTONE_SYMBOLS_DEMANGLE_H

#include <string>

namespace hagstone::symbols {

// The name a programmer wrote, for a C++ (Itanium ABI), Rust (legacy and v0) or Fortran module symbol; any other name
// is returned unchanged. The compiler's suffix of a copy of a function stays: "f() [clone .constprop.0]". Parts of a coroutine get its name: "f() [resume]".
std::string demangle(const std::string &name);

// The note in a name for the suffix of a copy: " [clone .cold]"; nothing for an empty one.
std::string clone_note(const std::string &suffix);

}  // namespace hagstone::symbols

#endif
