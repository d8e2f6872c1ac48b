// SPDX-License-Identifier: MIT
// The functions of a program, by its symbol table: the expected answers name them.
#ifndef HAGSTONE_TEST_PROGRAM_SYMBOLS_H
#define HAGSTONE_TEST_PROGRAM_SYMBOLS_H

#include <cstdint>
#include <map>
#include <string>

class ProgramSymbols {
 public:
  explicit ProgramSymbols(const std::string &path);

  // Name of the function around `offset` (ELF virtual address), without compiler suffixes (.constprop.0); empty if
  // there is none.
  std::string function_at(uint64_t offset) const;

 private:
  struct Function {
    uint64_t end;
    std::string name;
  };
  std::map<uint64_t, Function> functions_;  // by start
};

#endif
