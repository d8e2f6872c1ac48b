// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_PARAMETERS_H
#define HAGSTONE_SYMBOLS_PARAMETERS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "module_symbols.h"

namespace hagstone::symbols {

// A function's parameter in one of the registers RDI, RSI, RDX, RCX, R8, R9.
struct Parameter {
  uint32_t register_number;  // in that order, from 0
  // All registers in which a structure is passed have the same name. "&n" if the register has the address of the object
  // n: Fortran passes nearly everything this way, C++ objects with their own copy operation, Rust large ones.
  std::string name;
  uint32_t bytes;            // of the register that mean something: 1 to 8
};

struct Parameters {
  std::vector<Parameter> in_registers;  // by register
  // No other of these registers is a parameter. Otherwise some types, or the compiler's changes, leave that open.
  bool complete;
};

// The parameters of the function that begins at the address, where debug information says they are at its first instruction,
// or else by the calling convention (System V AMD64 ABI, section 3.2.3). Nothing where no such function is known.
std::optional<Parameters> parameters_at(ModuleSymbols &module, uint64_t address);

}  // namespace hagstone::symbols

#endif
