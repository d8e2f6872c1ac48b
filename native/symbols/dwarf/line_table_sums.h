// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LINE_TABLE_SUMS_H
#define HAGSTONE_SYMBOLS_LINE_TABLE_SUMS_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hagstone::symbols {

using Md5 = std::array<uint8_t, 16>;

// MD5 sums of the source files of the line table at `offset` of .debug_line (DWARF 5, 6.2.4.1: DW_LNCT_MD5), by file
// number. All zero for a file without one. Empty where the table has none, is of an older version, or is damaged: libdw
// (0.188) reads names and directories only.
std::vector<Md5> line_table_sums(std::span<const uint8_t> debug_line, uint64_t offset);

}  // namespace hagstone::symbols

#endif
