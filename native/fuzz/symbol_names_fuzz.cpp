// SPDX-License-Identifier: MIT
// Symbols of any content: C++, Rust and Fortran names, and Punycode.
#include <stdlib.h>

#include <string>
#include <string_view>

#include "names/demangle.h"
#include "names/punycode.h"
#include "names/rust_demangle.h"
#include "names/rust_v0_demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace hagstone::symbols;
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  decode_punycode(bytes);
  demangle_rust_v0(bytes);
  demangle_rust(bytes);
  // Names of a symbol table end at their first zero.
  demangle(std::string(bytes.substr(0, bytes.find('\0'))));
  return 0;
}
