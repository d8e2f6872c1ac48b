// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_COROUTINE_NAMES_H
#define HAGSTONE_SYMBOLS_COROUTINE_NAMES_H

#include <optional>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// Compilers split a C++ coroutine into the function that callers call and functions that continue or end it.
struct CoroutinePart {
  std::string coroutine;  // linkage name of the function that was written
  std::string note;       // " [resume]", " [destroy]" or " [cleanup]"
  std::string suffix;     // of a copy of this part: ".cold"
};

// The parts that GCC ("_Z1fPZ1flE9_Z1fl.Frame.actor") and Clang ("_Z1fl.resume") make; nothing for another symbol.
std::optional<CoroutinePart> coroutine_part(std::string_view symbol);

// The coroutine of the type in which GCC keeps its state ("_Z1fl.Frame"); empty for another type.
std::string_view coroutine_of_frame(std::string_view type_name);

}  // namespace hagstone::symbols

#endif
