// SPDX-License-Identifier: MIT
// Bits of RFLAGS (Intel SDM vol. 1, 3.4.3).
#ifndef HAGSTONE_CODE_FLAGS_H
#define HAGSTONE_CODE_FLAGS_H

#include <stdint.h>

namespace hagstone {

inline constexpr uint64_t flag_carry = 1u << 0;
inline constexpr uint64_t flag_parity = 1u << 2;
inline constexpr uint64_t flag_adjust = 1u << 4;
inline constexpr uint64_t flag_zero = 1u << 6;
inline constexpr uint64_t flag_sign = 1u << 7;
inline constexpr uint64_t flag_direction = 1u << 10;
inline constexpr uint64_t flag_overflow = 1u << 11;
// The next instruction runs without its execution breakpoint firing (Intel SDM vol. 3, 17.3.1.1).
inline constexpr uint64_t resume_flag = 1u << 16;
inline constexpr uint64_t status_flags = flag_carry | flag_parity | flag_adjust | flag_zero | flag_sign | flag_overflow;

}  // namespace hagstone

#endif
