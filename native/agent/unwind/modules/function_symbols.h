// SPDX-License-Identifier: MIT
// The functions of a module that no call frame information describes, by the symbol tables of its file: libraries built
// without it, hand-written assembly. Outside handlers, but for find_function.
#ifndef HAGSTONE_UNWIND_FUNCTION_SYMBOLS_H
#define HAGSTONE_UNWIND_FUNCTION_SYMBOLS_H

#include "module.h"

namespace hagstone {

// Reads .symtab, or .dynsym if the file has no other, into its own memory, released by release_functions. The file is
// untrusted. Finds none if it cannot be read or the kernel gives no memory.
FunctionTable read_function_symbols(const Module &module);
void release_functions(const FunctionTable &functions);

// The last function in the table that starts at or before `address`; false if there is none, or it ends before. Safe in
// signal handlers.
bool find_function(const FunctionTable &functions, uint64_t address, AddressRange &function);

// Start of the first function in the table after `address`; 0 if there is none. Safe in signal handlers.
uint64_t function_behind(const FunctionTable &functions, uint64_t address);

}  // namespace hagstone

#endif
