// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_PROCESSOR_NEEDS_H
#define HAGSTONE_SYMBOLS_PROCESSOR_NEEDS_H

#include <cstddef>
#include <string>
#include <vector>

#include "module_symbols.h"

namespace hagstone::symbols {

// Whether a module runs on a processor without AVX-512 (instructions with an EVEX prefix, Intel SDM 2.7).
struct ProcessorNeeds {
  // Functions with such instructions that nothing chooses by the processor, as far as the file shows; demangled, the
  // first of them by address.
  std::vector<std::string> avx512;
  size_t avx512_count = 0;
  // Functions with such instructions that an indirect function's resolver chooses where the processor has them.
  size_t selected_count = 0;
  // The module's own code asks the processor for its features (cpuid), so the code in `avx512` may never run elsewhere.
  bool asks_processor = false;
};

// Decodes all functions that symbols or call frame information know.
ProcessorNeeds processor_needs(ModuleSymbols &module);

}  // namespace hagstone::symbols

#endif
