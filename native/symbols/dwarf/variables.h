// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_VARIABLES_H
#define HAGSTONE_SYMBOLS_VARIABLES_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data_types.h"
#include "module_symbols.h"

namespace hagstone::symbols {

// Where a variable, or a part of one, is when the instruction at an address begins.
struct VariableAt {
  enum class Held : uint8_t {
    value,    // the part's value is the register's value plus `offset`
    memory,   // it is at the register's value plus `offset`; without a register at the address `offset`
    pointed   // its address is there
  };
  static constexpr int no_register = -1;

  std::string name;
  uint32_t depth = 0;  // 0: of the function; 1, 2, …: of the calls inlined into it, the innermost last
  Held held = Held::memory;
  int number = no_register;  // DWARF's number of a general register, 0 to 15
  int64_t offset = 0;
  uint64_t part = 0;   // first byte in the variable
  uint64_t bytes = 0;  // of the whole variable; 0: not known
  uint32_t type = 0;   // see DataTypes
};

// Variables of one module as debug information has them.
class Variables {
 public:
  explicit Variables(ModuleSymbols &module) : module_(module) {}

  // Those that are visible at the address and whose place is known there; at most 500.
  std::vector<VariableAt> at(uint64_t address);
  // The one with static storage around `data` that the code of the unit around `code` can name.
  std::optional<VariableAt> static_at(uint64_t code, uint64_t data);
  DataTypes &types() { return types_; }

 private:
  struct EndFrames {
    void operator()(Dwarf_CFI *frames) const { dwarf_cfi_end(frames); }
  };
  struct Base {
    int number;
    int64_t offset;
  };
  struct Statics {
    std::vector<VariableAt> placed;
    // Defined elsewhere, by name.
    std::map<std::string, Dwarf_Die> declared;
  };

  std::optional<Base> frame_base(Dwarf_Die function, uint64_t address);
  std::optional<Base> call_frame(uint64_t address);
  // Appends the parts of the variable that are somewhere at the address.
  void add(Dwarf_Die &entry, uint64_t address, const std::optional<Base> &base, uint32_t depth,
           std::vector<VariableAt> &found);
  const Statics &statics_of(UnitIndex &unit);

  ModuleSymbols &module_;
  DataTypes types_;
  bool opened_frames_ = false;
  std::unique_ptr<Dwarf_CFI, EndFrames> frames_;
  std::map<UnitIndex *, Statics> statics_;
};

}  // namespace hagstone::symbols

#endif
